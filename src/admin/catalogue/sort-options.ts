import type { FieldSpec } from '../../services/kind.ts'
import { textOf } from '../text.ts'

const t = textOf('catalogue')

/** What up and down mean to people: it differs by what stands in the column. */
type Order = 'text' | 'amount' | 'day' | 'isOn' | 'active'
const shared: Readonly<Record<string, Order>> = {
  title: 'text',
  from: 'amount',
  // Kept as a word: 'active' comes before 'inactive'.
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

/** Every column both ways, for whoever has no headings to press. */
export function sortOptions(own: readonly Pick<FieldSpec, 'name' | 'label' | 'input'>[]) {
  const columns = [
    ...Object.entries(shared).map(([key, order]) => ({ key, order, column: t(`columns.${key}`) })),
    ...own.map(({ name, label, input }) => ({ key: name, order: byInput[input] ?? 'text', column: label })),
  ]
  return columns.flatMap(({ key, order, column }) =>
    (['asc', 'desc'] as const).map((way) => ({
      value: `${key}.${way}`,
      label: t(`sorts.${order}.${way}`, { column }),
    })),
  )
}
