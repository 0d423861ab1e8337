import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { useText } from '../intl.tsx'

/** The back office sends whom it does not let in to /?notice=access-denied; the shop says why, once. */
export function useNotice(): void {
  const t = useText('frame')
  const { history } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the address that the visitor came with
  useEffect(() => {
    const url = new URL(location.href)
    if (url.searchParams.get('notice') !== 'access-denied') return
    showToast({ tone: 'error', title: t('deniedTitle'), description: t('denied') })
    // A reload, or the address passed on, does not say it again.
    url.searchParams.delete('notice')
    history.replace(url.pathname + url.search)
  }, [])
}
