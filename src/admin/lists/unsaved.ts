// Whether somewhere in the page something was typed that is not saved: whoever would take the page away asks this.

let editors = 0

/** As long as it is; the answer ends it. */
export function holdUnsaved(): () => void {
  editors += 1
  return () => {
    editors -= 1
  }
}
export const hasUnsaved = (): boolean => editors > 0
