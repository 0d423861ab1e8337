import { useState } from 'react'

/** Focuses a control of a form and scrolls it to the middle, clear of header and bars. */
export function leadTo(control: HTMLElement | null | undefined): void {
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}

/** The first press of a form that is not filled in leads to what is missing; only the next one calls it an error. */
export function useFirstTap() {
  const [hasLed, setLed] = useState(false)
  return {
    hasLed,
    /** True when this press only leads there. */
    leads: (place: () => void): boolean => {
      if (hasLed) return false
      setLed(true)
      place()
      return true
    },
  }
}

/** Says why the focus has moved, until everything is given or an error says more. */
export function FirstTapHint({ text, isShown }: { text: string; isShown: boolean }) {
  return (
    <p role="status" className={isShown ? 'rounded-lg bg-tint px-3 py-2 font-semibold text-primary-strong' : 'sr-only'}>
      {isShown ? text : ''}
    </p>
  )
}
