import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { dateTime, inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'

const t = textOf('booking')
type Entry = Booking['history'][number]

/** Everything that happened, with who did it; entries are only ever added (A162). */
export const HistoryPanel = ({ booking }: { booking: Booking }) => (
  <Panel id="history" title={t('history')}>
    <Timeline steps={booking.history.map(stepOf)} />
  </Panel>
)

const stepOf = (entry: Entry, index: number): TimelineStep => ({
  key: `${index}-${entry.at}`,
  state: /cancelled|rejected|failed|expired/.test(entry.event) ? 'failed' : 'done',
  title: inWords(entry.event),
  time: (
    <>
      <time dateTime={entry.at}>{dateTime(entry.at)}</time> · {entry.actorName ?? t(`actors.${entry.actor}`)}
    </>
  ),
  body: factsOf(entry.data).map((fact) => (
    <p key={fact} className="text-sm break-words">
      {fact}
    </p>
  )),
})

/** A reason speaks for itself; other facts say what they are. A receipt's number stands as it was written. */
const factsOf = (data: Entry['data']): string[] =>
  Object.entries(data).flatMap(([key, value]) => {
    if (typeof value === 'number') return [`${inWords(key)} ${value}`]
    if (typeof value !== 'string' || value === '') return []
    if (key === 'reason') return [value]
    return [`${inWords(key)}: ${key === 'receipt' ? value : inWords(value)}`]
  })
