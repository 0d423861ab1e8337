import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { settingPlaces } from './setting-places.ts'

/**
 * Focuses and marks the field of the setting that the address asks for, once, and takes it out of the address. A setting that
 * is edited elsewhere by now is followed there, so that old addresses keep working.
 */
export function useAskedSetting(): void {
  const { setting }: { setting?: string } = useSearch({ strict: false })
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const router = useRouter()
  /** The address changes before the next page is there. */
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!setting || isLeaving.current) return
    const place = placeOf(setting)
    const known = settingPlaces.get(setting)
    if (!place && known && known.to !== pathname) {
      isLeaving.current = true
      return void navigate({ to: known.to, search: known.search as never, replace: true, resetScroll: false })
    }
    if (place) {
      const field = mark(place)
      keepInView(field, (show) => router.subscribe('onRendered', show))
    }
    const next = (search: Record<string, unknown>) => ({ ...search, setting: undefined })
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }, [setting, pathname, navigate, router])
}

function placeOf(setting: string): Element | null {
  if (!/^\w+$/.test(setting)) return null
  const place = document.querySelector(`#section [data-setting="${setting}"]`)
  const field = document.querySelector(`#section [name="${setting}"]`)
  return place ?? field?.closest('.field, label') ?? null
}

/** The mark stays until the focus leaves. */
function mark(place: Element): HTMLElement {
  for (const old of document.querySelectorAll('[data-found]')) old.removeAttribute('data-found')
  place.setAttribute('data-found', '')
  place.addEventListener('focusout', () => place.removeAttribute('data-found'), { once: true })
  const field = place.querySelector<HTMLElement>('input, textarea, select, button, a') ?? (place as HTMLElement)
  field.focus({ preventScroll: true })
  return field
}

/** The router scrolls to the top of a page once it has rendered it, which is after the focus has moved. */
function keepInView(field: HTMLElement, onRendered: (show: () => void) => () => void): void {
  field.scrollIntoView({ block: 'center' })
  const stop = onRendered(() => (field.isConnected ? field.scrollIntoView({ block: 'center' }) : stop()))
  field.addEventListener('blur', stop, { once: true })
}
