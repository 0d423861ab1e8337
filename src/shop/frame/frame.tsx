import { Outlet, useLocation, useMatch, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { SkipLink } from '../../ui/hidden.tsx'
import { ChromeProvider } from '../client/use-chrome.tsx'
import { useSessionRecheck } from '../client/use-session.ts'
import { closedPage } from '../closed/closed-part.ts'
import { clearProblem } from '../form/problem-toast.ts'
import { AgencyData } from '../head/structured-data.tsx'
import { useText } from '../intl/intl.tsx'
import type { PageOutcome } from '../routing/page.ts'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useNotice } from './use-notice.ts'
import { useLate } from './use-sheet.ts'

/** Loaded once the page is alive; the page works without them. */
const loadLateParts = async () => (await import('./late-parts.tsx')).LateParts

/** The frame of every page. */
export const Frame = () => (
  <ChromeProvider>
    <WholeFrame />
  </ChromeProvider>
)

function WholeFrame() {
  const t = useText('frame')
  const outcome = useMatch({ strict: false, select: (match) => match.loaderData as PageOutcome | undefined })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what went wrong on one page is not the next one's problem
  useEffect(clearProblem, [pathname])
  useNotice()
  useSessionRecheck()
  const LateParts = useLate(loadLateParts)
  const Closed = outcome?.isClosed ? closedPage() : undefined
  if (Closed) return <Closed />
  return (
    <div className="page flex min-h-dvh flex-col">
      <SkipLink label={t('skip')} />
      <AgencyData />
      <RouteProgress />
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <BottomNav />
      {LateParts ? <LateParts /> : null}
    </div>
  )
}

/** A thin line at the top while the next page loads; announced, and static under reduced motion. */
function RouteProgress() {
  const t = useText('frame')
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' })
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.75">
      {isLoading ? (
        <>
          <span className="route-progress" aria-hidden="true" />
          <span className="sr-only">{t('loadingPage')}</span>
        </>
      ) : null}
    </div>
  )
}
