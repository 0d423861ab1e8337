import type { TimelineEntry } from '../../modules/booking/index.ts'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { shownInstant } from '../dates.ts'
import { useText } from '../intl.tsx'

const failed = ['payment-failed', 'booking-cancelled', 'booking-expired']
/** What it waits for; a question only until it was answered. */
const answers: Readonly<Record<string, string | null>> = {
  'awaiting-confirmation': null,
  'proof-asked': 'proof-uploaded',
  'document-asked': 'document-replaced',
}

function stateOf(event: string, later: readonly TimelineEntry[]): TimelineStep['state'] {
  if (failed.includes(event)) return 'failed'
  const answer = answers[event]
  return answer === undefined || later.some((each) => each.event === answer) ? 'done' : 'current'
}

/** What happened to a booking and what it waits for (C241-C243). */
export function BookingTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useText('timeline')
  const steps = entries.map((entry, place) => {
    const state = stateOf(entry.event, entries.slice(place + 1))
    return {
      key: `${entry.event} ${entry.at}`,
      state,
      title: entry.title,
      time: entry.at ? <time dateTime={entry.at}>{shownInstant(entry.at)}</time> : null,
      body: entry.description ? <p className="text-sm text-ink-2">{entry.description}</p> : null,
      stateLabel: t(state === 'upcoming' ? 'current' : state),
    }
  })
  return <Timeline steps={steps} />
}
