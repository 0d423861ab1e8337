// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { CancellableDeparture, DeparturePage } from '../../modules/booking/contract.ts'
import { type Answers, openScreen, owner } from '../testing/screen.tsx'
import { departure, party, service_id } from './testing/departure.ts'

type Booking = CancellableDeparture['bookings'][number]
const usd = (minor: number) => ({ minor, currency: 'USD' })
const booking = (n: number, given: Partial<Booking> = {}): Booking => ({
  id: `0198c000-0000-7000-8000-0000000000b${n}`,
  booking_reference: `TH000000000${n}`,
  booking_status: 'confirmed',
  leg: 'outbound',
  customer_name: `Guest ${n}`,
  customer_email: `guest${n}@example.com`,
  paid: usd(20_000),
  by_terms: usd(10_000),
  waits_for_transfer: false,
  ...given,
})
const unpaid = { paid: usd(0), by_terms: null, booking_status: 'pending' as const }
const bookings = [booking(1), booking(2), booking(3, unpaid), booking(4, { ...unpaid, waits_for_transfer: true })]
const mail = {
  to: 'guest1@example.com',
  subject: 'It is cancelled',
  html: '<p>Sorry</p>',
  text: 'Sorry',
  is_active: true,
}

async function show(given: Partial<DeparturePage> = {}, answers: Answers = {}) {
  const sent: unknown[] = []
  const previewed: { booking_id: string; choice: { kind: string } }[] = []
  const page = await openScreen(`/admin/departures/${service_id}/2026-12-01/10-00`, {
    'booking/admin/departure': () => departure(given),
    'booking/admin/cancellableDeparture': () => ({ bookings, confirm: 'these-four' }),
    'booking/admin/previewDepartureCancellation': (input: (typeof previewed)[number]) => {
      previewed.push(input)
      return mail
    },
    'booking/admin/cancelDeparture': (input) => {
      sent.push(input)
      return { cancellation_id: service_id }
    },
    ...answers,
  })
  await page.findByRole('heading', { name: 'Desert safari' })
  return { page, sent, previewed }
}
type Page = Awaited<ReturnType<typeof show>>['page']
async function openDialog(page: Page) {
  fireEvent.click(page.getByRole('button', { name: 'Cancel departure' }))
  // The dialog that loads the bookings comes first.
  await page.findByLabelText(/^Reason/)
  return within(page.getByRole('dialog', { name: 'Cancel this departure?' }))
}
type Dialog = Awaited<ReturnType<typeof openDialog>>
const type = (dialog: Dialog, label: RegExp, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } })
const press = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole('button', { name }))

test('staff choose for all bookings or single ones, preview the mail, and cancel', async () => {
  const { page, sent, previewed } = await show()
  const dialog = await openDialog(page)
  expect(dialog.getByText('4 bookings')).toBeTruthy()
  expect(dialog.getByText(/has a payment proof to check/)).toBeTruthy()
  press(dialog, 'Preview email')
  await dialog.findByText('Please enter a reason')
  type(dialog, /^Reason/, 'Storm')
  type(dialog, /^Note/, 'Sorry')
  const second = dialog.getByLabelText('What happens to TH0000000002') as HTMLSelectElement
  expect([...second.options].map(({ text }) => text)).toEqual([
    'Refund $200.00 (as above)',
    'Refund $200.00 (in full)',
    'Refund $100.00 (by the terms)',
    'Move to the new departure',
    'Keep booking',
  ])
  type(dialog, /TH0000000002/, 'refund_by_terms')
  type(dialog, /TH0000000003/, 'keep')
  press(dialog, 'Preview email')
  await dialog.findByRole('heading', { name: 'Check and cancel' })
  for (const words of ['2 bookings are cancelled.', '2 bookings stay.', 'Refunds: $300.00'])
    expect(dialog.getByText(words)).toBeTruthy()
  expect(dialog.getByText(/^4 customers get this email/)).toBeTruthy()
  expect((await dialog.findByTitle('Preview of the email')).getAttribute('srcdoc')).toBe('<p>Sorry</p>')
  type(dialog, /^Preview for/, bookings[3]!.id)
  await waitFor(() => expect(previewed.at(-1)).toMatchObject({ booking_id: bookings[3]!.id, choice: { kind: 'keep' } }))
  expect(previewed[0]).toMatchObject({ booking_id: bookings[0]!.id, choice: { kind: 'refund_in_full' }, note: 'Sorry' })
  expect(sent).toEqual([])
  press(dialog, 'Cancel departure')
  const choices = { [bookings[1]!.id]: { kind: 'refund_by_terms' }, [bookings[2]!.id]: { kind: 'keep' } }
  const key = { service_id, date: '2026-12-01', time: '10:00' }
  const words = { reason: 'Storm', note: 'Sorry', confirm: 'these-four' }
  await waitFor(() => expect(sent).toEqual([{ ...key, ...words, choice: { kind: 'refund_in_full' }, choices }]))
  await page.findByText('Departure cancelled')
})

test('a mail that is switched off is marked, and the bookings can be changed again', async () => {
  const { page } = await show(
    {},
    { 'booking/admin/previewDepartureCancellation': () => ({ ...mail, is_active: false }) },
  )
  const dialog = await openDialog(page)
  type(dialog, /^Reason/, 'Storm')
  press(dialog, 'Preview email')
  await dialog.findByText(/switched off under Email Settings/)
  press(dialog, 'Back to the bookings')
  expect((await dialog.findByLabelText(/^Reason/)) as HTMLInputElement).toHaveProperty('value', 'Storm')
})

test('staff who may not refund are limited to the terms', async () => {
  const user = { ...owner, role: 'support', areas: ['overview', 'bookings'] }
  const { page } = await show({}, { 'account/session': () => ({ user }) })
  const dialog = await openDialog(page)
  expect(dialog.queryByLabelText(/Refund in full/)).toBeNull()
  expect((dialog.getByLabelText(/^Refund by the terms/) as HTMLInputElement).checked).toBe(true)
  const first = dialog.getByLabelText('What happens to TH0000000001') as HTMLSelectElement
  expect([...first.options].map(({ value }) => value)).toEqual(['', 'refund_by_terms', 'move', 'keep'])
})

test('a refusal is shown above the bookings as they are now', async () => {
  let confirm = 'old'
  const refuse = () => {
    confirm = 'new'
    throw new TypeError('Failed to fetch')
  }
  const { page } = await show(
    {},
    {
      'booking/admin/cancellableDeparture': () => ({
        bookings: confirm === 'old' ? bookings : bookings.slice(1),
        confirm,
      }),
      'booking/admin/cancelDeparture': refuse,
    },
  )
  const dialog = await openDialog(page)
  type(dialog, /^Reason/, 'Storm')
  press(dialog, 'Preview email')
  await dialog.findByTitle('Preview of the email')
  press(dialog, 'Cancel departure')
  await dialog.findByText('3 bookings')
  expect(dialog.getAllByRole('alert').length).toBeGreaterThan(0)
  expect(dialog.queryByText('Guest 1')).toBeNull()
})

test('a cancelled departure shows the progress of its bookings', async () => {
  const at = '2026-11-21T08:00:00.000Z'
  const cancellation = {
    at,
    by: 'Asma Khan',
    reason: 'Storm',
    waiting: 2,
    cancelled: 3,
    kept: 1,
    by_hand: 1,
    ...{ closed: 0, moved: 0, stuck: [] },
  }
  const { page } = await show({ is_closed: true, state: 'closed', cancellation })
  expect(page.getByText('This departure is cancelled')).toBeTruthy()
  expect(page.getByText(/^Asma Khan, .*: Storm$/)).toBeTruthy()
  expect(page.getByText('5 of 7 bookings done...')).toBeTruthy()
  expect(page.getByText(/1 booking stays because its payment proof has not been checked/)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Cancel departure' })).toBeNull()
  const settled = { ...cancellation, waiting: 0 }
  const { page: later } = await show({ is_closed: true, state: 'closed', cancellation: settled })
  expect(later.getByText('3 bookings cancelled, 1 kept')).toBeTruthy()
  expect(later.getByRole('button', { name: 'Cancel departure' })).toBeTruthy()
})

test('a departure that has started, or has nothing to cancel, has no such button', async () => {
  for (const given of [{ has_started: true }, { parties: [] }, { parties: [party({ booking_status: 'completed' })] }]) {
    const { page } = await show(given)
    expect(page.queryByRole('button', { name: 'Cancel departure' })).toBeNull()
  }
})

const day = (date: string) => ({
  date,
  state: 'open',
  from: usd(10_000),
  departures: [{ time: '15:00', hours: null, state: 'open', reason: null, left: 4, from: usd(10_000), prices: null }],
})
const sells: Answers = {
  'inventory/availability': ({ from }: { from: string }) => ({ timeZone: 'Asia/Dubai', days: [day(from)] }),
}

test('bookings move to another departure that staff choose', async () => {
  const { page, sent, previewed } = await show({}, sells)
  const dialog = await openDialog(page)
  type(dialog, /^Reason/, 'Storm')
  fireEvent.click(dialog.getByLabelText(/^Move to another departure/))
  press(dialog, 'Preview email')
  expect(await dialog.findByText('Choose the new departure')).toBeTruthy()
  type(dialog, /^New departure/, '2026-12-08')
  fireEvent.change(await dialog.findByLabelText(/^New time/), { target: { value: '15:00' } })
  press(dialog, 'Preview email')
  await waitFor(() => expect(previewed.at(-1)?.choice).toEqual({ kind: 'move', date: '2026-12-08', time: '15:00' }))
  expect(dialog.getByText('3 bookings move.')).toBeTruthy()
  press(dialog, 'Cancel departure')
  await waitFor(() => expect(sent).toMatchObject([{ choice: { kind: 'move', date: '2026-12-08', time: '15:00' } }]))
})

test('staff decide again about a stuck booking', async () => {
  const retried: unknown[] = []
  const stuck = [{ booking_id: bookings[0]!.id, booking_reference: 'TH1', customer_name: 'Ria', problem: 'No places' }]
  const counts = { waiting: 0, cancelled: 0, kept: 0, by_hand: 0, closed: 0, moved: 2, stuck }
  const cancellation = { at: '2026-11-20T08:00:00.000Z', by: 'Asma Khan', reason: 'Storm', ...counts }
  const { page } = await show(
    { is_closed: true, state: 'closed', cancellation },
    {
      ...sells,
      'booking/admin/retryDepartureCancellation': (input) => {
        retried.push(input)
        return { cancellation_id: service_id }
      },
    },
  )
  expect(page.getByText('1 booking needs a new decision')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Decide again TH1' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Decide again: TH1' }))
  fireEvent.click(dialog.getByLabelText(/^Refund by the terms/))
  press(dialog, 'Apply decision')
  const again = { booking_id: bookings[0]!.id, choice: { kind: 'refund_by_terms' } }
  await waitFor(() => expect(retried).toMatchObject([again]))
})
