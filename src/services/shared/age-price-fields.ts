// What is kept of prices by age; what they come to is per-person.ts, which pages fetch without the schemas.
import type { FieldSpec } from '../kind.ts'
import { amount, optionalAmount } from './inputs.ts'

export const agePrices = () => ({
  price_adult: amount(),
  price_child: optionalAmount(),
  price_infant: optionalAmount(),
})
export const agePriceSpecs: readonly FieldSpec[] = [
  { name: 'price_adult', label: 'Adult price', group: 'pricing', input: 'money', required: true },
  {
    name: 'price_child',
    label: 'Child price (2-11 years)',
    group: 'pricing',
    input: 'money',
    hint: 'Empty: children are not offered. 0: children are free.',
  },
  {
    name: 'price_infant',
    label: 'Infant price (under 2 years)',
    group: 'pricing',
    input: 'money',
    hint: 'Empty: infants are not offered. 0: infants are free.',
  },
]
