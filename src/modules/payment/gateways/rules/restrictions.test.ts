import { expect, it } from 'vitest'
import { defaultRatesPerUsd } from '../../../../kernel/money.ts'
import { resolveTexts } from '../../../../platform/messages.server.ts'
import { refusedCurrencies, restrictionsOf as restrictionsInKeys } from './restrictions.ts'

const restrictionsOf = (...input: Parameters<typeof restrictionsInKeys>) =>
  resolveTexts(restrictionsInKeys(...input), 'en')

const own = { label: 'Acme', charge: { rule: 'booking' }, currencies: ['USD', 'EUR'] } as const
const fixed = { label: 'Acme', charge: { rule: 'setting', key: 'acme_currency', fallback: 'USD' } } as const

it('lists catalogue currencies that a provider cannot charge [C198]', () => {
  expect(restrictionsOf(own, ['AED', 'USD'], {}, defaultRatesPerUsd)).toEqual([
    'Not for bookings in AED: Acme cannot take payments in AED',
  ])
})

it('lists currencies without an exchange rate', () => {
  const all = { ...fixed, currencies: null }
  const { AED: _none, ...rates } = defaultRatesPerUsd
  expect(restrictionsOf(all, ['AED', 'INR'], {}, rates)).toEqual([
    'Not for bookings in AED: No exchange rate from AED to USD is set',
  ])
  expect(restrictionsOf(all, ['AED', 'INR'], {}, defaultRatesPerUsd)).toEqual([])
})

it('refuses every currency when the configured one cannot be charged', () => {
  const usd = { ...fixed, currencies: ['USD'], currencyRefusal: 'Acme takes no rupees' }
  const refused = refusedCurrencies(usd, ['AED', 'INR'], { acme_currency: 'INR' }, defaultRatesPerUsd)
  expect(refused.map(({ currency, reason }) => `${currency}: ${reason}`)).toEqual([
    'AED: Acme takes no rupees',
    'INR: Acme takes no rupees',
  ])
})

it('groups currencies with the same reason', () => {
  const odd = { ...own, currencyRefusal: 'Acme takes dollars and euros' }
  expect(restrictionsOf(odd, ['AED', 'GBP', 'INR', 'USD'], {}, defaultRatesPerUsd)).toEqual([
    'Not for bookings in AED, GBP, or INR: Acme takes dollars and euros',
  ])
})

it('shows the limits of the charged currency once', () => {
  const limits = { USD: { min: 50, max: 99_999_999 }, INR: { min: 100 } }
  expect(restrictionsOf({ ...fixed, currencies: null, limits }, ['AED', 'INR'], {}, defaultRatesPerUsd)).toEqual([
    'Not for payments of less than $0.50',
    'Not for payments of more than $999,999.99',
  ])
})
