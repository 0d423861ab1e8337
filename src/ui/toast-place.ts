// Where the messages stand: at the top right, and below the head of a dialog that has its title and its way out there.

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

export const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** How far down the messages begin, in pixels, so that they leave the head free; null: where they stand anyway. */
export const startBelow = (head: Box | undefined, messages: Box): number | null =>
  head && doOverlap(head, messages) ? head.bottom : null

/** Keeps the messages off the head of the dialog that they are in, whatever size either takes; the answer ends it. */
export function keepOffHead(host: HTMLElement, dialog: HTMLElement | undefined): () => void {
  const move = (): void => {
    host.style.insetBlockStart = ''
    const head = dialog?.querySelector('.dialog-head')?.getBoundingClientRect()
    const start = startBelow(head, host.getBoundingClientRect())
    if (start !== null) host.style.insetBlockStart = `${start}px`
  }
  const watch = new ResizeObserver(move)
  watch.observe(host)
  if (dialog) watch.observe(dialog)
  return () => watch.disconnect()
}
