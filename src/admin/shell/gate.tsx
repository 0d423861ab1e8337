import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('shell')
/** The open back office asks again on focus, and otherwise at most every 30 seconds (D165). */
const recheckMs = 30_000

/**
 * Lets an administrator in. This decides only what is drawn: every call behind it is checked on the server. Signed out:
 * to /auth, and back here afterwards; signed in without the role: to / with 'Access Denied'.
 */
export function AdminGate({ children }: { children: (user: Profile) => ReactNode }) {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => api.account.session(),
    staleTime: recheckMs,
    refetchInterval: recheckMs,
    refetchOnWindowFocus: 'always',
  })
  const user = session.data?.user ?? null
  // The server's own answer to an administrator's call, not a flag that the browser was sent.
  const permission = useQuery({
    queryKey: ['dashboard'],
    queryFn: () => api.booking.admin.dashboard(),
    enabled: user !== null,
  })
  const denied = user !== null && (!user.is_admin || [401, 403].includes(readFault(permission.error).status))
  const signedOut = session.isSuccess && user === null
  useEffect(() => {
    if (signedOut) location.replace(`/auth?${new URLSearchParams({ returnTo: location.pathname + location.search })}`)
    else if (denied && !permission.isFetching) location.replace('/?notice=access-denied')
  }, [signedOut, denied, permission.isFetching])

  if (session.isError || (permission.isError && !denied))
    return <Unreachable onRetry={() => void (session.isError ? session : permission).refetch()} />
  if (session.isPending || signedOut) return <Waiting message={t('verifying')} />
  if (!user || permission.isPending || denied) return <Waiting message={t('checking')} />
  return children(user)
}

const Waiting = ({ message }: { message: string }) => (
  <main>
    <h1 className="sr-only">{t('name')}</h1>
    <LoadingIndicator type="page" message={message} fullScreen />
  </main>
)

const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-4 p-6 text-center">
    <h1 className="text-2xl">{t('failedTitle')}</h1>
    <p className="text-ink-2">{t('failed')}</p>
    <Button onClick={onRetry}>{t('retry')}</Button>
  </main>
)
