/** Downloads a file without leaving the page, so no guard of unsaved changes asks. */
export function download(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
