import type { TimelineEntry } from '../../modules/booking/index.ts'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { useShownInstant } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'

const failed = ['payment-failed', 'booking-cancelled', 'booking-expired']
/** What the booking waits for; a request only until it is answered. */
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

/** Past events and what comes next (C241-C243). */
export function BookingTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useText('timeline')
  const shownInstant = useShownInstant()
  const steps = entries.map((entry, place) => {
    const state = stateOf(entry.event, entries.slice(place + 1))
    return {
      key: `${place} ${entry.event}`,
      state,
      title: entry.title,
      time: entry.at ? <time dateTime={entry.at}>{shownInstant(entry.at)}</time> : null,
      body: entry.description ? <p className="text-sm text-ink-2">{entry.description}</p> : null,
      stateLabel: t(state === 'upcoming' ? 'current' : state),
    }
  })
  return <Timeline steps={steps} />
}
