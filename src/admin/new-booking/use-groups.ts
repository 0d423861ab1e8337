import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../kernel/money.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import type { Item } from './sale.ts'

const t = textOf('saleGroups')
const calendar = textOf('saleCalendar')

/** The departures of an item that is sold on group departures only. Full ones are listed too. */
export function useGroups(item: Pick<Item, 'id' | 'kind'>, isGroupOnly = true) {
  const { data, isError, isPending } = useQuery({
    queryKey: ['group-departures', item.id],
    queryFn: () => api.inventory.groups({ kind: item.kind, idOrSlug: item.id }),
    enabled: isGroupOnly,
  })
  const options = (data?.departures ?? []).map(({ date, return_date, travel_mode, carrier, state, left, from }) => ({
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
  return { options, isLoaded: data !== undefined, isError, isPending }
}
