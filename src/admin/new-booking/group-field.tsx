import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../kernel/money.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { controlId } from './sale.ts'
import type { Chosen, SaleForm } from './use-sale.ts'

const t = textOf('saleGroups')
const calendar = textOf('saleCalendar')

/** The departures of an item sold on group departures only. Full ones can be chosen: staff may overbook. */
export function GroupField({ form, chosen: { item } }: { form: SaleForm; chosen: Chosen }) {
  const { data, isError } = useQuery({
    queryKey: ['group-departures', item.id],
    queryFn: () => api.inventory.groups({ kind: item.kind, idOrSlug: item.id }),
  })
  const departures = data?.departures ?? []
  const options = departures.map(({ date, return_date, travel_mode, carrier, state, left, from }) => ({
    value: date,
    label: [
      return_date ? t('outAndBack', { from: date, to: return_date }) : date,
      travel_mode && t(`modes.${travel_mode}`),
      carrier,
      t('from', { price: formatMoney(from) }),
      state === 'sold_out' ? calendar('soldOut') : left !== null && calendar('left', { count: left }),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  const hint = isError ? t('failed') : data && departures.length === 0 ? t('none') : undefined
  return (
    <Field
      className="sm:col-span-2"
      id={controlId('travel_date')}
      label={t('departure')}
      hint={hint}
      required
      error={form.errors.travel_date}
    >
      <Select
        value={form.draft.date}
        placeholder={t('choose')}
        onChange={(event) => form.change({ date: event.target.value })}
        options={options}
      />
    </Field>
  )
}
