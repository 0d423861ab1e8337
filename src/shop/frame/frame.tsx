import { Outlet, useLocation, useMatch, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { SkipLink } from '../../ui/hidden.tsx'
import { useText } from '../intl.tsx'
import { MaintenancePage } from '../maintenance/page.tsx'
import type { PageOutcome } from '../page.tsx'
import { clearProblem } from '../problem-toast.ts'
import { AgencyData } from '../structured-data.tsx'
import { useSessionRecheck } from '../use-session.ts'
import { useLate } from '../use-sheet.ts'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useNotice } from './use-notice.ts'

/** What visitors can do without until the page is alive; a page is no worse for its failing. */
const loadLateParts = async () => (await import('./late-parts.tsx')).LateParts

/** What every page stands in. */
export function Frame() {
  const t = useText('frame')
  const outcome = useMatch({ strict: false, select: (match) => match.loaderData as PageOutcome | undefined })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what went wrong on one page is not the next one's problem
  useEffect(clearProblem, [pathname])
  useNotice()
  useSessionRecheck()
  const LateParts = useLate(loadLateParts)
  if (outcome?.isClosed) return <MaintenancePage />
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

/** A thin line at the top while the next page is on its way; announced, and still under reduced motion. */
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
