import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { api, readFault } from '../api.ts'
import { hasUnsaved } from '../lists/unsaved.ts'
import { textOf } from '../text.ts'
import { SignedOutDialog } from './signed-out-dialog.tsx'

const TwoFactorNeeded = lazy(() => import('../two-factor/two-factor-needed.tsx'))
const t = textOf('shell')
/** The open back office asks again on focus, and otherwise at most every 30 seconds (D165). */
const recheckMs = 30_000

function useSession() {
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => api.account.session(),
    staleTime: recheckMs,
    refetchInterval: recheckMs,
  })
  const { refetch } = session
  useEffect(() => {
    // Also when another window, and not only another tab, was in front.
    const again = () => void refetch()
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [refetch])
  return session
}

/**
 * Lets an administrator in. This decides only what is drawn: every call behind it is checked on the server. Signed out:
 * to /auth, and back here afterwards; signed in without the role: to / with 'Access Denied'.
 */
export function AdminGate({ children }: { children: (user: Profile) => ReactNode }) {
  const session = useSession()
  const user = session.data?.user ?? null
  // Until they have kept their recovery codes: the session is asked for anew meanwhile, and would take the page away.
  const [isHeld, setHeld] = useState(false)
  if (user?.must_set_up_two_factor && !isHeld) setHeld(true)
  // The server's own answer to an administrator's call, not a flag that the browser was sent.
  const permission = useQuery({
    queryKey: ['dashboard'],
    queryFn: () => api.booking.admin.dashboard(),
    enabled: user !== null && !isHeld,
  })
  const isRefused = [401, 403].includes(readFault(permission.error).status)
  // A refusal makes the session be asked for again, which says whether two-factor sign-in is all that is missing.
  const isKnown = !permission.isFetching && !session.isFetching
  const isSignedOut = session.isSuccess && user === null
  const away = useAway(user, isSignedOut, permission.refetch)
  const isDenied = user !== null && !isHeld && isKnown && !away.who && (!user.is_admin || isRefused)
  useEffect(() => {
    if (away.who) return
    if (isSignedOut) toSignIn()
    else if (isDenied) location.replace('/?notice=access-denied')
  }, [away.who, isSignedOut, isDenied])

  if (user && isHeld)
    return (
      <Suspense fallback={<Waiting message={t('checking')} />}>
        <TwoFactorNeeded user={user} />
      </Suspense>
    )
  const shown = away.who ?? user
  // Once somebody works here, a lost connection must not take the page with what they have typed away from them.
  if (session.isError && !session.data) return <Unreachable onRetry={() => void session.refetch()} />
  if (permission.isError && !permission.data && !isRefused)
    return <Unreachable onRetry={() => void permission.refetch()} />
  if (session.isPending || !shown) return <Waiting message={t('verifying')} />
  if (!shown.is_admin || isDenied || !permission.data) return <Waiting message={t('checking')} />
  return (
    <>
      <div hidden={away.who !== null}>{children(shown)}</div>
      {away.who ? <SignedOutDialog onRetry={() => void session.refetch()} onLeave={toSignIn} /> : null}
    </>
  )
}

const toSignIn = (): void =>
  location.replace(`/auth?${new URLSearchParams({ returnTo: location.pathname + location.search })}`)

/**
 * Who worked here until their session ended over something unsaved: that stays in the page, unseen, until somebody is
 * signed in again and the server has said anew what they may see.
 */
function useAway(user: Profile | null, isSignedOut: boolean, ask: () => Promise<unknown>) {
  const [last, setLast] = useState(user)
  const [isAway, setAway] = useState(false)
  if (user && user !== last) setLast(user)
  if (isSignedOut && !isAway && last && hasUnsaved()) setAway(true)
  const isBack = isAway && user !== null
  useEffect(() => {
    if (isBack) void ask().finally(() => setAway(false))
  }, [isBack, ask])
  return { who: isAway ? last : null }
}

const Waiting = ({ message }: { message: string }) => (
  <main>
    <h1 className="sr-only">{t('name')}</h1>
    <LoadingIndicator type="page" message={message} fullScreen />
  </main>
)

const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <main className="mx-auto grid min-h-dvh max-w-md place-content-center justify-items-center gap-3 p-6 text-center">
    <h1 className="text-2xl">{t('failedTitle')}</h1>
    <p className="text-ink-2">{t('failed')}</p>
    <Button className="mt-2" onClick={onRetry}>
      {t('retry')}
    </Button>
  </main>
)
