// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stillToday } from '../../../tests/support/still-today.ts'
import { addDays } from '../../kernel/dates.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import type { BookingView, MoveQuote } from '../../modules/booking/contract.ts'
import { bookingOf, bookingToken, paymentOf } from '../testing/fake-api.ts'
import { openShop, refused, type Screen } from '../testing/screen.tsx'

const { longDay, shortDayAndYear } = datesIn('en-GB')

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const usd = (minor: number) => ({ minor, currency: 'USD' })
const today = stillToday()
const [oldDay, newDay] = [addDays(today, 10), addDays(today, 11)]
const departure = (time: string, left: number | null = null) => {
  const place = { state: 'open', reason: null, left, from: usd(5500), prices: null } as const
  return { time, hours: null, ...place }
}
const days = async ({ from, to }: { from: string; to: string }) => {
  const all = []
  for (let date = from; date <= to; date = addDays(date, 1))
    all.push({ date, state: 'open' as const, from: usd(5500), departures: [departure('09:00'), departure('15:00', 3)] })
  return { timeZone: 'Asia/Dubai', days: all }
}
const aQuote = (more: Partial<MoveQuote> = {}): MoveQuote => ({
  ...{ old_amount: usd(15_500), new_amount: usd(15_500), departure_amount: usd(15_500), settlement: 'same' },
  ...{
    difference: null,
    objection: null,
    needs_reason: false,
    is_outside_terms: false,
    errors: [],
    version: 7,
    ...more,
  },
})
const booked = (more: Partial<BookingView> = {}) =>
  bookingOf({ booking_status: 'confirmed', travel_date: oldDay, travel_time: '15:00', ...more })

type Asked = { quotes: unknown[]; moves: { input: unknown; key: string | undefined }[]; kept: unknown[] }
async function openTracker(
  quote: Partial<MoveQuote>,
  answers: readonly unknown[] = [null],
  booking = booked(),
  { moved = booking, availability = days as unknown } = {},
) {
  const asked: Asked = { quotes: [], moves: [], kept: [] }
  const left = [...answers]
  const page = await openShop(
    `/booking-tracker?bookingId=${booking.id}&token=${bookingToken}`,
    { payments: [paymentOf()] },
    {
      booking: {
        get: async () => booking,
        quoteMove: async (input: unknown) => {
          asked.quotes.push(input)
          return aQuote(quote)
        },
        move: async (input: unknown, options: { context?: { idempotencyKey?: string } }) => {
          asked.moves.push({
            input,
            key: options?.context?.idempotencyKey,
          })
          const answer = left.shift()
          if (answer) throw answer
          return moved
        },
        keepDeparture: async (input: unknown) => {
          asked.kept.push(input)
          return booking
        },
      } as never,
      inventory: { availability: availability as never },
    },
  )
  return { page, asked }
}
async function openDialog(page: Screen) {
  fireEvent.click(await page.findByRole('button', { name: 'Change my booking' }))
  return within(await page.findByRole('dialog', { name: 'Change my booking' }))
}
/** The day is chosen once the server has answered. */
async function choose(dialog: Screen, day: string) {
  fireEvent.click(await dialog.findByRole('button', { name: new RegExp(longDay(day)) }))
  await dialog.findByRole('button', { name: new RegExp(`${longDay(day)}.*, chosen`) })
}
const press = async (dialog: Screen, name: string) => fireEvent.click(await dialog.findByRole('button', { name }))

describe('a day that is pressed before its month is loaded', () => {
  type Input = Parameters<typeof days>[0]
  /** Months wait for `load`; single days are answered at once. */
  async function openEarly() {
    const months: ((answer: Promise<unknown>) => void)[] = []
    const availability = (input: Input) =>
      input.from === input.to ? days(input) : new Promise((resolve) => months.push(resolve))
    const { page, asked } = await openTracker({}, [null], booked(), { availability })
    const dialog = await openDialog(page)
    const day = await dialog.findByRole('button', { name: new RegExp(longDay(newDay)) })
    fireEvent.click(day)
    await dialog.findByText('Checking this day…')
    expect(day.getAttribute('aria-busy')).toBe('true')
    expect(asked.quotes).toEqual([])
    const load = (answer: Promise<unknown>) => {
      for (const resolve of months.splice(0)) resolve(answer)
    }
    return { dialog, asked, load }
  }
  const month = (change: object = {}) =>
    days({ from: oldDay, to: addDays(today, 20) }).then(({ days: all, ...answer }) => ({
      ...answer,
      days: all.map((day) => (day.date === newDay ? { ...day, ...change } : day)),
    }))

  test('is chosen when the month arrives', async () => {
    const { dialog, asked, load } = await openEarly()
    load(month())
    await waitFor(() => expect(asked.quotes.at(-1)).toMatchObject({ travel_date: newDay, travel_time: '15:00' }))
    expect(dialog.queryByText('Checking this day…')).toBeNull()
  })

  test('says why it cannot be chosen when the month arrives', async () => {
    const { dialog, asked, load } = await openEarly()
    load(month({ state: 'sold_out' }))
    await dialog.findByText(new RegExp(`^${longDay(newDay)}, Sold out`))
    expect(asked.quotes).toEqual([])
  })

  test('says so when the month cannot be loaded', async () => {
    const { dialog, load } = await openEarly()
    load(Promise.reject(refused('request/invalid', { status: 422 })))
    await dialog.findByText(`${longDay(newDay)}, not loaded. Close this and try again.`)
  })
})

describe('changing a booking in the tracker', () => {
  test('shows the old and the new day and the difference, and asks before it moves', async () => {
    const { page, asked } = await openTracker({ new_amount: usd(12_000), settlement: 'refund' })
    const dialog = await openDialog(page)
    expect(dialog.getByText(`${shortDayAndYear(oldDay)}, 03:00 PM`)).toBeTruthy()
    await choose(dialog, newDay)
    await dialog.findByText('The new price is $120.00. We refund $35.00 to your original payment method.')
    expect(asked.quotes.at(-1)).toMatchObject({ travel_date: newDay, travel_time: '15:00', token: bookingToken })
    await press(dialog, 'Continue')
    const question = within(await page.findByRole('dialog', { name: 'Change to this date?' }))
    expect(question.getByText(`${shortDayAndYear(newDay)}, 03:00 PM`)).toBeTruthy()
    expect(asked.moves).toEqual([])
    await press(question, 'Change booking')
    await page.findByText(`Your booking is now for ${shortDayAndYear(newDay)}. We have sent you an email.`)
    const start = { travel_date: newDay, travel_time: '15:00', version: 7, expected_amount: usd(12_000) }
    expect(asked.moves).toMatchObject([{ input: start, key: expect.stringMatching(/.{8}/) }])
    await waitFor(() => expect(page.queryByRole('dialog', { name: /^Change/ })).toBeNull())
  })

  test('leads to the payment of the difference for a dearer day of a paid booking', async () => {
    const move = {
      travel_date: newDay,
      travel_time: '15:00',
      return_leg: null,
      difference: usd(2_000),
      new_amount: usd(17_500),
    }
    const prepared_move = { ...move, changes_party: false, until: new Date(Date.now() + 30 * 60_000).toISOString() }
    const quote = { new_amount: usd(17_500), difference: usd(2_000), settlement: 'dearer' } as const
    const { page, asked } = await openTracker(quote, [null], booked(), { moved: booked({ prepared_move }) })
    const dialog = await openDialog(page)
    await choose(dialog, newDay)
    await dialog.findByText(
      'The new price is $175.00. Your booking changes once you have paid the difference of $20.00.',
    )
    await press(dialog, 'Continue')
    await press(page, 'Pay $20.00')
    await page.findByRole('heading', { name: 'Complete Your Payment' })
    expect(asked.moves).toMatchObject([{ input: { expected_amount: usd(17_500), version: 7 } }])
  })

  test('shows a move that waits for its payment, and keeps the date after a question', async () => {
    const move = {
      travel_date: newDay,
      travel_time: '15:00',
      return_leg: null,
      difference: usd(2_000),
      new_amount: usd(17_500),
    }
    const prepared_move = { ...move, changes_party: false, until: '2027-01-01T08:30:00.000Z' }
    const { page, asked } = await openTracker({}, [null], booked({ prepared_move }))
    await page.findByText(`Pay $20.00 to move to ${shortDayAndYear(newDay)}, 03:00 PM`)
    const link = page.getByRole('link', { name: 'Pay $20.00' })
    expect(link.getAttribute('href')).toContain('/booking-payment?')
    await press(page, 'Keep my current date')
    expect(asked.kept).toEqual([])
    await press(page, 'Yes, keep it')
    await waitFor(() => expect(asked.kept).toMatchObject([{ token: bookingToken }]))
  })

  test('says why a dearer day of a paid booking cannot be chosen, with the contact', async () => {
    const objection = 'This departure costs $20.00 more than your current one.'
    const { page } = await openTracker({ settlement: 'dearer', objection })
    const dialog = await openDialog(page)
    await choose(dialog, newDay)
    await dialog.findByText(/more than your current one/)
    expect(dialog.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contact')
    expect(dialog.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true)
  })

  test('keeps the dialog open with the reason when the places were lost, and repeats a lost request with its key', async () => {
    const full = refused('booking/slot-full', { status: 409, message: 'No places are left.' })
    const { page, asked } = await openTracker({}, [full, null])
    const dialog = await openDialog(page)
    await choose(dialog, newDay)
    await dialog.findByText('The price stays the same: $155.00.')
    for (const name of ['Continue', 'Change booking']) await press(dialog, name)
    await dialog.findByText('No places are left.')
    await dialog.findByText('The price stays the same: $155.00.')
    for (const name of ['Continue', 'Change booking']) await press(dialog, name)
    await page.findByText('Booking changed')
    expect(new Set(asked.moves.map(({ key }) => key)).size).toBe(1)
  })

  test('is replaced by the reason where the booking cannot be moved, and absent where nothing could', async () => {
    const obstacle = 'The date can be changed online only while cancellation is free.'
    const move = { is_offered: true, obstacle, until: null, left: 3 }
    const { page } = await openTracker({}, [], booked({ move }))
    await page.findByText(new RegExp(obstacle))
    expect(page.queryByRole('button', { name: 'Change my booking' })).toBeNull()
    const over = await openTracker({}, [], booked({ move: { ...move, is_offered: false } }))
    await over.page.findByRole('region', { name: 'Your booking' })
    expect(over.page.queryByText('Change your date')).toBeNull()
  })

  test('has its last day written like the deadlines of the cancellation', async () => {
    const move = { is_offered: true, obstacle: null, until: '2027-01-01', left: 3 }
    const { page } = await openTracker({}, [], booked({ move }))
    await page.findByText('You can change the day or time until Fri 1 Jan 2027.')
  })
})

describe('changing a return trip', () => {
  const home = addDays(today, 14)
  const back = { travel_date: home, travel_time: '15:00', pickup_location: 'Hotel Sea', trip_facts: [] }
  const returnTrip = (more: Partial<BookingView> = {}) => booked({ return_leg: back, ...more })
  const chooseLeg = (dialog: Screen, name: RegExp) => fireEvent.click(dialog.getByRole('radio', { name }))

  test('moves the return trip alone, and says that either can be changed', async () => {
    const { page, asked } = await openTracker({}, [null], returnTrip())
    await page.findByText('You can change the outbound trip, the return trip, or both.')
    const dialog = await openDialog(page)
    chooseLeg(dialog, /^Return trip/)
    const next = addDays(home, 1)
    await choose(dialog, next)
    await dialog.findByText('The price stays the same: $155.00.')
    const starts = { travel_date: oldDay, travel_time: '15:00', return_leg_date: next, return_leg_time: '15:00' }
    expect(asked.quotes.at(-1)).toMatchObject(starts)
    await press(dialog, 'Continue')
    const question = within(await page.findByRole('dialog', { name: 'Change to this date?' }))
    expect(question.getByText(new RegExp(`Return: ${shortDayAndYear(next)}, 03:00 PM`))).toBeTruthy()
    await press(question, 'Change booking')
    await page.findByText(
      `Your booking is now for ${shortDayAndYear(oldDay)}, with the return on ${shortDayAndYear(next)}. We have sent you an email.`,
    )
    expect(asked.moves).toMatchObject([{ input: starts }])
  })

  test('moves both trips in one change, and never offers a return before the outbound trip', async () => {
    const { page, asked } = await openTracker({}, [null], returnTrip())
    const dialog = await openDialog(page)
    await choose(dialog, newDay)
    chooseLeg(dialog, /^Return trip/)
    const early = await dialog.findByRole('button', { name: new RegExp(longDay(oldDay)) })
    expect(early.getAttribute('aria-disabled')).toBe('true')
    const next = addDays(home, 1)
    await choose(dialog, next)
    await dialog.findByText('The price stays the same: $155.00.')
    await waitFor(() =>
      expect(asked.quotes.at(-1)).toMatchObject({
        travel_date: newDay,
        return_leg_date: next,
        return_leg_time: '15:00',
      }),
    )
    expect(dialog.getByRole('radio', { name: new RegExp(`^Outbound trip.*${shortDayAndYear(newDay)}`) })).toBeTruthy()
  })

  test('leaves the return out where only the outbound trip moves, and names both starts of a move to be paid', async () => {
    const { page, asked } = await openTracker({}, [null], returnTrip())
    await choose(await openDialog(page), newDay)
    await waitFor(() => expect(asked.quotes).toHaveLength(1))
    expect(asked.quotes[0]).not.toHaveProperty('return_leg_date')
    const move = { travel_date: oldDay, travel_time: '15:00', difference: usd(2_000), new_amount: usd(17_500) }
    const return_leg = { travel_date: addDays(home, 1), travel_time: '09:00' }
    const prepared_move = { ...move, return_leg, changes_party: false, until: '2027-01-01T08:30:00.000Z' }
    const waiting = await openTracker({}, [null], returnTrip({ prepared_move }))
    const start = `${shortDayAndYear(oldDay)}, 03:00 PM, return ${shortDayAndYear(return_leg.travel_date)}, 09:00 AM`
    await waiting.page.findByText(`Pay $20.00 to move to ${start}`)
  })

  test('names both days on the payment page of the difference', async () => {
    const move = { travel_date: oldDay, travel_time: '15:00', return_leg_date: addDays(home, 1) }
    const payment = paymentOf({ move: { ...move, changes_party: false, until: '2027-01-01T08:30:00.000Z' } })
    const page = await openShop(`/booking-payment?bookingId=${payment.bookingId}&token=${bookingToken}`, {
      payments: [payment],
    })
    const days = `${shortDayAndYear(oldDay)}, with the return on ${shortDayAndYear(move.return_leg_date)}`
    await page.findByText(`Pay the difference to move to ${days}`)
  })
})
