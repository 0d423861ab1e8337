import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Focuses the field of the setting that the address asks for, once, and takes it out of the address. */
export function useAskedSetting(): void {
  const { setting }: { setting?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => {
    if (!setting) return
    const place = document.querySelector(`[data-setting="${CSS.escape(setting)}"]`)
    const field = place?.querySelector<HTMLElement>('input, textarea, select, button')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
    const next = (search: Record<string, unknown>) => ({ ...search, setting: undefined })
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }, [setting, navigate])
}
