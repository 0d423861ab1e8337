// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test } from 'vitest'
import type { CheckInParty, DepartureToCheckIn, MarkResult, VoucherToCheckIn } from '../../modules/booking/contract.ts'
import { type Answers, lostConnection, openScreen, owner } from '../testing/screen.tsx'

const departure_id = '0198c000-0000-7000-8000-00000000000c'
type Person = CheckInParty['people'][number]
const person = (position: number, more: Partial<Person> = {}): Person => ({
  ...{ position, type: 'adult', name: null, arrival: null },
  ...more,
})
const party = (more: Partial<CheckInParty> = {}): CheckInParty => ({
  ...{ booking_id: '0198c000-0000-7000-8000-00000000000b', booking_reference: 'TH0000000001' },
  leg: 'outbound',
  ...{ booking_status: 'confirmed', customer_name: 'Ria Sen', customer_phone: '+971501234567', travel_time: '10:00' },
  ...{ selected_language: 'English', pickup_location: 'Hotel Sea, Deira', trip_facts: [], to_collect: null },
  people: [person(0, { name: 'Om Sen' }), person(1)],
  ...more,
})
const other = party({
  ...{ booking_id: '0198c000-0000-7000-8000-0000000000bb', booking_reference: 'TH0000000002' },
  ...{ customer_name: 'Zoë Brown', customer_phone: null, people: [person(0)] },
})
const unpaid = { to_collect: { minor: 15_500, currency: 'USD' } }

/** A departure on a server that counts the first mark of each person. `isOnline` and `losesAnswers` are the connection. */
function departureServer(parties: CheckInParty[] = [party(), other]) {
  const line = { isOnline: true, losesAnswers: false, received: 0, by: 'Asha Rao' }
  const marked = new Map<string, { mark_id: string; at: string; by: string }>()
  const keyOf = (mark: { booking_id: string; position: number }) => `${mark.booking_id} ${mark.position}`
  const arrivalOf = (key: string) => {
    const mark = marked.get(key)
    return mark ? { check_in_id: '0198c000-0000-7000-8000-0000000000cc', at: mark.at, by: mark.by } : null
  }
  const read = (): DepartureToCheckIn => {
    const seen = parties.map((each) => ({
      ...each,
      people: each.people.map((one) => ({ ...one, arrival: one.arrival ?? arrivalOf(keyOf({ ...each, ...one })) })),
    }))
    const people = seen.flatMap((each) => each.people)
    const arrived = people.filter(({ arrival }) => arrival).length
    return {
      ...{ departure_id, service_type: 'tour', service_title: 'Desert safari', date: '2026-12-01', is_today: true },
      ...{ first_time: '10:00', last_time: '10:00', people: people.length, arrived, parties: seen, has_more: false },
    }
  }
  type Sent = {
    marks: { mark_id: string; booking_id: string; position: number; made_at: string; is_confirmed: boolean }[]
  }
  const sent: Sent['marks'] = []
  const receive = ({ marks }: Sent): { results: MarkResult[] } => {
    if (!line.isOnline) return lostConnection()
    line.received += 1
    const results = marks.map((mark): MarkResult => {
      sent.push(mark)
      const key = keyOf(mark)
      if (!marked.has(key)) marked.set(key, { mark_id: mark.mark_id, at: mark.made_at, by: line.by })
      const isFirst = marked.get(key)?.mark_id === mark.mark_id
      return { mark_id: mark.mark_id, outcome: isFirst ? 'arrived' : 'already', arrival: arrivalOf(key) }
    })
    return line.losesAnswers ? lostConnection() : { results }
  }
  const answers: Answers = {
    'booking/admin/checkIn/departure': () => (line.isOnline ? read() : lostConnection()),
    'booking/admin/checkIn/departures': () => (line.isOnline ? { departures: [read()] } : lostConnection()),
    'booking/admin/checkIn/mark': receive,
  }
  return {
    line,
    marked,
    sent,
    answers,
    read,
    mark: (booking_id: string, position: number, by: string) =>
      marked.set(keyOf({ booking_id, position }), { mark_id: 'of-another-device', at: '2026-12-01T05:00:00.000Z', by }),
  }
}
type Server = ReturnType<typeof departureServer>
const openList = async ({ answers }: Server, more: Answers = {}) => {
  const page = await openScreen(`/admin/check-in/departure/${departure_id}`, { ...answers, ...more })
  await page.findByRole('heading', { name: 'Desert safari' })
  return page
}
type Page = Awaited<ReturnType<typeof openScreen>>
const press = (page: Page | ReturnType<typeof within>, name: string) =>
  fireEvent.click((page as Page).getByRole('button', { name }))
const comeBack = () => window.dispatchEvent(new Event('online'))

beforeEach(() => localStorage.clear())

test("today's departures show how many have arrived and link to their lists", async () => {
  const server = departureServer()
  server.mark(other.booking_id, 0, 'Omar')
  const page = await openScreen('/admin/check-in', server.answers)
  const link = await page.findByRole('link', { name: /Desert safari/ })
  expect(link.textContent).toContain('1 of 3 arrived')
  expect(link.getAttribute('href')).toBe(`/admin/check-in/departure/${departure_id}`)
})

test('a day without departures says so', async () => {
  const page = await openScreen('/admin/check-in', { 'booking/admin/checkIn/departures': () => ({ departures: [] }) })
  await page.findByText('No departures today')
})

test('the list shows who is expected and how to reach them', async () => {
  const page = await openList(departureServer())
  const card = page.getByRole('article', { name: 'Ria Sen' }).textContent
  for (const words of [
    'TH0000000001',
    '+971501234567',
    'Pickup: Hotel Sea, Deira',
    'Language: English',
    'Om Sen',
    'Adult 2',
  ])
    expect(card).toContain(words)
  page.getByText('0 of 3 arrived')
})

test('checking in one traveller sends one mark and says when and by whom', async () => {
  const server = departureServer()
  const page = await openList(server)
  press(page, 'Check in Om Sen')
  await page.findByText('1 of 3 arrived')
  expect(page.getByRole('article', { name: 'Ria Sen' }).textContent).toMatch(/Om SenArrived.*, Asha Rao/)
  expect(server.sent).toMatchObject([{ booking_id: party().booking_id, position: 0, is_confirmed: false }])
  expect(page.queryByText(/waiting to be sent/)).toBeNull()
})

test('an arrival shows at once, even if the list cannot be reloaded', async () => {
  const server = departureServer()
  let isLoaded = false
  const page = await openList(server, {
    'booking/admin/checkIn/departure': () => {
      if (isLoaded) return lostConnection()
      isLoaded = true
      return server.read()
    },
  })
  press(page, 'Check in Om Sen')
  await page.findByText('1 of 3 arrived')
  await page.findByText('No connection')
  expect(page.getByRole('article', { name: 'Ria Sen' }).textContent).toMatch(/Om SenArrived/)
})

test('mark all checks in the travellers of a booking who have not arrived', async () => {
  const server = departureServer([party({ people: [person(0), person(1), person(2)] })])
  server.mark(party().booking_id, 1, 'Omar')
  const page = await openList(server)
  press(page, 'Mark all as arrived')
  await page.findByText('3 of 3 arrived')
  expect(server.sent.map(({ position }) => position)).toEqual([0, 2])
  expect(page.queryByRole('button', { name: 'Mark all as arrived' })).toBeNull()
})

test('offline marks wait, the screen says so, and they are sent once back online', async () => {
  const server = departureServer()
  const page = await openList(server)
  server.line.isOnline = false
  press(page, 'Mark all as arrived')
  await page.findByText('No connection')
  expect(page.getAllByText('Waiting to be sent')).toHaveLength(2)
  page.getByText('0 of 3 arrived')
  expect(page.getAllByText('2 marks are waiting to be sent').length).toBeGreaterThan(0)
  server.line.isOnline = true
  comeBack()
  await page.findByText('2 of 3 arrived')
  expect(server.sent).toHaveLength(2)
  await waitFor(() => expect(page.queryByText('No connection')).toBeNull())
  expect(localStorage.length).toBe(0)
})

test('a lost answer is sent again with the same mark and counts once', async () => {
  const server = departureServer()
  const page = await openList(server)
  server.line.losesAnswers = true
  press(page, 'Check in Om Sen')
  await page.findByText('No connection')
  server.line.losesAnswers = false
  press(page, 'Send now')
  await page.findByText('1 of 3 arrived')
  expect(server.sent).toHaveLength(2)
  expect(new Set(server.sent.map(({ mark_id }) => mark_id)).size).toBe(1)
})

test('waiting marks survive a reload and are sent from any page', async () => {
  const server = departureServer()
  const page = await openList(server)
  server.line.isOnline = false
  press(page, 'Check in Om Sen')
  await page.findByText('No connection')
  server.line.isOnline = true
  const next = await openScreen('/admin', server.answers)
  await next.findByRole('heading', { name: 'Dashboard' })
  await waitFor(() => expect(server.marked.size).toBe(1))
  expect(server.sent).toHaveLength(1)
})

test('a mark that another device made first shows when and by whom', async () => {
  const server = departureServer()
  const page = await openList(server)
  server.mark(party().booking_id, 0, 'Omar')
  press(page, 'Check in Om Sen')
  await page.findByText('Already arrived')
  const card = page.getByRole('article', { name: 'Ria Sen' })
  await waitFor(() => expect(card.textContent).toMatch(/Om SenArrived2026-12-01 09:00 AM, Omar/))
})

test('a mark that was never sent can be undone', async () => {
  const server = departureServer()
  let answer = (): void => {}
  const onItsWay = new Promise<void>((resolve) => {
    answer = resolve
  })
  const page = await openList(server, {
    // The first mark is on its way, so the second one waits.
    'booking/admin/checkIn/mark': async (input) => {
      await onItsWay
      return server.answers['booking/admin/checkIn/mark']?.(input)
    },
  })
  press(page, 'Check in Om Sen')
  press(page, 'Check in Adult 2')
  await waitFor(() => expect(page.getAllByText('Waiting to be sent')).toHaveLength(2))
  expect(page.queryByRole('button', { name: 'Undo the arrival of Om Sen' })).toBeNull()
  press(page, 'Undo the arrival of Adult 2')
  await waitFor(() => expect(page.getAllByText('Waiting to be sent')).toHaveLength(1))
  answer()
  await page.findByText('1 of 3 arrived')
  expect(server.sent).toHaveLength(1)
})

test('an unpaid booking is checked in only after staff confirm', async () => {
  const server = departureServer([party(unpaid)])
  const page = await openList(server)
  press(page, 'Check in Om Sen')
  const dialog = within(await page.findByRole('dialog', { name: 'Check in anyway?' }))
  dialog.getByText('Ria Sen still has to pay $155.00.')
  expect(server.sent).toEqual([])
  press(dialog, 'Check in')
  await page.findByText('1 of 2 arrived')
  expect(server.sent).toMatchObject([{ position: 0, is_confirmed: true }])
})

test('a refused mark shows the reason until it is dismissed', async () => {
  const refuse = ({ marks }: { marks: { mark_id: string }[] }) => ({
    results: marks.map(({ mark_id }) => ({ mark_id, outcome: 'cancelled', arrival: null })),
  })
  const page = await openList(departureServer(), { 'booking/admin/checkIn/mark': refuse })
  press(page, 'Check in Om Sen')
  await page.findByText('Not accepted: the booking is cancelled.')
  page.getByText('0 of 3 arrived')
  press(page, 'Close the message about Om Sen')
  await waitFor(() => expect(page.queryByText(/Not accepted/)).toBeNull())
})

test('an arrival is undone on the server', async () => {
  const server = departureServer()
  server.mark(other.booking_id, 0, 'Omar')
  const undone: unknown[] = []
  const page = await openList(server, {
    'booking/admin/checkIn/undo': (input) => {
      undone.push(input)
      server.marked.clear()
      return { check_in_id: departure_id, undone_at: '2026-12-01T06:00:00.000Z', undone_by: 'Asha Rao' }
    },
  })
  press(page, 'Undo the arrival of Adult 1')
  await page.findByText('0 of 3 arrived')
  expect(undone).toEqual([{ check_in_id: '0198c000-0000-7000-8000-0000000000cc' }])
})

test('the search finds names, phones and references, and those who are missing', async () => {
  const server = departureServer()
  server.mark(other.booking_id, 0, 'Omar')
  const page = await openList(server)
  const shown = () => page.queryAllByRole('article').map((card) => card.getAttribute('aria-label'))
  const search = (q: string) => fireEvent.change(page.getByLabelText(/^Search/), { target: { value: q } })
  for (const [q, names] of [
    ['om sen', ['Ria Sen']],
    ['0000002', ['Zoë Brown']],
    ['1234567', ['Ria Sen']],
    ['nobody', []],
    ['', ['Ria Sen', 'Zoë Brown']],
  ] as const) {
    search(q)
    await waitFor(() => expect(shown()).toEqual(names))
  }
  fireEvent.click(page.getByLabelText('Not arrived only'))
  await waitFor(() => expect(shown()).toEqual(['Ria Sen']))
})

test('a reference of another departure leads to its voucher', async () => {
  const page = await openList(departureServer())
  fireEvent.change(page.getByLabelText(/^Search/), { target: { value: 'th 0000000009' } })
  const link = await page.findByRole('link', { name: 'Find this voucher' })
  expect(link.getAttribute('href')).toBe('/admin/check-in/voucher/TH0000000009')
})

test('a typed reference opens its voucher, and a wrong one is refused', async () => {
  const page = await openScreen('/admin/check-in', {
    ...departureServer().answers,
    'booking/admin/checkIn/voucher': ({ code }: { code: string }) => voucher({ booking_reference: code }),
  })
  await page.findByRole('link', { name: /Desert safari/ })
  const type = (value: string) => {
    fireEvent.change(page.getByLabelText(/^Voucher or booking reference/), { target: { value } })
    press(page, 'Find')
  }
  type('nonsense')
  await page.findByText('Enter a booking reference: letters and ten digits')
  type('th 0000000002')
  await page.findByText('Valid today')
  expect(location.pathname).toBe('/admin/check-in/voucher/TH0000000002')
})

test('the departure of another day can be read but not checked in', async () => {
  const server = departureServer()
  const page = await openList(server, {
    'booking/admin/checkIn/departure': () => ({ ...server.read(), is_today: false }),
  })
  page.getByText(/^This departure is on Tuesday,? 1 December 2026/)
  expect(page.queryByRole('button', { name: /^Check in/ })).toBeNull()
})

const voucher = (more: Partial<VoucherToCheckIn> = {}): VoucherToCheckIn => ({
  return_leg: null,
  ...{ state: 'open', booking_reference: 'TH0000000001', service_title: 'Desert safari', travel_date: '2026-12-01' },
  ...{ departure_id, party: party() },
  ...more,
})
const openVoucher = async (more: Partial<VoucherToCheckIn>) => {
  const asked: unknown[] = []
  const page = await openScreen('/admin/check-in/voucher/a.b.c', {
    'booking/admin/checkIn/voucher': (input) => {
      asked.push(input)
      return voucher(more)
    },
  })
  await page.findByRole('heading', { name: 'Desert safari' })
  expect(asked[0]).toEqual({ code: 'a.b.c' })
  return page
}

test('a voucher shows its verdict in words', async () => {
  for (const [state, words] of [
    ['open', 'Valid today'],
    ['unpaid', 'Valid today, but not paid'],
    ['unconfirmed', 'Valid today, but not confirmed'],
  ] as const) {
    const page = await openVoucher({ state })
    page.getByText(words)
    page.getByRole('button', { name: 'Mark all as arrived' })
  }
  for (const [state, words] of [
    ['cancelled', 'This booking was cancelled. Do not let anyone in with this voucher.'],
    ['released', /^This booking was not paid in time/],
    ['other_day', /^This voucher is for Tuesday,? 1 December 2026\.$/],
    ['not_needed', 'This service has no departures, so there is nobody to check in.'],
  ] as const) {
    const page = await openVoucher({ state })
    page.getByText(words)
    expect(page.queryByRole('button', { name: /^(Check in|Mark all)/ })).toBeNull()
  }
})

test('a used voucher shows when and by whom it was first used', async () => {
  const at = (time: string, by: string) => ({ check_in_id: by, at: `2026-12-01T${time}:00.000Z`, by })
  const people = [person(0, { arrival: at('06:00', 'Lena') }), person(1, { arrival: at('05:00', 'Omar') })]
  const page = await openVoucher({ party: party({ people }) })
  page.getByText('This voucher has been used')
  page.getByText('First checked in at 2026-12-01 09:00 AM by Omar.')
  const partly = await openVoucher({ party: party({ people: [people[0] as Person, person(1)] }) })
  partly.getByText('1 of 2 have arrived on this voucher')
})

test('checking in with a voucher does not call it used', async () => {
  const server = departureServer()
  const page = await openScreen('/admin/check-in/voucher/a.b.c', {
    ...server.answers,
    'booking/admin/checkIn/voucher': () => {
      const [party = null] = server.read().parties
      return voucher({ party })
    },
  })
  await page.findByText('Valid today')
  press(page, 'Mark all as arrived')
  await page.findByText('2 of 2 arrived')
  expect(page.queryByText('This voucher has been used')).toBeNull()
})

test('a voucher for another day shows a guide no names', async () => {
  const page = await openVoucher({ state: 'other_day', party: null })
  expect(page.queryByRole('article')).toBeNull()
})

const guide = { ...owner, role: 'guide', areas: ['check-in'], full_name: 'Omar Guide' } as const

test('a guide lands on the check-in and sees no other section', async () => {
  const page = await openScreen('/admin', {
    ...departureServer().answers,
    'account/session': () => ({ user: guide }),
    'booking/admin/dashboard': () => expect.fail('a guide has no dashboard'),
  })
  await page.findByRole('heading', { name: 'Check-in' })
  expect(location.pathname).toBe('/admin/check-in')
  const links = page.getAllByRole('navigation').flatMap((each) => within(each).getAllByRole('link'))
  expect(new Set(links.map(({ textContent }) => textContent))).toEqual(new Set(['Check-in']))
})

test('signing out with unsent marks asks first', async () => {
  const server = departureServer()
  const page = await openList(server)
  server.line.isOnline = false
  press(page, 'Check in Om Sen')
  await page.findByText('No connection')
  fireEvent.click(page.getAllByRole('button', { name: 'Sign Out' })[0] as HTMLElement)
  const dialog = within(await page.findByRole('dialog', { name: 'Sign out and lose marks?' }))
  dialog.getByText('1 mark has not been sent. Signing out deletes them from this device.')
})
