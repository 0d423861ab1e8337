import { expect, test } from 'vitest'
import { kinds } from '../../services/index.ts'
import { judge, placed } from './taken-travellers.ts'

const visa = kinds.find(({ key }) => key === 'visa') ?? expect.fail('no visas')
const { rules } = await visa.rules()
const item = { title: 'UAE 30 days', currency: 'USD', details: { country: 'UAE', visa_type: '30 days', price: 9_000 } }
const sold = { rules, item, details: {}, today: '2026-11-21' }
const dates = { arrival: '2026-12-10', departure: '2026-12-20' }
const anita = {
  ...{ name: 'Anita Rao', date_of_birth: '1988-05-12', passport_number: 'P1234567', passport_expiry: '2031-01-01' },
  booking_reference: 'TH-1',
}

test('a traveller is judged by the rules of the kind', () => {
  expect(judge(sold, anita, dates)).toMatchObject({ type: 'adult', errors: [], warnings: [] })
  const { errors } = judge(sold, { ...anita, passport_expiry: '2026-12-01' }, dates)
  expect(errors).toHaveLength(1)
  expect(judge(sold, { ...anita, passport_number: null }, dates).errors).toHaveLength(1)
})

test('a child on the day of arrival is a child, and one who has turned twelve by then an adult', () => {
  expect(judge(sold, { ...anita, date_of_birth: '2014-12-11' }, dates).type).toBe('child')
  expect(judge(sold, { ...anita, date_of_birth: '2014-12-10' }, dates).type).toBe('adult')
})

test('a passport that expires soon is a warning, which saving acknowledges', () => {
  const { errors, warnings, fields } = judge(sold, { ...anita, passport_expiry: '2027-03-01' }, dates)
  expect([errors, warnings.length, fields.acknowledge_passport_expiry]).toEqual([[], 1, true])
})

test('children come after all adults of the booking, also after those without details', () => {
  const child = judge(sold, { ...anita, date_of_birth: '2018-01-01' }, dates)
  const adult = judge(sold, anita, dates)
  expect(placed([child, adult], 2).map(({ position, judged }) => [position, judged.type])).toEqual([
    [2, 'child'],
    [0, 'adult'],
  ])
})
