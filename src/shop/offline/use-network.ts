import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { dismissToast, showToast } from '../../ui/toast-queue.ts'
import { useText } from '../intl/intl.tsx'

/**
 * Announces a lost network while it lasts: a page that cannot be loaded would look as if it were missing (C051).
 * Reloads such a page when the network is back.
 */
export function useNetwork(): void {
  const t = useText('toasts')
  const router = useRouter()
  useEffect(() => {
    let toast: number | null = null
    const gone = () => {
      toast = showToast({ tone: 'info', title: t('offline'), description: t('offlineText'), milliseconds: null })
    }
    const back = () => {
      if (toast !== null) dismissToast(toast)
      // Chromium does not fetch a module again whose import has failed once, so only a new document helps.
      if (router.state.matches.some(({ status }) => status === 'error')) location.reload()
    }
    addEventListener('offline', gone)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', gone)
      removeEventListener('online', back)
    }
  }, [t, router])
}
