import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { dismissToast, showToast } from '../../ui/toast-queue.ts'
import { useText } from '../intl.tsx'

/**
 * Says that the network is gone for as long as it is: a page that cannot be read then looks as if it were missing (C051).
 * Such a page is read again once the network is back.
 */
export function useNetwork(): void {
  const t = useText('toasts')
  const router = useRouter()
  useEffect(() => {
    let told: number | null = null
    const gone = () => {
      told = showToast({ tone: 'info', title: t('offline'), description: t('offlineText'), milliseconds: null })
    }
    const back = () => {
      if (told !== null) dismissToast(told)
      if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
    }
    addEventListener('offline', gone)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', gone)
      removeEventListener('online', back)
    }
  }, [t, router])
}
