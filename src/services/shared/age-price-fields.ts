// The stored fields of prices by age. The calculation is in per-person.ts, so that pages need not load the schemas.
import type { FieldSpec } from '../kind.ts'
import { amount, optionalAmount } from './inputs.ts'
import { text } from './text.ts'

export const agePrices = () => ({
  price_adult: amount(),
  price_child: optionalAmount(),
  price_infant: optionalAmount(),
})
export const agePriceNames = ['price_adult', 'price_child', 'price_infant'] as const
export const agePriceSpecs: readonly FieldSpec[] = [
  { name: 'price_adult', label: text('fields.price_adult'), group: 'pricing', input: 'money', required: true },
  {
    name: 'price_child',
    label: text('fields.price_child'),
    group: 'pricing',
    input: 'money',
    hint: text('fields.price_child_hint'),
  },
  {
    name: 'price_infant',
    label: text('fields.price_infant'),
    group: 'pricing',
    input: 'money',
    hint: text('fields.price_infant_hint'),
  },
]
