// The place of toasts: at the top right, below the header of an open dialog, else below the buttons that a page keeps free
// of them (`data-free-of-toasts`).

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

export const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The top offset in pixels that keeps the header free; null for the default. */
export const startBelow = (head: Box | undefined, messages: Box): number | null =>
  head && doOverlap(head, messages) ? head.bottom : null

/** Keeps the toasts below the header of their dialog as sizes change; the returned function stops it. */
export function keepOffHead(host: HTMLElement, dialog: HTMLElement | undefined): () => void {
  const move = (): void => {
    host.style.insetBlockStart = ''
    const head = (dialog ?? document)
      .querySelector(dialog ? '.dialog-head' : '[data-free-of-toasts]')
      ?.getBoundingClientRect()
    const start = startBelow(head, host.getBoundingClientRect())
    if (start !== null) host.style.insetBlockStart = `${start}px`
  }
  const watch = new ResizeObserver(move)
  watch.observe(host)
  if (dialog) watch.observe(dialog)
  return () => watch.disconnect()
}
