/** Fetches a file as a link with `download` would: the page stays, and nothing that was typed is asked about. */
export function download(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = ''
  link.click()
}
