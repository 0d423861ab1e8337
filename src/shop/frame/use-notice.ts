import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { useText } from '../intl/intl.tsx'

/** The back office sends visitors without access to /?notice=access-denied; the shop explains once. */
export function useNotice(): void {
  const t = useText('frame')
  const { history } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the address that the visitor came with
  useEffect(() => {
    const url = new URL(location.href)
    if (url.searchParams.get('notice') !== 'access-denied') return
    showToast({ tone: 'error', title: t('deniedTitle'), description: t('denied') })
    // A reload, or a shared address, does not show it again.
    url.searchParams.delete('notice')
    history.replace(url.pathname + url.search)
  }, [])
}
