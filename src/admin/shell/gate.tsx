import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Profile } from '../../modules/account/contract.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { setAgencyZone } from '../agency-clock.ts'
import { setAgencyLanguages } from '../agency-languages.ts'
import { api, readFault } from '../api.ts'
import { hasUnsaved } from '../lists/unsaved.ts'
import { textOf } from '../text.ts'
import { SignedOutDialog } from './signed-out-dialog.tsx'

const TwoFactorNeeded = lazy(() => import('../two-factor/two-factor-needed.tsx'))
const t = textOf('shell')
/** The back office rechecks access on focus, and otherwise at most every 30 seconds (D165). */
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
    // Also covers focus from another window, not only from another tab.
    const again = () => void refetch()
    window.addEventListener('focus', again)
    return () => window.removeEventListener('focus', again)
  }, [refetch])
  return session
}

/** Guides have no dashboard. */
const isGuide = ({ areas }: Profile): boolean => areas.includes('check-in') && !areas.includes('overview')
const dashboardPermission = {
  queryKey: ['dashboard'],
  queryFn: (): Promise<unknown> => api.booking.admin.dashboard(),
}
const checkInPermission = {
  queryKey: ['check-in', 'departures'],
  queryFn: (): Promise<unknown> => api.booking.admin.checkIn.departures(),
}

/**
 * Admits staff only. This controls the display; the server checks every call. Signed-out users go to /auth and return;
 * users without the role go to / with 'Access Denied'.
 */
export function AdminGate({ children }: { children: (user: Profile) => ReactNode }) {
  const session = useSession()
  const user = session.data?.user ?? null
  // Keep the page until the recovery codes are saved: refetching the session would replace it.
  const [isHeld, setHeld] = useState(false)
  if (user?.must_set_up_two_factor && !isHeld) setHeld(true)
  // Ask the server for the permission instead of trusting a flag in the browser.
  const permission = useQuery({
    ...(user && isGuide(user) ? checkInPermission : dashboardPermission),
    enabled: user !== null && !isHeld,
  })
  const clock = useQuery({
    queryKey: ['agency-clock'],
    queryFn: async () => {
      const { time_zone, default_language, languages } = await api.settings.get()
      setAgencyZone(String(time_zone))
      setAgencyLanguages(default_language, languages)
      return time_zone
    },
    enabled: user !== null,
  })
  const isRefused = [401, 403].includes(readFault(permission.error).status)
  // A refusal refetches the session, which shows whether only two-factor sign-in is missing.
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
  // A lost connection must not remove a page with unsaved input.
  if (session.isError && !session.data) return <Unreachable onRetry={() => void session.refetch()} />
  if (permission.isError && !permission.data && !isRefused)
    return <Unreachable onRetry={() => void permission.refetch()} />
  if (clock.isError && !clock.data) return <Unreachable onRetry={() => void clock.refetch()} />
  if (session.isPending || !shown) return <Waiting message={t('verifying')} />
  if (!shown.is_admin || isDenied || !permission.data || !clock.data) return <Waiting message={t('checking')} />
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
 * Keeps the user whose session ended with unsaved edits. The page stays hidden until someone signs in and the server
 * confirms what they may see.
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
