// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addDays, dateIn, daysBetween } from '../../kernel/dates.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import type { Tracking } from '../booking-tracker/tracking.ts'
import { bookingId, bookingOf, cardOf, paymentOf, tourOf } from '../testing/fake-api.ts'
import { withToken } from '../testing/open-page.ts'
import { errorOf, lostConnection, openShop, refused, type Screen, textIn, type } from '../testing/screen.tsx'

const { longDay } = datesIn('en-GB')

afterEach(() => {
  vi.unstubAllGlobals()
})
const inMain = (page: Screen) => within(page.getByRole('main'))
const press = (page: Screen, name: string | RegExp) => fireEvent.click(inMain(page).getByRole('button', { name }))
const messages = async (page: Screen) => within(await page.findByRole('region', { name: 'Messages' }))

describe('the tracker', () => {
  const { booking_reference: reference, timeline } = bookingOf()
  const state: Tracking = {
    ...{ access: 'status', booking_reference: reference, service_title: 'Evening Desert Safari', service_type: 'tour' },
    ...{
      booking_status: 'pending',
      payment_status: 'pending',
      travel_date: null,
      day_note: '',
      return_date: null,
      travel_time: null,
    },
    ...{ time_zone: 'Asia/Dubai', payment_checking: false, timeline: [...timeline] },
    is_partly_refunded: false,
  }
  const track = (page: Screen, given: string, email = '') => {
    type(page.getByLabelText(/^Booking reference/), given)
    type(page.getByLabelText(/^Email/), email)
    press(page, 'Track booking')
  }

  test('shows the state by the reference alone, and all of it with the email, in any spelling [C233, C235, C236, C240, C241, C339]', async () => {
    const asked: unknown[] = []
    const answer = async (input: { email?: string | undefined }): Promise<Tracking> => {
      asked.push(input)
      return input.email ? { access: 'full', booking: bookingOf(), can_act: false, review_token: null } : state
    }
    const page = await openShop('/booking-tracker', {}, { booking: { track: answer } })
    expect(page.getByText(/For example TH\d+/)).toBeTruthy()
    track(page, `  ${reference.toLowerCase()} `)
    const toasts = await messages(page)
    await toasts.findByText('Booking Found!')
    expect(toasts.getByText('Your booking details are displayed below')).toBeTruthy()
    const result = page.getByRole('region', { name: 'Your booking' })
    for (const words of [reference, 'Booking Created', "We're processing your booking"])
      expect(result.textContent).toContain(words)
    expect(result.textContent).not.toContain('Aisha Khan')
    track(page, reference, ' aisha@example.com ')
    await waitFor(() => expect(page.getByRole('region', { name: 'Your booking' }).textContent).toContain('Aisha Khan'))
    expect(page.getByRole('region', { name: 'Your booking' }).textContent).toContain('$155.00')
    expect(asked).toEqual([{ reference }, { reference, email: 'aisha@example.com' }])
  })

  test('says until when the places are held to those who see the whole booking', async () => {
    const hold = { state: 'released', until: '2026-12-13T08:00:00.000Z', places: 1 } as const
    const answer = async (): Promise<Tracking> => ({
      access: 'full',
      booking: bookingOf({ hold }),
      can_act: false,
      review_token: null,
    })
    const page = await openShop('/booking-tracker', {}, { booking: { track: answer } })
    track(page, reference, 'aisha@example.com')
    const result = within(await page.findByRole('region', { name: 'Your booking' }))
    const notice = result.getByRole('status')
    expect(notice.textContent).toContain('We no longer hold your place')
    expect(notice.textContent).toContain('We held it until 2026-12-13 12:00 PM (Dubai time), and other customers')
    expect(notice.textContent).not.toContain('still left')
  })

  test.each([
    ['TH0000000000', 'booking/not-found', 'Booking Not Found', 'No booking found with this reference number'],
    [reference, 'booking/email-mismatch', 'Email Mismatch', "The email doesn't match our records for this booking"],
    [reference, '', 'Search Failed', 'Unable to search for booking. Please try again.'],
  ])('with %o answered by %o shows %s [C238, C239, C240]', async (given, code, title, text) => {
    const answer = async () => {
      throw code ? refused(code, { status: 404 }) : lostConnection()
    }
    const page = await openShop('/booking-tracker', {}, { booking: { track: answer } })
    const toasts = await messages(page)
    track(page, given)
    await toasts.findByText(title)
    expect(toasts.getByText(text)).toBeTruthy()
    expect(page.queryByRole('region', { name: 'Your booking' })).toBeNull()
  })

  test('says once, at the field, that the reference is missing, until it is typed [C234]', async () => {
    const page = await openShop('/booking-tracker')
    const toasts = await messages(page)
    track(page, '   ')
    await toasts.findByText('Missing Information')
    const field = page.getByLabelText(/^Booking reference/)
    expect(page.getAllByText('Please enter your booking reference')).toHaveLength(1)
    expect(errorOf(field)).toBe('Please enter your booking reference')
    expect(document.activeElement).toBe(field)
    type(field, 'T')
    await waitFor(() => expect(toasts.queryByText('Missing Information')).toBeNull())
    expect(errorOf(field)).toBe('')
  })

  test('opens a booking by its link, with each step up to a cancellation [C237, C242, C243, C244]', async () => {
    const steps = ['Booking Created', 'Payment Completed', 'Booking Confirmed', 'Booking Cancelled']
    const [first] = timeline
    const own = steps.map((title, n) => ({ ...first!, title, description: `Step ${n}` }))
    const bookings = [bookingOf({ booking_status: 'cancelled', payment_status: 'completed', timeline: own })]
    const page = await openShop(`/track-booking?${withToken}`, { bookings })
    const result = within(await page.findByRole('region', { name: 'Your booking' }))
    expect(result.getAllByText('Cancelled').length).toBeGreaterThan(0)
    const listed = result.getAllByRole('listitem').map(({ textContent }) => textContent)
    for (const [n, title] of steps.entries()) expect(listed.join()).toMatch(new RegExp(`${title}.*Step ${n}`))
    expect(result.getByText('Aisha Khan')).toBeTruthy()
  })
})

describe('a message to the agency', () => {
  const values = {
    Name: 'Farida Siddiqui',
    Email: 'farida@example.com',
    Phone: '+91 98200 55512',
    Subject: 'A room near the metro',
    Message: 'Two adults, please.',
  }
  const field = (page: Screen, label: string) => page.getByRole('textbox', { name: label })

  test('is sent once it is complete, and loses nothing before [C279, C280]', async () => {
    const sendEnquiry = vi.fn(async () => ({ received: true as const }))
    sendEnquiry.mockImplementationOnce(async () => lostConnection())
    const own = { content: { sendEnquiry } }
    const page = await openShop('/contact', {}, own)
    press(page, 'Send message')
    await page.findAllByText('Name is required')
    for (const [label, text] of Object.entries(values)) type(field(page, label), label === 'Subject' ? ' ' : text)
    press(page, 'Send message')
    await page.findAllByText('Subject is required')
    type(field(page, 'Subject'), values.Subject)
    expect(sendEnquiry).not.toHaveBeenCalled()
    const again = await openShop('/contact', {}, own)
    for (const [label, text] of Object.entries(values))
      await waitFor(() => expect(textIn(field(again, label))).toBe(text))
    press(again, 'Send message')
    await (await messages(again)).findByText('Your message was not sent')
    for (const [label, text] of Object.entries(values)) expect(textIn(field(again, label))).toBe(text)
    fireEvent.click(await again.findByRole('button', { name: 'Send message' }))
    const toasts = await messages(again)
    await toasts.findByText('Message Sent!')
    expect(toasts.getByText("Thank you for contacting us. We'll get back to you soon.")).toBeTruthy()
    for (const label of Object.keys(values)) expect(textIn(field(again, label))).toBe('')
    const later = await openShop('/contact', {}, own)
    expect(textIn(field(later, 'Message'))).toBe('')
  })

  test('about hotels needs no subject and takes travel dates [C285]', async () => {
    const sendEnquiry = vi.fn(async (_input: object) => ({ received: true as const }))
    const page = await openShop('/hotels', {}, { content: { sendEnquiry } })
    for (const label of ['Name', 'Email', 'Phone', 'Message'] as const) type(field(page, label), values[label])
    type(page.getByLabelText(/^Travel dates/), 'The first week of March')
    press(page, 'Send message')
    await (await messages(page)).findByText('Message Sent!')
    expect(sendEnquiry.mock.calls[0]?.[0]).toMatchObject({ topic: 'hotels', travel_dates: 'The first week of March' })
  })
})

describe('the payment', () => {
  const path = `/booking-payment?${withToken}`
  const attempt: PaymentPage['attempt'] = {
    ...{ id: bookingId, provider: 'bank_transfer', state: 'requires_action', failureMessage: null },
    bankDetails: {
      ...{ accountName: 'Safar', accountNumber: '0123456789', bankName: 'Demo Bank', branch: '', ifsc: '', upi: '' },
      ...{ iban: 'AE070331234567890123456', swift: 'DEMOAEAD', transferReference: 'TH0123456789' },
    },
    ...{ instructions: '', isUncharged: true, isWithdrawn: false },
  }

  test('needs a method, and drops parameters of old links from its address [C189, C202]', async () => {
    const page = await openShop(`${path}&amount=1&customerName=Mallory&serviceTitle=Free+Trip&status=success`, {
      payments: [paymentOf()],
    })
    await waitFor(() => expect([...new URLSearchParams(location.search).keys()]).toEqual(['bookingId', 'token']))
    press(page, /^Pay /)
    await page.findByText('Please select a payment method')
    expect(page.getByRole('main').textContent).toContain('$155.00')
    expect(page.getByRole('main').textContent).not.toMatch(/Mallory|Free Trip/)
  })

  const held = { state: 'held', until: '2026-12-13T08:00:00.000Z', places: 3, left: null, service_href: null } as const
  const inTime = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-13T07:00:00Z') })
  afterEach(() => {
    vi.useRealTimers()
  })
  const statusOf = async (page: Screen, text: RegExp) =>
    (await inMain(page).findByText(text)).closest('[role="status"]')

  test('says until when the places are held, and renews the hold when opened', async () => {
    inTime()
    const visits: unknown[] = []
    const open = async (input: unknown) => {
      visits.push(input)
      return paymentOf({ hold: { ...held, until: '2026-12-13T09:30:00.000Z' } })
    }
    const page = await openShop(path, { payments: [paymentOf({ hold: held })] }, { payment: { open } })
    const notice = await statusOf(page, /We hold your 3 places until 2026-12-13 01:30 PM \(Dubai time\)/)
    expect(notice?.textContent).toContain('After that, other customers can book them.')
    expect(visits).toHaveLength(1)
    expect(inMain(page).getByRole('button', { name: /^Pay / })).toBeTruthy()
  })

  test('says that its hold has ended, also while the page stays open', async () => {
    const released = { ...held, state: 'released', left: 4 } as const
    const page = await openShop(path, { payments: [paymentOf({ hold: released })] })
    const notice = await statusOf(page, /We no longer hold your 3 places/)
    expect(notice?.textContent).toContain(
      '4 places are still left: we take yours again as soon as you choose how to pay.',
    )
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-13T08:00:00Z') })
    const late = await openShop(path, { payments: [paymentOf({ hold: held })] })
    expect((await statusOf(late, /We no longer hold your 3 places/))?.textContent).not.toContain('still left')
  })

  test('offers no method once too few places are left, but another date', async () => {
    const gone = { ...held, state: 'gone', left: 1, service_href: '/tours/evening-desert-safari' } as const
    const page = await openShop(path, { payments: [paymentOf({ hold: gone })] })
    await statusOf(page, /Not enough places are left\. Please do not pay for this booking\./)
    const link = inMain(page).getByRole('link', { name: 'Choose another date' })
    expect(link.getAttribute('href')).toBe('/tours/evening-desert-safari')
    expect(inMain(page).queryByRole('button', { name: /^Pay / })).toBeNull()
    expect(page.getByRole('main').textContent).not.toContain('Please pay before')
  })

  test('reports no visit to the server without a hold', async () => {
    const open = vi.fn(async () => paymentOf())
    const page = await openShop(path, { payments: [paymentOf()] }, { payment: { open } })
    await inMain(page).findByRole('button', { name: /^Pay / })
    expect(open).not.toHaveBeenCalled()
    expect(page.getByRole('main').textContent).not.toContain('hold your')
  })

  test('of a proof asks before another method is chosen [C179, C216]', async () => {
    const proof: PaymentPage['proof'] = { state: 'pending-verification', reason: null, versions: 1, may_be_gif: true }
    const page = await openShop(path, { payments: [paymentOf({ attempt, proof })] })
    const ask = async (opener: string) => {
      press(page, opener)
      return within(await page.findByRole('dialog', { name: 'Pay another way?' }))
    }
    fireEvent.click((await ask('Choose another method')).getByRole('button', { name: 'Wait for the check' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    fireEvent.click((await ask('Back')).getByRole('button', { name: 'Choose another method' }))
    await page.findByRole('group', { name: 'How would you like to pay?' })
  })

  test('takes proofs that are pictures or PDF up to 5 MB, and keeps one whose upload failed [C183, C217, C218, C219, C220]', async () => {
    const page = await openShop(path, { payments: [paymentOf({ attempt })] })
    press(page, 'Send proof')
    await page.findByText('No File Selected: Please select a payment proof file')
    const input = page.getByLabelText(/Choose a file/)
    const choose = (...given: ConstructorParameters<typeof File>) =>
      fireEvent.change(input, { target: { files: [new File(...given)] } })
    choose(['paid'], 'notes.txt', { type: 'text/plain' })
    // In Arabic a Latin name keeps its order.
    expect(page.getByText('notes.txt').tagName).toBe('BDI')
    await page.findByText('Invalid File Type: Please upload a JPG, PNG, or PDF file')
    choose([new Uint8Array(5 * 1024 * 1024 + 1)], 'large.jpg', { type: 'image/jpeg' })
    await page.findByText('File Too Large: Please upload a file smaller than 5MB')
    const sent: FormData[] = []
    let answer = { status: 422, text: JSON.stringify({ code: 'file/type' }) }
    vi.stubGlobal(
      'XMLHttpRequest',
      class {
        upload = {}
        status = 0
        responseText = ''
        onload = () => {}
        onerror = () => {}
        open() {}
        send(form: FormData) {
          sent.push(form)
          this.status = answer.status
          this.responseText = answer.text
          if (answer.status === 0) this.onerror()
          else this.onload()
        }
      },
    )
    choose(['<script>'], 'proof.png', { type: 'image/png' })
    press(page, /^Send/)
    await page.findByText('Invalid File Type: Please upload a JPG, PNG, or PDF file')
    const gone = new File(['x'], 'gone.png', { type: 'image/png' })
    Object.assign(gone, { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) })
    fireEvent.change(input, { target: { files: [gone] } })
    press(page, /^Send/)
    await page.findByText('Upload Failed: Failed to read file')
    answer = { status: 0, text: '' }
    choose(['GIF89a'], 'proof.gif', { type: 'image/gif' })
    type(page.getByLabelText(/^Message to us/), 'From my brother’s account')
    press(page, /^Send/)
    await page.findByText('Upload Failed: Failed to upload payment proof')
    answer = { status: 200, text: '{}' }
    press(page, 'Send again')
    await page.findByText('Success! Redirecting...')
    expect(Object.fromEntries(sent.at(-1) ?? [])).toMatchObject({ note: 'From my brother’s account' })
    await waitFor(() => expect(location.pathname).toBe('/booking-confirmation'))
  })
})

test('more reviews come on request, also after a failed one', async () => {
  const reviews = Array.from({ length: 9 }, (_, n) => ({
    ...{ id: `0198c000-0000-7000-8000-${String(n).padStart(12, '0')}`, rating: 5, body: `Review ${n}` },
    ...{ shown_name: 'Guest', written_on: '2026-11-02', reply: null },
  }))
  let isCut = false
  const world = {
    ...{ services: [tourOf({ rating: 5, total_reviews: 9 })], reviews },
    onCall: (name: string) => {
      if (name === 'review.list' && isCut) lostConnection()
    },
  }
  const page = await openShop('/tours/evening-desert-safari', world)
  const part = within(await page.findByRole('region', { name: 'Reviews' }))
  expect(part.getAllByRole('article')).toHaveLength(6)
  isCut = true
  fireEvent.click(part.getByRole('button', { name: 'More reviews' }))
  await part.findByText('We could not load more reviews. Please try again.')
  expect(part.getAllByRole('article')).toHaveLength(6)
  isCut = false
  fireEvent.click(part.getByRole('button', { name: 'More reviews' }))
  await waitFor(() => expect(part.getAllByRole('article')).toHaveLength(9))
  expect(part.queryByRole('alert')).toBeNull()
  expect(part.queryByRole('button', { name: 'More reviews' })).toBeNull()
  const shown = part.getAllByText(/^Review \d/).map(({ textContent }) => textContent)
  expect(new Set(shown).size).toBe(9)
})

test('slow pages say what they are loading: a list, and the booking page of a tour [C050, C102]', async () => {
  const released = Promise.withResolvers<never>()
  const slow = { catalogue: { list: () => released.promise, get: () => released.promise } }
  const page = await openShop('/about', { cards: [cardOf()] }, slow)
  fireEvent.click(within(page.getByRole('banner')).getByRole('link', { name: 'Umrah' }))
  await page.findByText('Finding amazing experiences...')
  const other = await openShop('/about', {}, slow)
  history.pushState(null, '', '/tours/evening-desert-safari/booking')
  dispatchEvent(new PopStateEvent('popstate'))
  await other.findByText('Loading your amazing tour experience...')
})

test('a closed day and a sold-out one of the calendar say so and cannot be chosen [C169, C170]', async () => {
  const today = dateIn('Asia/Dubai', new Date())
  const [closed, full] = [addDays(today, 30), addDays(today, 31)]
  const availability = async ({ from, to }: { from: string; to: string }) => ({
    timeZone: 'Asia/Dubai',
    days: Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n)).map((date) => ({
      ...{ date, from: null, departures: [] },
      state: date === closed ? ('closed' as const) : date === full ? ('sold_out' as const) : ('open' as const),
    })),
  })
  const page = await openShop('/tours/evening-desert-safari/booking', {}, { inventory: { availability } })
  fireEvent.click(await page.findByRole('button', { name: 'More dates' }))
  const calendar = within(await page.findByRole('dialog', { name: 'Travel date' }))
  await calendar.findByRole('button', { name: new RegExp(`^${longDay(today)}`) })
  const shown = (day: string) => calendar.queryByRole('button', { name: new RegExp(`^${longDay(day)}`) })
  for (let month = 0; month < 2 && !shown(full); month++)
    fireEvent.click(calendar.getByRole('button', { name: 'Next month' }))
  await waitFor(() => expect(shown(full)?.getAttribute('aria-label')).toBe(`${longDay(full)}, Sold out`))
  fireEvent.click(shown(full) as HTMLElement)
  await waitFor(() => expect(statuses()).toContain('Sold out'))
  if (!shown(closed)) fireEvent.click(calendar.getByRole('button', { name: 'Previous month' }))
  fireEvent.click(await calendar.findByRole('button', { name: new RegExp(`^${longDay(closed)}`) }))
  await waitFor(() => expect(statuses()).toContain('Not on sale on this day'))
  expect(page.getByRole('dialog', { name: 'Travel date' })).toBeTruthy()

  function statuses(): string {
    return calendar
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(' ')
  }
})

test('the footer counts a browser once [C028]', async () => {
  const countVisit = vi.fn(async () => ({ visitors: 12_459 }))
  const own = { content: { countVisit, visitors: async () => ({ visitors: 12_460 }) } }
  const page = await openShop('/about', {}, own)
  await page.findByText(/12,459 visitors so far/)
  const again = await openShop('/about', {}, own)
  await again.findByText(/12,460 visitors so far/)
  expect(countVisit).toHaveBeenCalledOnce()
})
