// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { stillToday } from '../../../tests/support/still-today.ts'
import { addDays } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { bookingId, bookingOf, bookingToken, paymentOf, tourOf } from '../testing/fake-api.ts'
import { lostConnection, openShop, refused, type Screen, textIn, type } from '../testing/screen.tsx'

const { longDay, shortDay, shortDayAndYear } = datesIn('en-GB')

const path = '/tours/evening-desert-safari/booking'
const today = stillToday()
const ahead = (days: number) => addDays(today, days)

const dayOnly = { ...tourOf().schedule, timeRequired: false, slots: [], hasPickup: false }
const paymentUrl = `http://shop.test/booking-payment?bookingId=${bookingId}&token=${bookingToken}`
type Asked = { expected_amount?: unknown }
const created = async () => ({ booking: bookingOf(), token: bookingToken, paymentUrl })
const creating = () => vi.fn((_input: Asked, _options?: unknown) => created())
type Create = ReturnType<typeof creating>
const open = (create: Create, address = path, services: readonly ServiceDetail[] = [tourOf()]) =>
  openShop(address, { services, payments: [paymentOf()] }, { booking: { create } })
const keyOf = (call: unknown[] | undefined) =>
  (call?.[1] as { context?: { idempotencyKey: string } } | undefined)?.context
const bookNow = (page: Screen) => page.getAllByRole('button', { name: 'Book Now' })[0]!
/** With plain spaces. */
const plainText = (element: HTMLElement) => element.textContent.replaceAll('\u00a0', ' ')
const onPayment = (page: Screen) => page.findByRole('heading', { name: 'Complete Your Payment' })
const alertWith = async (page: Screen, text: string) => {
  await waitFor(() => expect(page.getAllByRole('alert').some((each) => each.textContent.includes(text))).toBe(true))
}

async function fillTrip(page: Screen): Promise<void> {
  fireEvent.click(await page.findByRole('radio', { name: longDay(ahead(5)) }))
  fireEvent.click(page.getByRole('radio', { name: '03:00 PM' }))
  fireEvent.click(page.getByRole('button', { name: 'Add one adult' }))
}
function fillContact(page: Screen): void {
  type(page.getByLabelText(/^Customer name/), 'Ria Sen')
  type(page.getByLabelText(/^Email address/), 'ria@example.com')
  type(page.getByLabelText(/^Phone number/), '98123 45678')
}
afterEach(() => {
  vi.useRealTimers()
})

describe('the booking form', () => {
  test('sends one request for a double press, and leads to the payment [C178]', async () => {
    const create = creating()
    const page = await open(create)
    await fillTrip(page)
    fillContact(page)
    fireEvent.click(bookNow(page))
    fireEvent.click(bookNow(page))
    await onPayment(page)
    expect(create).toHaveBeenCalledOnce()
    expect(create.mock.calls[0]?.[0]).toMatchObject({ adults_count: 2, travel_date: ahead(5), travel_time: '15:00' })
  })

  test('repeats a request whose answer was lost with the same key [C178]', async () => {
    const create = creating()
    create.mockImplementationOnce(async () => lostConnection())
    const page = await open(create)
    await fillTrip(page)
    fillContact(page)
    fireEvent.click(bookNow(page))
    await alertWith(page, 'Booking Failed')
    fireEvent.click(bookNow(page))
    await onPayment(page)
    const [first, second] = create.mock.calls
    expect(keyOf(first)?.idempotencyKey).toBeTruthy()
    expect(keyOf(second)).toEqual(keyOf(first))
  })

  test('keeps its answers through a reload, and drops them except the contact once it is booked', async () => {
    await fillTrip(await open(creating()))
    const first = await open(creating())
    await first.findByLabelText(/^Customer name/)
    fillContact(first)
    type(first.getByLabelText(/^Special requests/), 'A child seat, please')
    const page = await open(creating())
    await waitFor(async () =>
      expect(textIn(await page.findByLabelText(/^Special requests/))).toBe('A child seat, please'),
    )
    expect((page.getByRole('radio', { name: longDay(ahead(5)) }) as HTMLInputElement).checked).toBe(true)
    expect((page.getByRole('radio', { name: '03:00 PM' }) as HTMLInputElement).checked).toBe(true)
    expect(page.getByRole('group', { name: 'Adults' }).textContent).toContain('2')
    expect(textIn(page.getByLabelText(/^Email address/))).toBe('ria@example.com')
    fireEvent.click(bookNow(page))
    await onPayment(page)
    const later = await open(creating())
    await waitFor(async () => expect(textIn(await later.findByLabelText(/^Customer name/))).toBe('Ria Sen'))
    expect(textIn(later.getByLabelText(/^Special requests/))).toBe('')
  })

  test('leads to the dates and the times at the first press, without an error [C162, C163]', async () => {
    const create = creating()
    const page = await open(create)
    const day = await page.findByRole('radio', { name: longDay(ahead(5)) })
    fireEvent.click(bookNow(page))
    await page.findByText('First choose a date.')
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(day.getAttribute('name')))
    expect(page.queryByText('Travel date is required')).toBeNull()
    expect(page.queryByText('Validation Error')).toBeNull()
    fireEvent.click(day)
    await waitFor(() => expect(page.queryByText('First choose a date.')).toBeNull())
    fireEvent.click(bookNow(page))
    await page.findByText('Now choose a time.')
    await waitFor(() => expect(document.activeElement).toBe(page.getByRole('radio', { name: '09:00 AM' })))
    expect(create).not.toHaveBeenCalled()
  })

  test('shows what is missing once, at its field, and sends nothing; the message goes when all is there [C162, C163]', async () => {
    const create = creating()
    const page = await open(create)
    await page.findByRole('radio', { name: longDay(ahead(5)) })
    fireEvent.click(bookNow(page))
    await page.findByText('First choose a date.')
    fireEvent.click(bookNow(page))
    await alertWith(page, 'Please fill in all required fields correctly')
    const form = within(page.getByRole('form', { name: 'Book Your Experience' }))
    for (const words of [
      'Travel date is required',
      'Please select a time',
      'Customer name is required',
      'Email address is required',
    ])
      expect(form.getAllByText(words)).toHaveLength(1)
    type(page.getByLabelText(/^Email address/), 'ria at example')
    type(page.getByLabelText(/^Customer name/), 'Ria Sen')
    await waitFor(() => expect(form.getAllByText('Please enter a valid email address').length).toBeGreaterThan(0))
    expect(form.queryByText('Email address is required')).toBeNull()
    expect(form.queryByText('Customer name is required')).toBeNull()
    fireEvent.click(page.getByRole('radio', { name: longDay(ahead(5)) }))
    await waitFor(() => expect(form.queryByText('Travel date is required')).toBeNull())
    expect(form.getAllByText('Please select a time')).toHaveLength(1)
    expect(page.getByText('Validation Error')).toBeTruthy()
    fireEvent.click(page.getByRole('radio', { name: '03:00 PM' }))
    type(page.getByLabelText(/^Email address/), 'ria@example.com')
    type(page.getByLabelText(/^Phone number/), '98123 45678')
    await waitFor(() => expect(page.queryByText('Validation Error')).toBeNull())
    expect(create).not.toHaveBeenCalled()
  })

  test("offers no time of today that has passed on the service's clock [C170]", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T10:30:00+04:00`) })
    const page = await open(creating())
    fireEvent.click(await page.findByRole('radio', { name: new RegExp(longDay(today)) }))
    const time = (name: string) => page.getByRole('radio', { name }) as HTMLInputElement
    await waitFor(() => expect(time('10:00 AM').disabled).toBe(true))
    expect(time('11:00 AM').disabled).toBe(false)
    vi.setSystemTime(new Date(`${today}T23:30:00+04:00`))
    const late = await open(creating())
    // Its name also says why it cannot be chosen.
    const day = (await late.findByRole('radio', { name: new RegExp(longDay(today)) })) as HTMLInputElement
    expect(day.disabled).toBe(true)
  })

  test('says until when a cancellation on the chosen day is free, and what is refunded later [C057, C121]', async () => {
    const show = async (cancellation_terms: { days: number; percent: number }[]) => {
      const service = tourOf({
        kind: 'package',
        schedule: dayOnly,
        details: { ...tourOf().details, cancellation_terms },
      })
      const page = await open(creating(), `/booking?type=package&id=${service.id}`, [service])
      fireEvent.click(await page.findByRole('radio', { name: longDay(ahead(8)) }))
      return page.getByRole('form')
    }
    const terms = (days: number) => [
      { days, percent: 100 },
      { days: 2, percent: 50 },
    ]
    const free = await show(terms(5))
    await waitFor(() =>
      expect(plainText(free)).toContain(`Free cancellation until ${shortDayAndYear(ahead(3))}, 11:59 PM (Dubai`),
    )
    expect(plainText(free)).toContain(`Then 50% refund until ${shortDayAndYear(ahead(6))}, 11:59 PM`)
    const half = await show(terms(10))
    await waitFor(() =>
      expect(plainText(half)).toContain(
        `50% refund if you cancel by ${shortDayAndYear(ahead(6))}, 11:59 PM (Dubai time)`,
      ),
    )
    const none = await show([{ days: 20, percent: 100 }])
    await waitFor(() => expect(plainText(none)).toContain('No refund if you cancel a booking for this date'))
  })

  test('offers the nearest departures when the last places were just sold, and keeps all answers [C169]', async () => {
    const create = creating()
    const errors = [{ path: 'travel_time', message: 'No places are left at this time' }]
    create.mockImplementationOnce(async () => {
      throw refused('booking/slot-full', { errors })
    })
    const amounts = ['base', 'discount', 'tax', 'total', 'final'].map((name) => [name, money(11_000, 'USD')])
    const price = { lines: [], ...Object.fromEntries(amounts) }
    const nearest = [{ date: ahead(6), time: '10:00', hours: null }]
    const quote = vi.fn(async () => ({ price, errors, return_date: null, nearest }))
    const world = { services: [tourOf()], payments: [paymentOf()] }
    const page = await openShop(path, world, { booking: { create, quote } as never })
    await fillTrip(page)
    fillContact(page)
    fireEvent.click(bookNow(page))
    const list = within(await page.findByRole('list', { name: 'Nearest departures with places' }))
    expect(page.getAllByText('No places are left at this time').length).toBeGreaterThan(0)
    fireEvent.click(list.getByRole('button', { name: `${shortDay(ahead(6))}, 10:00 AM` }))
    await waitFor(() => expect(page.queryByText('No places are left at this time')).toBeNull())
    fireEvent.click(bookNow(page))
    await onPayment(page)
    const [, [sent] = []] = create.mock.calls
    const kept = { adults_count: 2, customer_name: 'Ria Sen', customer_email: 'ria@example.com' }
    expect(sent).toMatchObject({ ...kept, travel_date: ahead(6), travel_time: '10:00' })
  })

  test('asks about each changed price before it books [C303]', async () => {
    const create = creating()
    const changed = (minor: number) => async () => {
      throw refused('booking/price-changed', { facts: { minor, currency: 'USD' } })
    }
    create.mockImplementationOnce(changed(12_000)).mockImplementationOnce(changed(13_000))
    const page = await open(create)
    await fillTrip(page)
    fillContact(page)
    fireEvent.click(bookNow(page))
    const question = await page.findByRole('dialog', { name: 'The price has changed' })
    expect(question.textContent).toContain('$110.00')
    fireEvent.click(within(question).getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    fireEvent.click(bookNow(page))
    const again = within(await page.findByRole('dialog', { name: 'The price has changed' }))
    fireEvent.click(await again.findByRole('button', { name: 'Book for $130.00' }))
    await onPayment(page)
    const asked = create.mock.calls.map(([{ expected_amount }]) => expected_amount)
    expect(asked).toEqual([11_000, 11_000, 13_000].map((minor) => money(minor, 'USD')))
  })
})

const kinds: readonly { service: ServiceDetail; failure: string }[] = [
  { service: tourOf(), failure: 'There was an error creating your booking.' },
  { service: tourOf({ kind: 'package', schedule: dayOnly }), failure: 'There was an error creating your booking.' },
  {
    service: tourOf({ kind: 'ticket', schedule: { ...tourOf().schedule, hasPickup: false } }),
    failure: 'Please try again or contact support.',
  },
  {
    service: tourOf({ kind: 'umrah', schedule: dayOnly, details: { ...tourOf().details, price: 42_000 } }),
    failure: 'There was an error creating your booking.',
  },
  {
    service: tourOf({
      kind: 'transfer',
      schedule: { ...dayOnly, timeRequired: true, hours: { from: '00:00', to: '23:59' }, hasPickup: true },
      details: { base_price: 15_000, max_passengers: 4, pickup_locations: [], dropoff_locations: [] },
    }),
    failure: 'There was an error creating your booking.',
  },
]

describe.each(kinds)('a booking of kind $service.kind', ({ service, failure }) => {
  const { kind, schedule } = service
  const isTicket = kind === 'ticket'

  test('that fails says so, and is then booked on its way to payment [C069, C070, C122, C179, C184]', async () => {
    const create = creating()
    create.mockImplementationOnce(async () => {
      throw refused('', { status: 500 })
    })
    const page = await open(create, `/booking?type=${kind}&id=${service.id}`, [service])
    fireEvent.click(await page.findByRole('radio', { name: longDay(ahead(3)) }))
    if (schedule.slots.length > 0) fireEvent.click(page.getByRole('radio', { name: '03:00 PM' }))
    else if (schedule.timeRequired) type(page.getByLabelText(/^Time/), '15:30')
    type(page.getByLabelText(isTicket ? /^Lead guest name/ : /^Customer name/), 'Ria Sen')
    type(page.getByLabelText(/^Email/), 'ria@example.com')
    type(page.getByLabelText(isTicket ? /^Mobile number/ : /^Phone number/), '98123 45678')
    if (schedule.hasPickup) type(page.getByLabelText(/^Pickup location/), 'Hotel by the Creek')
    if (kind === 'transfer') type(await page.findByLabelText(/^Drop-off location/), 'Downtown Dubai')
    fireEvent.click(bookNow(page))
    await alertWith(page, failure)
    expect(page.getAllByText('Booking Failed').length).toBeGreaterThan(0)
    fireEvent.click(bookNow(page))
    await page.findByText('Booking Created!')
    expect(page.getByText('Redirecting to payment...')).toBeTruthy()
    await onPayment(page)
    expect(create.mock.calls.at(-1)?.[0]).toMatchObject({
      service_type: kind,
      service_id: service.id,
      travel_date: ahead(3),
      travel_time: schedule.slots.length > 0 ? '15:00' : schedule.timeRequired ? '15:30' : null,
      customer_name: 'Ria Sen',
      customer_phone: '+919812345678',
      pickup_location: schedule.hasPickup ? 'Hotel by the Creek' : null,
      details: kind === 'transfer' ? { dropoff_location: 'Downtown Dubai' } : {},
    })
    fireEvent.click(page.getByRole('button', { name: 'Back' }))
    await page.findByRole('heading', { name: kind === 'tour' ? 'Book Your Experience' : 'Book online' })
  })

  test('names its missing fields in its own words [C063, C064]', async () => {
    const page = await open(creating(), `/booking?type=${kind}&id=${service.id}`, [service])
    await page.findByRole('radio', { name: longDay(ahead(3)) })
    fireEvent.click(bookNow(page))
    await page.findByText('First choose a date.')
    fireEvent.click(bookNow(page))
    const form = page.getByRole('form')
    const missing = isTicket
      ? [
          'Date is required',
          'Time is required',
          'Lead guest name is required',
          'Email is required',
          'Mobile number is required',
        ]
      : ['Travel date is required', 'Customer name is required', 'Email address is required']
    for (const words of missing) expect(await within(form).findAllByText(words)).toHaveLength(1)
  })
})
