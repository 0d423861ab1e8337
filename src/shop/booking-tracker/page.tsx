import texts from 'shop-messages:tracker,changeBooking,hold,states,timeline,bookingFacts,lines,confirmation,issued,nextStep,myBooking,papers'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { confirmationHref } from '../../modules/booking/index.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { useBookingAccess } from '../booking-view/booking-access.ts'
import type { Issued } from '../booking-view/issued-documents.tsx'
import { readProblem } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { bookingQuery } from '../client/queries.ts'
import { useSession } from '../client/use-session.ts'
import { clearProblem, showProblem } from '../form/problem-toast.ts'
import { useShownFromStart } from '../form/use-shown-from-start.ts'
import { PageHead } from '../head/page-head.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { TrackerForm } from './tracker-form.tsx'
import { TrackerHelp } from './tracker-help.tsx'
import type { Tracking } from './tracking.ts'
import { TrackingCard } from './tracking-card.tsx'

addMessages(texts)
const LostReference = lazy(async () => ({ default: (await import('./lost-reference.tsx')).LostReference }))

export function BookingTrackerPage() {
  const t = useText('tracker')
  const my = useText('myBooking')
  const isLinked = useBookingAccess() !== null
  return (
    <div className={isLinked ? 'wide max-w-5xl py-5 sm:py-8' : 'wide max-w-5xl py-8'}>
      <PageHead title={t('title')} description={t('intro')} canonical="/booking-tracker" isPrivate />
      <h1>{isLinked ? my('title') : t('title')}</h1>
      {isLinked ? null : <p className="mt-2 max-w-xl text-ink-2">{t('intro')}</p>}
      <div
        className={joinClasses(
          'grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]',
          isLinked ? 'mt-4 sm:mt-6' : 'mt-8',
        )}
      >
        <Tracker />
        <TrackerHelp />
      </div>
    </div>
  )
}

function Tracker() {
  const my = useText('myBooking')
  const search = useTracking()
  const access = useBookingAccess()
  const { user } = useSession()
  const linked = useLinkedBooking()
  const [isLost, setLost] = useState(false)
  const { result, again, refresh, token } = search.result ? search : linked
  const place = useShownFromStart<HTMLDivElement>(search.tracked)
  const form = (
    <TrackerForm
      onSearch={search.find}
      onInput={search.forgive}
      isBusy={search.isBusy}
      missing={search.failure?.isMissing ?? false}
    />
  )
  return (
    <div className="grid min-w-0 gap-6">
      {search.failure && !search.failure.isMissing ? (
        <Notice tone="danger" role="alert" title={search.failure.title}>
          {search.failure.text}
        </Notice>
      ) : null}
      {access ? (
        <noscript>
          <p className="notice tone-info block!">
            {my('noScript')}{' '}
            <a href={confirmationHref(access.bookingId, access.token)} className="font-semibold underline">
              {my('noScriptLink')}
            </a>
          </p>
        </noscript>
      ) : null}
      {linked.isLoading ? <LoadingIndicator type="search" message={linked.message} /> : null}
      <div ref={place} tabIndex={-1} className="min-w-0 scroll-mt-24 outline-none empty:hidden">
        {result ? <TrackingCard result={result} again={again} refresh={refresh} token={token} /> : null}
      </div>
      {access === null && user ? (
        <Notice tone="info">
          {my('signedIn')}{' '}
          <ShopLink href="/booking-history" className="font-semibold underline underline-offset-4">
            {my('signedInLink')}
          </ShopLink>
        </Notice>
      ) : null}
      {linked.isOpened ? <Accordion title={my('another')}>{form}</Accordion> : form}
      {linked.isOpened ? null : (
        <section aria-label={my('lost.title')} className="grid gap-4">
          <Button
            variant="quiet"
            className="needs-scripts justify-self-start"
            aria-expanded={isLost}
            onClick={() => setLost(!isLost)}
          >
            {my('lost.title')}
          </Button>
          {isLost ? (
            <Suspense fallback={<Skeleton className="h-36" />}>
              <LostReference />
            </Suspense>
          ) : null}
        </section>
      )}
    </div>
  )
}

const issuedOf = (result: Tracking | null): readonly Issued[] =>
  result?.access === 'full' ? result.booking.issued_documents : []

type Asked = { reference: string; email?: string }
type Failure = { title: string; text: string; isMissing: boolean }

/** Refreshes when the visitor returns to the page; a failed refresh keeps what is shown. */
function useOnReturn(refresh: () => void) {
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    document.addEventListener('visibilitychange', again)
    return () => document.removeEventListener('visibilitychange', again)
  }, [refresh])
}

type FailureName = 'missing' | 'notFound' | 'mismatch' | 'failed'
const failures: Readonly<Record<string, FailureName>> = {
  'booking/not-found': 'notFound',
  'booking/email-mismatch': 'mismatch',
  'booking/reference-missing': 'missing',
}

/** Why the last search failed. The form itself says that the reference is missing, so its toast only names the problem. */
function useFailure() {
  const t = useText('tracker')
  const [failure, setFailure] = useState<Failure | null>(null)
  const report = (key: FailureName, message: string) => {
    const problem = { title: t(`${key}.title`), text: message || t(`${key}.text`), isMissing: key === 'missing' }
    setFailure(problem)
    showProblem(problem.title, problem.isMissing ? undefined : problem.text)
  }
  const forget = () => {
    setFailure(null)
    clearProblem()
  }
  /** The reference is being typed. */
  const forgive = () => {
    if (failure?.isMissing) forget()
  }
  return { failure, report, forget, forgive }
}

/** Looks up a booking and reports the result in the specification's words (C234, C238-C240). */
function useTracking() {
  const { api } = useShop()
  const t = useText('tracker')
  const [result, setResult] = useState<Tracking | null>(null)
  const { failure, report, forget, forgive } = useFailure()
  const [isBusy, setBusy] = useState(false)
  const [tracked, setTracked] = useState<Asked | null>(null)
  const refresh = useCallback(() => {
    if (tracked) api.booking.track(tracked).then(setResult, () => undefined)
  }, [tracked, api])
  useOnReturn(refresh)
  const fail = (key: FailureName, message = '') => {
    setResult(null)
    setTracked(null)
    report(key, message)
  }
  const find = async (reference: string, email: string) => {
    if (isBusy) return
    if (reference === '') return fail('missing')
    setBusy(true)
    forget()
    try {
      const asked = { reference, ...(email && { email }) }
      setResult(await api.booking.track(asked))
      setTracked(asked)
      showToast({ tone: 'success', title: t('found.title'), description: t('found.text') })
    } catch (error) {
      const { code, status, message } = readProblem(error)
      fail(failures[code] ?? 'failed', status === 429 ? message : '')
    } finally {
      setBusy(false)
    }
  }
  const again = async (): Promise<readonly Issued[]> => issuedOf(tracked ? await api.booking.track(tracked) : result)
  return { result, tracked, failure, isBusy, find, forgive, again, refresh, token: undefined }
}

/** A signed link opens the whole booking by itself (C237). */
function useLinkedBooking() {
  const { api } = useShop()
  const t = useText('tracker')
  const loading = useText('loading')
  const access = useBookingAccess()
  const isAnnounced = useRef(false)
  const { data, isLoading, isError, refetch } = useQuery({
    ...bookingQuery(api, access ?? { bookingId: '', token: undefined }),
    enabled: access !== null,
    retry: false,
    // Data from the previous page may be outdated.
    refetchOnMount: 'always',
  })
  useEffect(() => {
    if (!isError || isAnnounced.current) return
    isAnnounced.current = true
    showProblem(t('notFound.title'), t('notFound.text'))
  }, [isError, t])
  const result: Tracking | null = data
    ? { access: 'full', booking: data, can_act: true, review_token: access?.token ?? null }
    : null
  const again = async (): Promise<readonly Issued[]> => (await refetch()).data?.issued_documents ?? []
  const refresh = useCallback(() => void refetch(), [refetch])
  const isOpened = access !== null && !isError
  return { result, isLoading, isOpened, message: loading('search'), again, refresh, token: access?.token }
}
