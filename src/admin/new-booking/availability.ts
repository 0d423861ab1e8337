import type { LocalDate } from '../../kernel/dates.ts'
import { api } from '../api.ts'
import type { Item } from './sale.ts'

/** What the shop sells on these days. */
export const availabilityOf = ({ id, kind }: Pick<Item, 'id' | 'kind'>, from: LocalDate, to: LocalDate) => ({
  queryKey: ['availability', id, from, to],
  queryFn: () => api.inventory.availability({ kind, idOrSlug: id, from, to }),
})
