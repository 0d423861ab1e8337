import type { FieldSpec } from '../../services/kind.ts'
import { say, textOf } from '../text.ts'

const t = textOf('catalogue')

/** The words for ascending and descending depend on the column's type. */
type Order = 'text' | 'amount' | 'day' | 'isOn' | 'active'
const shared: Readonly<Record<string, Order>> = {
  title: 'text',
  from: 'amount',
  // Stored as text: 'active' sorts before 'inactive'.
  status: 'active',
  is_featured: 'isOn',
  created_at: 'day',
  updated_at: 'day',
}
const byInput: Partial<Record<FieldSpec['input'], Order>> = {
  money: 'amount',
  number: 'amount',
  ratio: 'amount',
  date: 'day',
  switch: 'isOn',
}

/** Every column in both orders, for layouts without sortable headings. */
export function sortOptions(own: readonly Pick<FieldSpec, 'name' | 'label' | 'input'>[]) {
  const columns = [
    ...Object.entries(shared).map(([key, order]) => ({ key, order, column: t(`columns.${key}`) })),
    ...own.map(({ name, label, input }) => ({ key: name, order: byInput[input] ?? 'text', column: say(label) })),
  ]
  return columns.flatMap(({ key, order, column }) =>
    (['asc', 'desc'] as const).map((way) => ({
      value: `${key}.${way}`,
      label: t(`sorts.${order}.${way}`, { column }),
    })),
  )
}
