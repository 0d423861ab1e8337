// Counts unsaved editors. Check it before replacing the page.

let editors = 0

/** Marks an editor as unsaved until the returned function is called. */
export function holdUnsaved(): () => void {
  editors += 1
  return () => {
    editors -= 1
  }
}
export const hasUnsaved = (): boolean => editors > 0
