// Somebody who uses no mouse goes on where they are: at the heading of a section that they have opened, at the button
// that led to an editor once it is closed, and beside a control that did its work and is gone. Without this the browser
// begins at the top of the page again. Dialogs give the focus back by themselves; what takes it first keeps it.

/** Dialogs that close and cells that reopen put the focus back themselves, within a frame or two. */
const restMs = 80
/** A list that is being fetched may still bring the button that led away from it. */
const longestMs = 3_000

const places =
  'dialog[open], section, article, fieldset, form, li, tr, [role=group], [role=region], [role=tabpanel], main'

const isThere = (element: Element): boolean => element.isConnected && element.checkVisibility()
const isUsable = (element: Element): boolean => isThere(element) && !element.matches(':disabled')
/** In what was opened, and not in the frame around it. */
const isWithin = (element: Element): boolean => element.closest('main, dialog[open]') !== null

function lineOf(element: Element): Element[] {
  const line: Element[] = []
  for (let each: Element | null = element; each; each = each.parentElement) line.push(each)
  return line
}

/** A section is gone on with at its heading, a dialog at its title, any smaller part at itself. */
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
  /** Another section or editor is open, by its path in the address. */
  arrive: (pathname: string) => void
  stop: () => void
}

export function keepFocus(from: string): FocusKeeper {
  /** The control that has, or had, the focus, first, and all that it stands in. */
  let line: readonly Element[] = []
  let path = from
  let timer: number | undefined
  /** A section was opened, and nothing in it has taken the focus yet; where it was left before, that control's id. */
  let arrival: { readonly id: string | undefined; readonly until: number } | null = null
  const left = new Map<string, string>()

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return
    line = lineOf(target)
    if (!isWithin(target)) return
    arrival = null
    if (target.id !== '') left.set(path, target.id)
  }
  // A press beside every control gives the focus up, and means to.
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
      arrival = { id, until: performance.now() + longestMs }
      look()
    },
    stop: () => {
      clearTimeout(timer)
      observer.disconnect()
      heard.abort()
    },
  }
}
