let isFirstPage = true
let loading: Promise<void> | undefined

/** The first page came from the server, with the previews and texts of its pictures. */
export function leaveFirstPage(): void {
  isFirstPage = false
}

/** Pages wait for this as for their scripts: pictures that are drawn earlier would have no texts of their own. */
export function detailsReady(): Promise<void> | undefined {
  if (isFirstPage) return
  loading ??= import('./picture-details.ts').then(
    ({ loadDetails }) => loadDetails(),
    () => undefined,
  )
  return loading
}
