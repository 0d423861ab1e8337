import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { textOf } from '../text.ts'

const t = textOf('booking')

/** Presses the button of the action that the address asks for, once, or says that the booking has none. */
export function useAskedAction(): void {
  const { do: action }: { do?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => {
    if (!action) return
    const button = document.querySelector<HTMLElement>(`#section [data-do="${CSS.escape(action)}"]`)
    if (button) button.click()
    else showToast({ tone: 'info', title: t('notPossible'), description: t('notPossibleHint') })
    const next = (search: Record<string, unknown>) => ({ ...search, do: undefined })
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
  }, [action, navigate])
}
