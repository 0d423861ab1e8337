import { maxSelected } from '../../../modules/booking/index.ts'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../actions.ts'
import { api } from '../../api.ts'
import type { Selected } from '../../lists/selection.ts'
import { textOf } from '../../text.ts'
import { type BookingSearch, filterOf } from '../filters.ts'

const t = textOf('bulkBookings')

type Props = {
  search: BookingSearch
  selected: Selected
  total: number | null
  onSelect: (selected: Selected) => void
}

/** Selects all bookings of the filter, which the server names: exactly these are acted on later. */
export function SelectAll({ search, selected, total, onSelect }: Props) {
  const all = useAction(
    async () => {
      const { versions } = await api.booking.admin.bulk.select(filterOf(search))
      onSelect(new Map(Object.entries(versions)))
    },
    { done: () => undefined, failed: t('selectFailed'), sayReason: true },
    () => {},
  )
  if (total !== null && total <= selected.size) return null
  if (total !== null && total > maxSelected)
    return <p className="text-sm text-ink-2">{t('selectTooMany', { max: maxSelected })}</p>
  return (
    <Button variant="quiet" size="sm" loading={all.isPending} onClick={all.run}>
      {total === null ? t('selectAll') : t('selectAllOf', { count: total })}
    </Button>
  )
}
