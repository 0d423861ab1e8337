// Keyboard users keep their place: at the heading of an opened section, at the button that opened an editor, or next to
// a control that disappeared. Otherwise the browser returns to the top of the page. Dialogs restore the focus
// themselves, and this never takes it from another element.

/** Dialogs and reopening cells restore the focus within a frame or two. */
const restMs = 80
/** A refetched list may still render the button that opened the editor. */
const maxMs = 3_000

// Messages leave their empty host behind, a popover: nothing can be seen there.
const places =
  'dialog[open], section:not([popover]), article, fieldset, form, li, tr, ' +
  '[role=group], [role=region], [role=tabpanel], main'

const isThere = (element: Element): boolean => element.isConnected && element.checkVisibility()
const isUsable = (element: Element): boolean => isThere(element) && !element.matches(':disabled')
/** Inside the opened content, not the frame around it. */
const isWithin = (element: Element): boolean => element.closest('main, dialog[open]') !== null

function lineOf(element: Element): Element[] {
  const line: Element[] = []
  for (let each: Element | null = element; each; each = each.parentElement) line.push(each)
  return line
}

/** The focus target: a section's heading, a dialog's title, or the element itself. */
function headOf(place: Element | null): HTMLElement | null {
  if (place === null) return null
  if (place.matches('main')) return place.querySelector('h1')
  if (place.matches('dialog')) return place.querySelector('.dialog-title')
  return place instanceof HTMLElement ? place : null
}

function moveTo(head: HTMLElement | null): void {
  if (!head || !isThere(head)) return
  if (!head.hasAttribute('tabindex')) {
    head.tabIndex = -1
    head.addEventListener('blur', () => head.removeAttribute('tabindex'), { once: true })
  }
  head.focus()
}

export type FocusKeeper = {
  arrive: (pathname: string) => void
  stop: () => void
}

export function keepFocus(from: string): FocusKeeper {
  /** The last focused control, followed by its ancestors. */
  let line: readonly Element[] = []
  let path = from
  let timer: number | undefined
  /** A section has opened and nothing in it has the focus yet; `id` is the control that was used there before. */
  let arrival: { readonly id: string | undefined; readonly until: number } | null = null
  const left = new Map<string, string>()

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    line = lineOf(target)
    if (!isWithin(target)) return
    arrival = null
    if (target.id !== '') left.set(path, target.id)
  }
  // A click outside all controls drops the focus on purpose.
  const forget = (): void => {
    line = []
  }
  const goOn = (): void => {
    arrival = null
  }
  const mend = (): void => {
    const active = document.activeElement
    if (arrival && active && isWithin(active)) arrival = null
    if (arrival) {
      const back = document.getElementById(arrival.id ?? '')
      if (back && isThere(back)) back.focus()
      else if (arrival.id !== undefined && performance.now() < arrival.until) look()
      else moveTo(headOf(document.querySelector('main')))
      return
    }
    const [control] = line
    if ((active && active !== document.body) || !control || isUsable(control)) return
    const open = [...document.querySelectorAll('dialog[open]')].at(-1)
    const place = line.find((each) => each.matches(places) && isThere(each) && (!open || open.contains(each)))
    moveTo(headOf(place ?? open ?? document.querySelector('main')))
  }
  const look = (): void => {
    clearTimeout(timer)
    timer = window.setTimeout(mend, restMs)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'open', 'hidden'] })
  const heard = new AbortController()
  document.addEventListener('focusin', remember, heard)
  document.addEventListener('pointerdown', forget, heard)
  document.addEventListener('keydown', goOn, heard)

  return {
    arrive: (pathname) => {
      if (pathname === path) return
      const id = path.startsWith(`${pathname}/`) ? left.get(pathname) : undefined
      path = pathname
      arrival = { id, until: performance.now() + maxMs }
      look()
    },
    stop: () => {
      clearTimeout(timer)
      observer.disconnect()
      heard.abort()
    },
  }
}
