// @vitest-environment happy-dom
// Dialogs, the wizard and pages behind a sign-in: a shop that shows USD and charges AED.
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stillToday } from '../../../tests/support/still-today.ts'
import { addDays } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import type { BookingView, MoveQuote } from '../../modules/booking/contract.ts'
import { resolveTexts } from '../../platform/messages.server.ts'
import { aService } from '../../services/testing/service.ts'
import { fields } from '../../services/visa/fields.ts'
import { rules } from '../../services/visa/rules.ts'
import { bookingId, bookingOf, bookingToken, paymentOf, tourOf } from '../testing/fake-api.ts'
import { stepOf } from '../testing/next-step.ts'
import { type OwnApi, openShop, type Screen } from '../testing/screen.tsx'
import { amountsIn, strayAmounts } from '../testing/stray-amounts.ts'

const { longDay } = datesIn('en-GB')

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const withToken = `bookingId=${bookingId}&token=${bookingToken}`
const aed = (minor: number) => money(minor, 'AED')
const today = stillToday()
const [oldDay, newDay] = [addDays(today, 10), addDays(today, 11)]
const booked = (more: Partial<BookingView> = {}) =>
  bookingOf({
    ...{ currency: 'AED', booking_status: 'confirmed', payment_status: 'completed', travel_date: oldDay },
    price_lines: [
      { label: 'adult', quantity: 3, unit: aed(3333), total: aed(9999) },
      { label: 'child', quantity: 1, unit: aed(1001), total: aed(1001) },
    ],
    ...{ base_amount: aed(11_000), discount_amount: aed(1000), tax_amount: aed(501), total_amount: aed(11_501) },
    ...{ final_amount: aed(10_501), paid_amount: aed(10_501), refunded_amount: aed(0) },
    cancel: { is_offered: true, obstacle: null, refund: aed(5250) },
    ...more,
  })

/** Everything on the screen, with the dialogs. */
const expectOneCurrency = (least = 1) => {
  expect(strayAmounts(document.body.innerHTML, 'USD')).toEqual([])
  expect(amountsIn(document.body.innerHTML, 'USD')).toBeGreaterThanOrEqual(least)
}
const track = (booking: BookingView, own: OwnApi = {}) =>
  openShop(`/track-booking?bookingId=${booking.id}&token=${bookingToken}`, { bookings: [booking] }, own)
const press = async (page: Screen, name: string | RegExp) => fireEvent.click(await page.findByRole('button', { name }))

test('cancelling says what goes back in the chosen currency, with what was charged in parentheses', async () => {
  const page = await track(booked())
  await press(page, 'Cancel my booking')
  await page.findByText(/You get back ≈\s\$14\.31 \(AED 52\.50\) of the ≈\s\$28\.61 \(AED 105\.01\) you paid\./)
  expectOneCurrency(2)
})

test('the next step names what is to be paid', async () => {
  const page = await track(booked({ payment_status: 'pending', next_step: stepOf('pay'), paid_amount: aed(0) }))
  await page.findByRole('heading', { name: /≈\s\$28\.61 \(AED 105\.01\)/ })
  expectOneCurrency()
})

test('moving a booking shows the new price, the difference and the question in the chosen currency', async () => {
  const quote: MoveQuote = {
    ...{ old_amount: aed(10_501), new_amount: aed(15_900), departure_amount: aed(15_900), settlement: 'dearer' },
    ...{ difference: aed(5399), objection: null, needs_reason: false, is_outside_terms: false, errors: [], version: 1 },
  }
  const departure = {
    time: '15:00',
    hours: null,
    state: 'open',
    reason: null,
    left: null,
    from: aed(5500),
    prices: null,
  }
  const day = { date: newDay, state: 'open', from: aed(5500), departures: [departure] }
  const page = await track(booked(), {
    booking: { get: async () => booked(), quoteMove: async () => quote } as never,
    inventory: { availability: async () => ({ timeZone: 'Asia/Dubai', days: [day] }) } as never,
  })
  await press(page, 'Change my booking')
  const button = await page.findByRole('button', { name: new RegExp(longDay(newDay)) })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(button)
  await page.findByText(/\(AED 159\.00\)/)
  expectOneCurrency(2)
  await press(page, 'Continue')
  await page.findByRole('button', { name: /^Pay ≈\s\$14\.71$/ })
  expectOneCurrency(3)
})

test('a move that waits for its payment does too', async () => {
  const move = { travel_date: newDay, travel_time: '15:00', return_leg: null, difference: aed(5399) }
  const prepared_move = { ...move, new_amount: aed(15_900), changes_party: false, until: '2027-01-01T08:30:00.000Z' }
  const page = await track(booked({ prepared_move }))
  await page.findByRole('link', { name: /^Pay ≈\s\$14\.71$/ })
  expectOneCurrency(2)
})

test('[C228] the confirmation has every amount in both currencies, and its lines add up in each', async () => {
  const page = await openShop(`/booking-confirmation?${withToken}`, {
    bookings: [booked({ refunded_amount: aed(5250) })],
  })
  const summary = await page.findByRole('region', { name: 'Payment summary' })
  expectOneCurrency(6)
  const amounts = (symbol: RegExp) => {
    const rows = [...(summary.querySelector('dl')?.querySelectorAll('dd') ?? [])]
    return rows.map((row) => Math.round(Number(symbol.exec(row.textContent ?? '')?.[1]) * 100))
  }
  for (const shown of [amounts(/\$?(-?(?<=\$|-\$)[\d.]+)/), amounts(/(?:AED )([\d.]+)/)]) {
    // What was paid and refunded follows the total.
    expect(shown).toHaveLength(7)
    const [adult = 0, child = 0, tax = 0, discount = 0, total] = shown
    expect(adult + child + tax - Math.abs(discount)).toBe(total)
  }
})

test('[C297] the payment page says what will be charged, on the button and beside the chosen method', async () => {
  const methods = paymentOf().methods.map((each) => ({ ...each, charge: aed(15_900) }))
  const page = await openShop(`/booking-payment?${withToken}`, {
    payments: [paymentOf({ amount: aed(15_900), methods })],
  })
  await page.findByRole('button', { name: 'Pay AED 159.00' })
  expectOneCurrency(2)
  fireEvent.click(page.getByRole('radio', { name: /Sandbox card/ }))
  await page.findByText('You will be charged AED 159.00.')
  expectOneCurrency(2)
})

test('a history of bookings is in the chosen currency', async () => {
  const user = { id: 'u', name: 'Ria', email: 'ria@example.com', role: 'customer', isEmailVerified: true }
  const mine = async () => ({ items: [booked()], nextCursor: null })
  const page = await openShop('/booking-history', { user } as never, { booking: { mine } as never })
  await page.findByText('AED 105.01')
  expectOneCurrency()
})

test('the visa wizard prices in the chosen currency', async () => {
  const priced = aService(fields, { country: 'Oman', visa_type: '10-Day Visa', price: 4000, estimated_days: 3 })
  const visa = {
    ...{ ...tourOf(), kind: 'visa', slug: 'oman', href: '/visas/oman', title: 'Oman', unit: 'applicant' as const },
    ...{ currency: 'AED', from: aed(4000), was: null, party: rules.party(priced), details: priced.details },
    schedule: { ...rules.schedule(priced), slots: [], timeZone: 'Asia/Dubai', hasWaitingList: false },
    documents: resolveTexts(rules.documents(priced), 'en') as never,
  }
  const page = await openShop('/visas/oman', { services: [visa] })
  fireEvent.click(page.getAllByRole('button', { name: 'Apply Now' })[0] as HTMLElement)
  await within(await page.findByRole('dialog')).findByText('1 adult')
  expectOneCurrency(2)
})

test('the booking form prices in the chosen currency', async () => {
  const service = tourOf({ currency: 'AED', from: aed(5500) })
  const page = await openShop(`/tours/${service.id}/booking`, { services: [service] })
  expectOneCurrency(3)
  expect(page.getByRole('group', { name: 'Adults' }).textContent).toMatch(/each AED \d/)
})
