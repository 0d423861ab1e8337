// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Enquiry } from '../../modules/content/index.ts'
import type { AdminPayment, WaitingProof } from '../../modules/payment/contract.ts'
import type { ReviewForStaff } from '../../modules/review/index.ts'
import { fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { type Answers, openScreen } from '../testing/screen.tsx'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const idOf = (number: number) => `0198c000-0000-7000-8000-00000000000${number}`
const proof = (number: number): WaitingProof => ({
  ...{ bookingId: idOf(number), booking_reference: `TH000000000${number}`, customer_name: `Guest ${number}` },
  ...{ service_title: 'Harbour by night', amount: usd(10_000), proofs: 1, isLate: number === 1 },
  since: '2026-11-20T10:00:00.000Z',
})
const payment = (change: Partial<AdminPayment> = {}) => ({
  ...{ canDecide: true, besideTransfer: 'nothing', isBankTransfer: true, attempts: [], refunds: [] },
  proofs: [
    {
      ...{ id: idOf(9), version: 1, fileId: null, contentType: null, externalUrl: 'https://bank.example/1' },
      ...{ uploadedBy: 'customer', at: '2026-11-20T10:00:00.000Z' },
    },
  ],
  ...change,
})
const transfers = (count: number, own: Answers = {}): Answers => {
  const items = Array.from({ length: count }, (_, at) => proof(at + 1))
  return {
    'payment/admin/waitingProofs': () => ({ items, total: count, nextCursor: null }),
    'payment/admin/get': () => payment(),
    ...own,
  }
}
/** As the client throws it. */
const conflict = (code = 'payment/already-decided', message = 'Decided') =>
  Object.assign(new Error(message), { status: 409, data: { code } })
const key = (name: string, target: Element = document.body) => fireEvent.keyDown(target, { key: name, bubbles: true })
const entry = async (page: Place, name: string) => page.findByRole('heading', { name, level: 2 })

test('a transfer is approved with the amount received by keys alone, and the next one follows', async () => {
  const sent: unknown[] = []
  const page = await openScreen(
    '/admin/queue/transfers',
    transfers(2, {
      'payment/admin/decide': (input) => {
        sent.push(input)
        return {}
      },
    }),
  )
  await entry(page, 'Guest 1')
  await page.findByText('1 of 2')
  key('a')
  const amount = await page.findByLabelText<HTMLInputElement>(/^Amount received in USD/)
  expect([amount.value, document.activeElement]).toEqual(['100.00', amount])
  key('r', amount)
  expect(page.queryByLabelText(/^Reason/)).toBeNull()
  await fillIn(page, /^Amount received/, '120')
  await page.findByText('$20.00 too much')
  await fillIn(page, /^Amount received/, '0')
  await press(page, /^Approve/)
  await page.findByText('Enter an amount above 0')
  await fillIn(page, /^Amount received/, '99.50')
  await page.findByText('$0.50 is missing')
  fireEvent.submit(amount.form!)
  await entry(page, 'Guest 2')
  await page.findByText('2 of 2')
  expect(sent).toEqual([{ bookingId: idOf(1), decision: 'approved', received_amount: usd(9_950) }])

  key('a')
  await page.findByLabelText(/^Amount received/)
  fireEvent.submit((await page.findByLabelText<HTMLInputElement>(/^Amount received/)).form!)
  await page.findByText('All transfers are verified')
  expect(sent.at(-1)).toEqual({ bookingId: idOf(2), decision: 'approved', received_amount: usd(10_000) })
  expect(within(page.getByRole('main')).getAllByRole('link', { name: /Payments to Review/ })).toHaveLength(2)
})

test('the overdue transfers have a queue of their own, with its name and its end', async () => {
  const asked: unknown[] = []
  const page = await openScreen(
    '/admin/queue/transfers?waiting=late',
    transfers(1, {
      'payment/admin/waitingProofs': (input) => {
        asked.push(input)
        return { items: [proof(1)], total: 1, nextCursor: null }
      },
      'payment/admin/decide': () => ({}),
    }),
  )
  await page.findByRole('heading', { name: 'Verify overdue transfers', level: 1 })
  await entry(page, 'Guest 1')
  expect(asked).toEqual([{ limit: 25, waiting: 'late' }])
  key('a')
  fireEvent.submit((await page.findByLabelText<HTMLInputElement>(/^Amount received/)).form!)
  await page.findByText('No transfer is overdue')
  expect(within(page.getByRole('main')).getAllByRole('link', { name: /Payments to Review/ })).toHaveLength(2)
})

test('a transfer whose payment is still being checked stays, with the reason', async () => {
  const message = 'A payment is still being checked. Please try again in a moment.'
  const page = await openScreen(
    '/admin/queue/transfers',
    transfers(2, {
      'payment/admin/decide': () => {
        throw conflict('payment/still-processing', message)
      },
    }),
  )
  await entry(page, 'Guest 1')
  key('a')
  fireEvent.submit((await page.findByLabelText<HTMLInputElement>(/^Amount received/)).form!)
  await page.findByText(message)
  await entry(page, 'Guest 1')
})

test('a rejection asks for its reason first, and Escape leads back to the decision', async () => {
  const sent: unknown[] = []
  const page = await openScreen(
    '/admin/queue/transfers',
    transfers(1, {
      'payment/admin/decide': (input) => {
        sent.push(input)
        return {}
      },
    }),
  )
  await entry(page, 'Guest 1')
  key('r')
  const reason = await page.findByLabelText<HTMLTextAreaElement>(/^Reason/)
  fireEvent.submit(reason.form!)
  await page.findByText('Please give a reason')
  key('Escape', reason)
  await page.findByRole('button', { name: /^Approve/ })
  expect(sent).toEqual([])
  key('r')
  await fillIn(page, /^Reason/, ' No such transfer ')
  fireEvent.submit((await page.findByLabelText<HTMLTextAreaElement>(/^Reason/)).form!)
  await page.findByText('All transfers are verified')
  expect(sent).toEqual([{ bookingId: idOf(1), decision: 'rejected', admin_notes: 'No such transfer' }])
})

test('what somebody else has decided is said, and the queue goes on', async () => {
  const page = await openScreen(
    '/admin/queue/transfers',
    transfers(3, {
      'payment/admin/get': (({ bookingId }: { bookingId: string }) =>
        payment({ canDecide: bookingId !== idOf(1) })) as never,
      'payment/admin/askForProof': () => {
        throw conflict()
      },
    }),
  )
  await page.findByText('Someone else has already decided this')
  await press(page, 'Continue')
  await entry(page, 'Guest 2')
  await toast(page, 'Someone else has already decided this')
})

test('entries are skipped and come back; what was skipped waits at the end', async () => {
  const page = await openScreen('/admin/queue/transfers', transfers(2))
  await entry(page, 'Guest 1')
  key('s')
  await entry(page, 'Guest 2')
  key('k')
  await entry(page, 'Guest 1')
  key('j')
  await entry(page, 'Guest 2')
  key('j')
  await page.findByText('You skipped 2 entries')
  await press(page, 'Start again')
  await entry(page, 'Guest 1')
})

test('the next page is loaded before it is needed', async () => {
  const asked: unknown[] = []
  const page = await openScreen('/admin/queue/transfers', {
    ...transfers(1),
    'payment/admin/waitingProofs': (({ cursor }: { cursor?: string }) => {
      asked.push(cursor)
      return cursor
        ? { items: [proof(2)], total: 2, nextCursor: null }
        : { items: [proof(1)], total: 2, nextCursor: 'more' }
    }) as never,
  })
  await entry(page, 'Guest 1')
  await expect.poll(() => asked).toEqual([undefined, 'more'])
  key('j')
  await entry(page, 'Guest 2')
  await page.findByText('2 of 2')
})

test('a message is marked as answered, and the decision is undone', async () => {
  const message: Enquiry = {
    ...{ id: idOf(1), name: 'Ria Sen', email: 'ria@example.com', phone: '+919812345678', subject: 'Umrah in March' },
    ...{ message: 'After Eid', topic: 'contact', travel_dates: '', travellers: '', service_id: null },
    ...{ service_type: null, booking_id: null, language: null, answered_at: null, answered_by: null },
    ...{ created_at: '2026-11-20T10:00:00.000Z', booking_reference: null, state: 'new', entries: 0 },
  }
  const sent: unknown[] = []
  const page = await openScreen('/admin/queue/messages', {
    'content/admin/enquiries': () => ({ items: [message], open: 1, nextCursor: null }),
    'content/admin/answerEnquiry': (input) => {
      sent.push(input)
      return message
    },
  })
  await entry(page, 'Ria Sen')
  const decision = within(page.getByRole('region', { name: 'Decision' }))
  expect(decision.getByRole('link', { name: /WhatsApp/ }).getAttribute('href')).toBe('https://wa.me/919812345678')
  key('a')
  await page.findByText('All messages are answered')
  key('z')
  await entry(page, 'Ria Sen')
  expect(sent).toEqual([
    { enquiryId: idOf(1), answered: true },
    { enquiryId: idOf(1), answered: false },
  ])
})

test('a published review is taken back by the button of its message, once, and decided anew', async () => {
  const review: ReviewForStaff = {
    ...{ id: idOf(1), version: 3, booking_id: idOf(2), booking_reference: 'TH0000000001', service_type: 'tour' },
    ...{ service_title: 'Desert safari', service_href: '/tours/desert-safari', travel_date: '2026-11-01', rating: 5 },
    ...{ body: 'A fine day', shown_name: 'Ria S.', status: 'waiting', hidden_reason: null, decided_at: null },
    ...{ decided_by: null, reply: null, replied_by: null, written_at: '2026-11-20T10:00:00.000Z' },
  }
  const sent: unknown[] = []
  const answer = (what: string, status: ReviewForStaff['status']) => (input: { version: number }) => {
    sent.push([what, input.version])
    return { ...review, version: input.version + 1, status }
  }
  const page = await openScreen('/admin/queue/reviews', {
    'review/admin/list': () => ({ items: [review], waiting: 1, nextCursor: null }),
    'review/admin/publish': answer('publish', 'published') as never,
    'review/admin/reopen': answer('reopen', 'waiting') as never,
  })
  await page.findByText('A fine day')
  key('a')
  const message = within((await toast(page, 'Review published')).closest<HTMLElement>('.toast')!)
  await press(message, 'Undo')
  key('z')
  await toast(page, 'Decision undone')
  await page.findByText('A fine day')
  key('a')
  await expect
    .poll(() => sent)
    .toEqual([
      ['publish', 3],
      ['reopen', 4],
      ['publish', 5],
    ])
})

test('an empty queue and an unknown one lead back', async () => {
  const page = await openScreen('/admin/queue/transfers', transfers(0))
  await page.findByText('All transfers are verified')
  await shows(() => document.body, 'New entries appear the next time you open this queue.')
  const other = await openScreen('/admin/queue/wishes')
  await other.findByRole('heading', { name: /not found/i })
})
