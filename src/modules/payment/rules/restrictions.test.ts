import { expect, it } from 'vitest'
import { defaultRatesPerUsd } from '../../../kernel/money.ts'
import { refusedCurrencies, restrictionsOf } from './restrictions.ts'

const own = { label: 'Acme', charge: { rule: 'booking' }, currencies: ['USD', 'EUR'] } as const
const fixed = { label: 'Acme', charge: { rule: 'setting', key: 'acme_currency', fallback: 'USD' } } as const

it('says which currencies of the catalogue a provider that charges the booking’s own cannot take [C198]', () => {
  expect(restrictionsOf(own, ['AED', 'USD'], {}, defaultRatesPerUsd)).toEqual([
    'Not for bookings in AED: Acme cannot take payments in AED',
  ])
})

it('says from which currency there is no exchange rate to the one that is charged', () => {
  const all = { ...fixed, currencies: null }
  const { AED: _none, ...rates } = defaultRatesPerUsd
  expect(restrictionsOf(all, ['AED', 'INR'], {}, rates)).toEqual([
    'Not for bookings in AED: No exchange rate from AED to USD is set',
  ])
  expect(restrictionsOf(all, ['AED', 'INR'], {}, defaultRatesPerUsd)).toEqual([])
})

it('refuses every currency where the one that is set cannot be charged, whatever services are priced in', () => {
  const usd = { ...fixed, currencies: ['USD'], currencyRefusal: 'Acme takes no rupees' }
  const refused = refusedCurrencies(usd, ['AED', 'INR'], { acme_currency: 'INR' }, defaultRatesPerUsd)
  expect(refused.map(({ currency, reason }) => `${currency}: ${reason}`)).toEqual([
    'AED: Acme takes no rupees',
    'INR: Acme takes no rupees',
  ])
})

it('says a reason once for all the currencies that it holds for', () => {
  const odd = { ...own, currencyRefusal: 'Acme takes dollars and euros' }
  expect(restrictionsOf(odd, ['AED', 'GBP', 'INR', 'USD'], {}, defaultRatesPerUsd)).toEqual([
    'Not for bookings in AED, GBP, or INR: Acme takes dollars and euros',
  ])
})

it('names the limits of the currency that is charged, once', () => {
  const limits = { USD: { min: 50, max: 99_999_999 }, INR: { min: 100 } }
  expect(restrictionsOf({ ...fixed, currencies: null, limits }, ['AED', 'INR'], {}, defaultRatesPerUsd)).toEqual([
    'Not for payments of less than $0.50',
    'Not for payments of more than $999,999.99',
  ])
})
