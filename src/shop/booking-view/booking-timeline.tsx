import type { TimelineEntry } from '../../modules/booking/index.ts'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { useShownInstant } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'

const failed = ['payment-failed', 'booking-cancelled', 'booking-expired']
/** What the booking waits for; a request only until it is answered. */
const answers: Readonly<Record<string, string | null>> = {
  'awaiting-confirmation': null,
  'payment-needed': null,
  'documents-needed': null,
  'proof-asked': 'proof-uploaded',
  'document-asked': 'document-replaced',
}

const isOpen = ({ event }: TimelineEntry, place: number, entries: readonly TimelineEntry[]): boolean => {
  const answer = answers[event]
  return answer !== undefined && !entries.slice(place + 1).some((each) => each.event === answer)
}

/** The confirmation comes after what the customer has to do. */
function stateOf(entry: TimelineEntry, place: number, entries: readonly TimelineEntry[]): TimelineStep['state'] {
  if (failed.includes(entry.event)) return 'failed'
  if (!isOpen(entry, place, entries)) return 'done'
  return entry.event === 'awaiting-confirmation' && entries.findIndex(isOpen) < place ? 'upcoming' : 'current'
}

/** Past events and what comes next (C241-C243). */
export function BookingTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useText('timeline')
  const shownInstant = useShownInstant()
  const steps = entries.map((entry, place) => {
    const state = stateOf(entry, place, entries)
    return {
      key: `${place} ${entry.event}`,
      state,
      title: entry.title,
      time: entry.at ? <time dateTime={entry.at}>{shownInstant(entry.at)}</time> : null,
      body: entry.description ? <p className="text-sm text-ink-2">{entry.description}</p> : null,
      stateLabel: t(state === 'upcoming' ? 'next' : state),
    }
  })
  return <Timeline steps={steps} />
}
