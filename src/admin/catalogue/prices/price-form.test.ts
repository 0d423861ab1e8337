import { expect, test } from 'vitest'
import { type PriceForm, readPriceForm } from './price-form.ts'

const form: PriceForm = {
  ...{ direction: 'raise', unit: 'percent', value: '10', currency: 'USD', rounding: 'none', fields: ['price_adult'] },
}
const by = (next: Partial<PriceForm>) => readPriceForm({ ...form, ...next }).change?.by ?? null

test.each(['10', ' 10 ', '10%', '10 %'])('the percentage "%s" is read', (value) => {
  expect(by({ value })).toEqual({ unit: 'percent', percent: '10' })
})
test.each(['', '0', '0.00', '-5', '1.234', '1,5', 'ten', '1000'])('"%s" is no percentage', (value) => {
  expect(by({ value })).toBeNull()
})
test.each([
  ['5', 500],
  ['1,200.50', 120_050],
])('the amount "%s" is read', (value, minor) => {
  expect(by({ unit: 'amount', value })).toEqual({ unit: 'amount', amount: { minor, currency: 'USD' } })
})
test.each(['', '0', '-5', '1.234'])('"%s" is no amount', (value) => {
  expect(by({ unit: 'amount', value })).toBeNull()
})
test('every fault is named at its field', () => {
  expect(readPriceForm({ ...form, value: '', fields: [] })).toEqual({
    change: null,
    errors: {
      value: 'Enter a percentage above 0 with at most two decimals, such as 10 or 2.5',
      fields: 'Choose at least one price',
    },
  })
})
