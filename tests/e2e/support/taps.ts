import type { Page } from '@playwright/test'

/**
 * Counts what a customer has to do with a finger: each press on a link, button or choice, each field that is filled in
 * and each file that is chosen. Keys count like the taps that they replace; changing one's mind within a choice or a
 * field does not count again.
 */
export interface Taps {
  /** The taps since the last call, by name. */
  readonly take: () => string[]
  /** Does not count what a test does beyond the journey, such as mistakes on purpose. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>
}

export async function countTaps(page: Page): Promise<Taps> {
  let taps: string[] = []
  await page.exposeFunction('tellOfTap', (name: string) => taps.push(name))
  await page.addInitScript(watchTaps)
  const take = () => {
    const taken = taps
    taps = []
    return taken
  }
  return {
    take,
    aside: async (work) => {
      const before = take()
      const result = await work()
      taps = before
      return result
    },
  }
}

function watchTaps(): void {
  let last: unknown = null
  const tell = (key: unknown, element: Element) => {
    if (key !== null && key === last) return
    last = key
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
    const name = element.getAttribute('aria-label') ?? label?.textContent ?? element.textContent ?? ''
    const { tellOfTap } = window as unknown as { tellOfTap: (name: string) => void }
    tellOfTap(name.trim().slice(0, 40))
  }
  const isField = (element: Element) =>
    element.matches('select, textarea, input:not([type=radio], [type=checkbox], [type=submit])')
  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted || !(target instanceof Element)) return
      const control = target.closest('a[href], button, input, select, textarea, summary, [role=option]')
      // A label's own click is followed by that of its control.
      if (!control) return
      const isRadio = control instanceof HTMLInputElement && control.type === 'radio'
      tell(isRadio ? `radio ${control.name}` : isField(control) ? control : null, control)
    },
    { capture: true },
  )
  for (const type of ['input', 'change'])
    addEventListener(
      type,
      ({ target }) => {
        if (!(target instanceof Element) || !isField(target)) return
        // Leaving a text field is no tap.
        if (type === 'input' || target.matches('select, [type=file]')) tell(target, target)
      },
      { capture: true },
    )
}
