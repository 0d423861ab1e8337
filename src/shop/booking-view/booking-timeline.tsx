import type { TimelineEntry } from '../../modules/booking/index.ts'
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx'
import { shownInstant } from '../dates.ts'
import { useText } from '../intl.tsx'

const failed = ['payment-failed', 'booking-cancelled', 'booking-expired']
const open = ['awaiting-confirmation', 'proof-asked']

function stateOf(event: string): TimelineStep['state'] {
  if (failed.includes(event)) return 'failed'
  return open.includes(event) ? 'current' : 'done'
}

/** What happened to a booking and what it waits for (C241-C243). */
export function BookingTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useText('timeline')
  const steps = entries.map((entry) => {
    const state = stateOf(entry.event)
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
