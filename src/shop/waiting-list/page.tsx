import texts from 'shop-messages:waiting,bookingFacts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type * as z from 'zod'
import { joined } from '../../kernel/messages.ts'
import type { waitingView } from '../../modules/inventory/contract.ts'
import { Notice, type Tone } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useSay } from '../../ui/say.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useStartText } from '../booking-move/start-text.ts'
import { isMissing } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { showProblem } from '../form/problem-toast.ts'
import { PageHead } from '../head/page-head.tsx'
import { useShownInstant } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { MissingScreen } from '../page-states/missing-screen.tsx'
import { ShopLink } from '../routing/link.tsx'

addMessages(texts)

type Entry = z.infer<typeof waitingView>

/** The page of a waiting list entry, opened by the link in its mail: its state, and a button to leave. */
export function WaitingListPage() {
  const t = useText('waiting')
  const { api } = useShop()
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const { data, error, refetch } = useQuery({
    queryKey: ['waiting-entry', token],
    queryFn: () => api.inventory.waiting.entry({ token }),
    enabled: token !== '',
    retry: (count, problem) => count < 2 && !isMissing(problem),
  })
  if (token === '' || (error && isMissing(error)))
    return (
      <MissingScreen title={t('missingTitle')} text={t('missingText')}>
        <ShopLink href="/" className={buttonClass()}>
          {t('home')}
        </ShopLink>
      </MissingScreen>
    )
  return (
    <div className="wide max-w-2xl py-8">
      <PageHead title={t('pageTitle')} isPrivate />
      <h1>{t('pageTitle')}</h1>
      {data ? (
        <EntryCard entry={data} token={token} />
      ) : error ? (
        <Notice tone="danger" title={t('loadFailed')} className="mt-6">
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </Notice>
      ) : (
        <div role="status" aria-label={t('loading')} className="mt-6">
          <Skeleton className="h-48 w-full" />
        </div>
      )}
    </div>
  )
}

const tones: Partial<Record<Entry['state'], Tone>> = { waiting: 'info', offered: 'success', booked: 'success' }

function EntryCard({ entry, token }: { entry: Entry; token: string }) {
  const startText = useStartText()
  const t = useText('waiting')
  const facts = useText('bookingFacts')
  const shownInstant = useShownInstant()
  const say = useSay()
  const { state, date, time, adults, children, infants, offered_until: until } = entry
  const people = [
    ...(adults > 0 ? [facts('adults', { count: adults })] : []),
    ...(children > 0 ? [facts('children', { count: children })] : []),
    ...(infants > 0 ? [facts('infants', { count: infants })] : []),
  ]
  return (
    <Card as="section" aria-labelledby="waiting-entry" className="mt-6">
      <div className="card-body gap-4 wrap-anywhere">
        <h2 id="waiting-entry" className="text-xl">
          {entry.service_title}
        </h2>
        <p>
          {startText({ date, time })}
          <br />
          {say(joined(people))}
        </p>
        <Notice tone={tones[state] ?? 'neutral'} role="status" title={t(`is.${state}`)}>
          {until ? t('heldText', { at: shownInstant(until) }) : t(`isText.${state}`)}
        </Notice>
        <div className="flex flex-wrap gap-3">
          {entry.offer_href ? (
            <ShopLink href={entry.offer_href} className={buttonClass()}>
              {t('book')}
            </ShopLink>
          ) : (
            <ShopLink href={entry.service_href} className={buttonClass({ variant: 'secondary' })}>
              {t('toService')}
            </ShopLink>
          )}
          {state === 'waiting' || state === 'offered' ? <LeaveButton token={token} /> : null}
        </div>
      </div>
    </Card>
  )
}

function LeaveButton({ token }: { token: string }) {
  const t = useText('waiting')
  const { api } = useShop()
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: () => api.inventory.waiting.leave({ token }),
    onSuccess: (left) => client.setQueryData(['waiting-entry', token], left),
    onError: () => showProblem(t('leaveFailed'), t('failedText')),
  })
  return (
    <Button variant="secondary" loading={leave.isPending} onClick={() => leave.mutate()}>
      {t('leave')}
    </Button>
  )
}
