import type { ClosedPage } from './page.tsx'

let shown: typeof ClosedPage | undefined

/** The page of a closed shop: loaded by the loader of the frame, so that open shops never carry it. */
export async function loadClosedPage(): Promise<void> {
  shown ??= (await import('./page.tsx')).ClosedPage
}
export const closedPage = (): typeof ClosedPage | undefined => shown
