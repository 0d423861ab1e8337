import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { api } from '../api.ts'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { useAnswerSpecs } from './answer-specs.ts'
import { eventFacts, type HistoryOwner } from './event-facts.ts'
import { MailText } from './mail-text.tsx'
import { type Booking, Panel } from './panel.tsx'

const t = textOf('booking')
const words = textOf('timeline')
type Line = Awaited<ReturnType<typeof api.booking.admin.timeline>>['items'][number]
const rowsAPage = 30
const queuedMs = 3_000
const tones = { queued: 'neutral', sent: 'success', not_sent: 'warn', failed: 'danger' } as const

/** Everything that happened to the booking, newest first (A162, A186). */
export function TimelinePanel({ booking }: { booking: Booking }) {
  const timeline = useInfiniteQuery({
    queryKey: ['booking-timeline', booking.id],
    queryFn: ({ pageParam }) =>
      api.booking.admin.timeline({ bookingId: booking.id, limit: rowsAPage, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Mails leave within seconds, so poll until none is pending.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ mail }) => mail?.status === 'queued')) ? queuedMs : false,
  })
  const { specs } = useAnswerSpecs(booking.service_type)
  const lines = timeline.data?.pages.flatMap(({ items }) => items)
  return (
    <Panel id="history" title={t('history')}>
      {lines ? <Timeline steps={lines.map((line) => stepOf({ booking, specs }, line))} /> : null}
      {timeline.isPending ? <p className="text-ink-2">{words('loading')}</p> : null}
      {timeline.isError ? (
        <div role="alert" className="grid justify-items-start gap-2">
          <p>{words('failed')}</p>
          <Button variant="secondary" size="sm" onClick={() => void timeline.refetch()}>
            {textOf('shell')('retry')}
          </Button>
        </div>
      ) : null}
      {timeline.hasNextPage ? (
        <div>
          <Button
            variant="secondary"
            size="sm"
            loading={timeline.isFetchingNextPage}
            onClick={() => void timeline.fetchNextPage()}
          >
            {words('more')}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

const stepOf = (of: HistoryOwner, line: Line): TimelineStep => ({
  key: line.key,
  state: /cancelled|rejected|failed|expired/.test(line.mail ? line.mail.status : line.name) ? 'failed' : 'done',
  title: titleOf(line),
  time: (
    <>
      <time dateTime={line.at}>{dateTime(line.at)}</time> · {line.actorName ?? t(`actors.${line.actor}`)}
    </>
  ),
  body: <Body {...of} line={line} />,
})

function titleOf({ source, name, mail }: Line): string {
  if (mail) return mail.subject
  if (source === 'action' || source === 'message') return words(`actions.${name.replace('.', '-')}`)
  return source === 'view' ? words('viewed', { name: inWords(name) }) : inWords(name)
}

function Body({ booking, specs, line }: HistoryOwner & { line: Line }) {
  const { mail, source, data } = line
  if (mail)
    return (
      <div className="grid justify-items-start gap-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          <Badge tone={tones[mail.status]}>{t(`mailStatuses.${mail.status}`)}</Badge> {words('to', { to: mail.to })}
        </p>
        {mail.lastError ? <p className="break-words text-danger">{mail.lastError}</p> : null}
        <MailText bookingId={booking.id} mail={mail} />
      </div>
    )
  const facts = source === 'event' ? eventFacts({ booking, specs }, line.name, data) : actionFacts(data)
  return facts.map((fact) => (
    <p key={fact} className="typed text-sm break-words whitespace-pre-wrap">
      {fact}
    </p>
  ))
}

function actionFacts({ admin_notes: notes, note, message, task, due_on: day, assignee }: Line['data']): string[] {
  if (typeof task === 'string' && typeof day === 'string')
    return [task, words('taskFacts', { day, assignee: typeof assignee === 'string' ? assignee : words('taskNobody') })]
  return [notes, note, message].filter((text) => typeof text === 'string').slice(0, 1)
}
