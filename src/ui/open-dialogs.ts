// The open modal dialogs, the topmost last. Everything below it is inert, so toasts move into it.

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens it above all others; the returned function closes it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  if (!dialog.open) dialog.showModal()
  change([...open, dialog])
  return () => {
    dialog.close()
    change(open.filter((one) => one !== dialog))
  }
}

export const topDialog = (): HTMLDialogElement | undefined => open.at(-1)

export function subscribeToDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
