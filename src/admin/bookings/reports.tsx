import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Badge } from '../../ui/badge.tsx'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('payment')
const tones: Readonly<Record<string, 'warn' | 'success'>> = { mismatch: 'warn', applied: 'success' }
const known = ['applied', 'unchanged', 'mismatch']

export function Reports({ events }: { events: AdminPayment['events'] }) {
  if (events.length === 0) return null
  return (
    <Accordion title={t('reports', { count: events.length })} className="-mb-3 border-t border-b-0 border-line">
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="grid gap-1 py-2 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={tones[event.outcome] ?? 'neutral'}>
                {known.includes(event.outcome) ? t(`outcomes.${event.outcome}`) : inWords(event.outcome)}
              </Badge>
              <time dateTime={event.at}>{dateTime(event.at)}</time>
            </p>
            {event.note ? <p className="text-ink">{event.note}</p> : null}
          </li>
        ))}
      </ul>
    </Accordion>
  )
}
