import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { bookingStatusName, kindName, paymentStatusName } from '../labels.tsx'
import { textOf } from '../text.ts'
import { type BookingSearch, type ChangeSearch, type FilterKey, filterOf } from './filters.ts'
import { staffQuery } from './staff-query.ts'

const t = textOf('bookings')

interface Chip {
  readonly text: string
  readonly keys: readonly FilterKey[]
}

/** The filters that apply, each with a button that removes it. The search has a field of its own. */
export function FilterChips({ search, onChange }: { search: BookingSearch; onChange: ChangeSearch }) {
  const { staff } = filterOf(search)
  const names = useQuery({ ...staffQuery, enabled: staff !== undefined })
  const staffName = staff && (names.isPending ? '…' : names.data?.find(({ id }) => id === staff)?.name)
  const chips = chipsOf(search, staffName ?? t('unknownStaff'))
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chips.map(({ text, keys }) => (
        <li key={keys.join()}>
          <button
            type="button"
            className="inline-flex min-h-8 items-center gap-1 rounded-full border border-control bg-surface ps-3 pe-2 text-sm hover:bg-sunken pointer-coarse:min-h-11"
            aria-label={t('removeFilter', { filter: text })}
            onClick={() => onChange(Object.fromEntries(keys.map((key) => [key, ''])))}
          >
            {text}
            <X aria-hidden="true" className="size-4 text-ink-2" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function chipsOf(search: BookingSearch, staffName: string): readonly Chip[] {
  const filter = filterOf(search)
  const { status, type, payment, open, documents, staff } = filter
  const chip = (key: string, value: string, keys: readonly FilterKey[]): Chip => ({
    text: t(`chips.${key}`, { value, days: value }),
    keys,
  })
  const travel = daysText(filter.travel_from, filter.travel_to)
  const booked = daysText(filter.booked_from, filter.booked_to)
  return [
    ...(status ? [chip('status', bookingStatusName(status), ['status'])] : []),
    ...(type ? [chip('type', kindName(type), ['type'])] : []),
    ...(payment ? [chip('payment', paymentStatusName(payment), ['payment'])] : []),
    ...(open ? [chip('open', t(`openKinds.${open}`), ['open'])] : []),
    ...(documents ? [chip('documents', t('missingDocuments'), ['documents'])] : []),
    ...(travel ? [chip('travel', travel, ['travel_from', 'travel_to'])] : []),
    ...(booked ? [chip('booked', booked, ['booked_from', 'booked_to'])] : []),
    ...(staff ? [chip('staff', staffName, ['staff'])] : []),
  ]
}

function daysText(from: string | undefined, to: string | undefined): string | null {
  if (!from && !to) return null
  const form = !to ? 'from' : !from ? 'to' : from === to ? 'one' : 'range'
  return t(`days.${form}`, { from: from ?? '', to: to ?? '' })
}
