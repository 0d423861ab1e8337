// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { Profile } from '../../modules/account/contract.ts'
import type { BookingView } from '../../modules/booking/contract.ts'
import { bookingOf, bookingToken, paperworkOf } from '../testing/fake-api.ts'
import { stepOf } from '../testing/next-step.ts'
import { type OwnApi, openShop, refused, type } from '../testing/screen.tsx'

const idOf = (n: number) => `0198c000-0000-7000-8000-00000000077${n}`
const stages = (['received', 'checked', 'submitted', 'decided'] as const).map((stage) => ({
  ...{ stage, is_done: false, at: null },
}))
const visa = bookingOf({
  ...{ service_type: 'visa', payment_status: 'completed', adults_count: 4, children_count: 0 },
  case_progress: { stages, expected_by: null },
  next_step: stepOf('replace', { count: 1, name: 'Aisha Khan', document: 'Photo', reason: 'Too dark' }),
})
const person = (position: number, first_name: string) => ({
  ...{ id: idOf(position), position, first_name, last_name: 'Khan', traveler_type: 'adult' as const },
})
const file = (travelerId: string, wanted: string | null, isAccepted = false) => ({
  ...{ name: 'passport', travelerId, version: 1, wanted, isAccepted },
})
const paperwork = paperworkOf({
  ...{ adults_count: 4, children_count: 0, infants_count: 0 },
  requirements: [{ name: 'passport', label: 'Passport', required: true, perTraveller: true }],
  travelers: [person(0, 'Omar'), person(1, 'Sara'), person(2, 'Aisha')],
  documents: [file(idOf(0), null, true), file(idOf(1), null), file(idOf(2), 'Too dark')],
  missing: [{ name: 'passport', travelerId: idOf(2) }],
})
const open = (booking = visa, own: OwnApi = {}) =>
  openShop(
    `/track-booking?bookingId=${booking.id}&token=${bookingToken}`,
    { bookings: [booking], paperworks: [paperwork] },
    own,
  )

describe('my booking, opened by its link', () => {
  test('begins with the next step, whose button leads to the documents', async () => {
    const page = await open()
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('My booking')
    const result = await page.findByRole('region', { name: 'Your booking' })
    const [first] = within(result).getAllByRole('heading')
    expect(first?.textContent).toBe('Replace the Photo of Aisha Khan')
    expect(within(result).getByText('We could not use it: Too dark')).toBeTruthy()
    fireEvent.click(within(result).getByRole('button', { name: 'Upload again' }))
    expect(document.activeElement?.id).toBe('your-documents')
  })

  test('marks the title of an item that is not translated', async () => {
    const titleOf = async (booking: BookingView) =>
      (await open(booking)).findByRole('heading', { name: visa.service_title })
    expect((await titleOf({ ...visa, languages: { service_title: 'hi' } })).lang).toBe('hi')
  })

  test('shows the documents of each traveller with their state, and opens those that are missing', async () => {
    const page = await open()
    const documents = within(await page.findByRole('region', { name: 'Travellers and documents' }))
    const summaries = await documents.findAllByText(/Khan|Adult 4/, { selector: 'bdi' })
    const shown = summaries.map((each) => {
      const details = each.closest('details')
      return [details?.querySelector('summary')?.textContent, details?.open]
    })
    expect(shown).toEqual([
      ['Omar KhanAccepted', false],
      ['Sara KhanReceived', false],
      ['Aisha Khan1 document to replace', true],
      ['Adult 4Details missing', false],
    ])
    expect(documents.getByText('Please upload this again: Too dark')).toBeTruthy()
  })

  test('lists the missing documents as the current step, and the confirmation as the next', async () => {
    const [created, awaiting] = bookingOf().timeline
    const needed = { event: 'documents-needed', title: 'Documents Needed', description: '', at: null }
    const statesWith = async (timeline: BookingView['timeline']) => {
      const page = await open({ ...visa, timeline })
      const steps = [...(await page.findByText('Booking Created')).closest('ol')!.children]
      return steps.map((step) => [
        step.querySelector('.timeline-title')?.textContent,
        step.getAttribute('aria-current'),
      ])
    }
    expect(await statesWith([created!, needed, awaiting!])).toEqual([
      ['Booking Created (Done)', null],
      ['Documents Needed (Now)', 'step'],
      ['Awaiting Confirmation (Next)', null],
    ])
    expect((await statesWith([created!, awaiting!])).at(-1)).toEqual(['Awaiting Confirmation (Now)', 'step'])
  })

  test('asks a booking without documents for none', async () => {
    const page = await open(bookingOf({ booking_status: 'confirmed', next_step: stepOf('voucher') }))
    const link = await page.findByRole('link', { name: 'Download voucher' })
    await waitFor(() => expect(link.getAttribute('href')).toContain('voucher.pdf'))
    expect(page.queryByRole('region', { name: 'Travellers and documents' })).toBeNull()
  })
})

describe('the meeting point', () => {
  const met = bookingOf({
    ...{ booking_status: 'confirmed', next_step: stepOf('voucher'), pickup_location: null },
    meeting_point: { place: 'Gate 3, Al Seef Street', coordinates: { latitude: 25.2684, longitude: 55.2962 } },
  })
  const shown = async (booking = met) => {
    const page = await open(booking)
    const term = await waitFor(() => page.getByText('Meeting point', { selector: 'dt' }))
    return term.nextElementSibling as HTMLElement
  }

  test('is one of the facts of the trip, with a link to the map', async () => {
    const fact = await shown()
    expect(fact.textContent).toContain('Gate 3, Al Seef Street25.2684, 55.2962')
    const link = within(fact).getByRole('link', { name: 'Open in Maps (opens in a new tab)' })
    expect(link.getAttribute('href')).toBe('https://www.google.com/maps/search/?api=1&query=25.2684%2C55.2962')
  })

  test('has no link where the item has no coordinates', async () => {
    const fact = await shown({ ...met, meeting_point: { place: 'Gate 3', coordinates: null } })
    expect(fact.textContent).toBe('Gate 3')
    expect(within(fact).queryByRole('link')).toBeNull()
  })

  test('is left out where the booking has none', async () => {
    const page = await open(bookingOf({ booking_status: 'confirmed', next_step: stepOf('voucher') }))
    await page.findByText('Pickup location')
    expect(page.queryByText('Meeting point')).toBeNull()
  })
})

test('the reference and the email address show the next step, but change nothing [C236]', async () => {
  const answer = async () => ({ access: 'full' as const, booking: visa, can_act: false, review_token: null })
  const mailed: unknown[] = []
  const mailLink = async (input: object) => {
    mailed.push(input)
    return { sent: true as const }
  }
  const page = await openShop('/booking-tracker', {}, { booking: { track: answer, mailLink } })
  type(page.getByLabelText(/^Booking reference/), visa.booking_reference)
  type(page.getByLabelText(/^Email/), 'aisha@example.com')
  fireEvent.click(within(page.getByRole('main')).getByRole('button', { name: 'Track booking' }))
  const result = within(await page.findByRole('region', { name: 'Your booking' }))
  expect(result.getByText('Replace the Photo of Aisha Khan')).toBeTruthy()
  expect(result.queryByRole('button', { name: 'Upload again' })).toBeNull()
  expect(result.queryByRole('region', { name: 'Travellers and documents' })).toBeNull()
  fireEvent.click(result.getByRole('button', { name: 'Email me the link' }))
  await result.findByText('We are sending the link to aisha@example.com.')
  expect(mailed).toEqual([{ reference: visa.booking_reference, email: 'aisha@example.com' }])
})

test('a lost reference is found by contact and code, with a link to each booking', async () => {
  const asked: unknown[] = []
  const items = [
    { id: idOf(1), booking_reference: 'TH0123456789', service_title: 'Desert Safari', href: '/track-booking' },
  ]
  const page = await openShop(
    '/booking-tracker',
    {},
    {
      booking: {
        startRecovery: async (input) => {
          asked.push(input)
          return { recovery_id: idOf(9), minutes: 15 }
        },
        finishRecovery: async (input) => {
          asked.push(input)
          if (input.code !== '123456') throw refused('booking/wrong-code', { message: 'This code is wrong.' })
          return { items: items.map((each) => ({ ...each, travel_date: null, booking_status: 'pending' as const })) }
        },
      },
    },
  )
  fireEvent.click(page.getByRole('button', { name: 'I lost my booking reference' }))
  const contact = await page.findByLabelText(/^Email or phone/)
  fireEvent.click(page.getByRole('button', { name: 'Send code' }))
  await page.findByText('Please enter your email address or phone number')
  expect(asked).toEqual([])
  type(contact, ' +971 50 123 4567 ')
  fireEvent.click(page.getByRole('button', { name: 'Send code' }))
  const code = await page.findByLabelText(/^Code from the email/)
  type(code, '000000')
  fireEvent.click(page.getByRole('button', { name: 'Find my bookings' }))
  await page.findByText('This code is wrong.')
  type(code, '123456')
  fireEvent.click(page.getByRole('button', { name: 'Find my bookings' }))
  const link = await page.findByRole('link', { name: 'Desert Safari' })
  expect(link.getAttribute('href')).toBe('/track-booking')
  expect(asked[0]).toEqual({ contact: '+971 50 123 4567' })
  expect(asked.slice(1)).toEqual(['000000', '123456'].map((given) => ({ recoveryId: idOf(9), code: given })))
})

describe('cancelling', () => {
  const refund = { minor: 7750, currency: 'USD' }
  const paid = bookingOf({
    ...{ booking_status: 'confirmed', payment_status: 'completed', paid_amount: { minor: 15_500, currency: 'USD' } },
    cancel: { is_offered: true, obstacle: null, refund },
  })

  test('shows the refund first, then sends it with the reason', async () => {
    const asked: unknown[] = []
    const cancel = async (input: object) => {
      asked.push(input)
      return paid
    }
    const page = await open(paid, { booking: { get: async () => paid, cancel } })
    const section = within(await page.findByRole('region', { name: 'Cancel your booking' }))
    fireEvent.click(section.getByRole('button', { name: 'Cancel my booking' }))
    await section.findByText('You get back $77.50 of the $155.00 you paid.')
    expect(asked).toEqual([])
    type(section.getByLabelText(/^Why are you cancelling/), ' Ill ')
    fireEvent.click(section.getByRole('button', { name: 'Yes, cancel my booking' }))
    await page.findByText('Your booking is cancelled')
    expect(asked).toEqual([{ bookingId: paid.id, token: bookingToken, expected_refund: refund, reason: 'Ill' }])
  })

  test('says why it is not possible online', async () => {
    const obstacle = 'Please contact us to cancel this booking.'
    const page = await open(bookingOf({ cancel: { is_offered: true, obstacle, refund } }))
    const section = within(await page.findByRole('region', { name: 'Cancel your booking' }))
    expect(section.getByText(obstacle)).toBeTruthy()
    expect(section.queryByRole('button')).toBeNull()
  })
})

test('the stages of an application have their times and the expected day', async () => {
  const [received, ...more] = stages
  const done = { ...received!, is_done: true, at: '2026-11-20T08:00:00.000Z' }
  const case_progress = { stages: [done, ...more], expected_by: '2026-11-25' }
  const page = await open({ ...visa, case_progress })
  const items = within(await page.findByRole('region', { name: 'Your application' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Documents received \(Done\).*2026-11-20/),
    'We are checking your documents (Now)',
    'Application submitted (Next)',
    expect.stringMatching(/^Decision \(Next\)Decision expected by Wed 25 Nov 2026/),
  ])
})

describe('a message to the agency', () => {
  const write = async (page: Awaited<ReturnType<typeof open>>, message: string) => {
    const section = within(await page.findByRole('region', { name: 'Message us' }))
    fireEvent.click(section.getByRole('button', { name: 'Write a message' }))
    type(await section.findByLabelText(/^Your message/), message)
    fireEvent.click(section.getByRole('button', { name: 'Send message' }))
    return section
  }
  const stored = (message: string, answered_at: string | null = null) => ({
    ...{ id: idOf(8), message, answered_at, created_at: '2026-11-21T08:00:00.000Z' },
    replies: answered_at ? [{ id: idOf(7), message: 'Yes, a small one.', created_at: answered_at }] : [],
  })

  test('belongs to the booking, and is listed with its answer', async () => {
    const sent: unknown[] = []
    const earlier = stored('May we bring a pram?', '2026-11-22T09:30:00.000Z')
    const booking = bookingOf()
    const page = await open(booking, {
      content: {
        bookingMessages: async () => ({ items: [earlier] }),
        sendBookingMessage: async (input: { message: string }) => {
          sent.push(input)
          return { items: [earlier, { ...stored(input.message), id: idOf(9) }] }
        },
      },
    })
    const section = within(await page.findByRole('region', { name: 'Message us' }))
    await section.findByText('Answered 2026-11-22 01:30 PM')
    await section.findByText('Reply from the agency')
    section.getByText('Yes, a small one.')
    fireEvent.click(section.getByRole('button', { name: 'Write a message' }))
    fireEvent.click(await section.findByRole('button', { name: 'Send message' }))
    await section.findByText('Please enter a message')
    expect(sent).toEqual([])
    type(section.getByLabelText(/^Your message/), ' Is lunch included? ')
    fireEvent.click(section.getByRole('button', { name: 'Send message' }))
    const thanks = await section.findByText('Thank you. We will reply to aisha@example.com.')
    await waitFor(() => expect(document.activeElement).toBe(thanks))
    expect(sent).toEqual([{ bookingId: booking.id, token: bookingToken, message: 'Is lunch included?' }])
    const shown = within(section.getByRole('list', { name: 'Sent messages' })).getAllByRole('listitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'May we bring a pram?Sent 2026-11-21 12:00 PMAnswered 2026-11-22 01:30 PMReply from the agencyYes, a small one.2026-11-22 01:30 PM',
      'Is lunch included?Sent 2026-11-21 12:00 PMNot answered yet',
    ])
    expect(section.getByRole('button', { name: 'Write a message' })).toBeTruthy()
  })

  test('from somebody with the reference and the email address only names the booking in its subject', async () => {
    const sent: unknown[] = []
    const booking = bookingOf()
    const track = async () => ({ access: 'full' as const, booking, can_act: false, review_token: null })
    const sendEnquiry = async (input: object) => {
      sent.push(input)
      return { received: true as const }
    }
    const page = await openShop('/booking-tracker', {}, { booking: { track }, content: { sendEnquiry } })
    type(page.getByLabelText(/^Booking reference/), booking.booking_reference)
    type(page.getByLabelText(/^Email/), 'aisha@example.com')
    fireEvent.click(within(page.getByRole('main')).getByRole('button', { name: 'Track booking' }))
    const section = await write(page, 'Can we bring a pram?')
    await section.findByText('Thank you. We will reply to aisha@example.com.')
    const { customer_name: name, customer_email: email, customer_phone: phone } = booking
    const subject = 'Booking TH0123456789: Evening Desert Safari'
    expect(sent).toEqual([{ name, email, phone, subject, message: 'Can we bring a pram?' }])
  })
})

test('a completed visa whose document is ready can still be reviewed', async () => {
  const page = await open(bookingOf({ booking_status: 'completed', next_step: stepOf('download', { count: 1 }) }))
  const link = await page.findByRole('link', { name: 'Write a review' })
  expect(link.getAttribute('href')).toContain('/booking-review?')
})

test('no stage of a completed application is still open', async () => {
  const page = await open({ ...visa, booking_status: 'completed', next_step: stepOf('review') })
  const section = await page.findByRole('region', { name: 'Your application' })
  const items = within(section).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent.includes('(Done)'))).toEqual([true, true, true, true])
})

test('the tracker leads a signed-in customer to their bookings, and does not send them to the page they are on', async () => {
  const user = { id: 'asha', is_admin: false } as Profile
  const tracker = await openShop('/booking-tracker', { user })
  expect((await tracker.findByRole('link', { name: 'See my bookings' })).getAttribute('href')).toBe('/booking-history')
  const free = { steps: [{ days: 1, percent: 100 }], free_until: '2026-12-05', today: null }
  const cancel = { is_offered: true, obstacle: null, refund: money(0, 'USD') }
  const page = await open(bookingOf({ cancellation: free, cancel } as Partial<BookingView>))
  await page.findByRole('button', { name: 'Cancel my booking' })
  expect(page.getByRole('heading', { name: 'Cancellation' })).toBeTruthy()
  expect(page.queryByText(/You can cancel in My booking/)).toBeNull()
})
