import { expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { addService } from '../modules/booking/testing/fixtures.ts'

const shop = await testApp()
const { core, call } = shop
const visa = await addService(core, 'visa')

it('a visa paid before its documents mails an upload link for each traveller [C099, C097]', async () => {
  const request = {
    service_type: 'visa',
    service_id: visa.id,
    adults_count: 1,
    children_count: 1,
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_phone: '+919876543210',
    details: { booking_option: 'pay_now' },
  }
  const headers = { 'idempotency-key': 'one-application-of-asha' }
  const booked = await call('POST /api/bookings', request, headers)
  const again = await call('POST /api/bookings', request, headers)
  const { booking, token } = booked.json() as {
    booking: { id: string; booking_reference: string; booking_status: string }
    token: string
  }
  expect(booking.booking_status).toBe('pending')
  expect(again.json()).toMatchObject({ booking: { id: booking.id } })

  const subject = `Documents for booking ${booking.booking_reference}: ${visa.title}`
  const requests = () => shop.outbox.filter((mail) => mail.subject === subject)
  await shop.runJobs()
  expect(requests()).toEqual([])

  const started = await call('POST /api/payments', { bookingId: booking.id, token, paymentMethod: 'sandbox_card' })
  const { pathname } = new URL(String(started.json().checkoutUrl))
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
  await call(`POST ${pathname}`, 'action=pay&report_first=on', form)
  await shop.runJobs()
  expect(requests()).toHaveLength(1)
  expect(requests()[0]?.to).toBe('asha@example.com')
  const links = [...(requests()[0]?.text ?? '').matchAll(/Traveller (\d): http:\/\/shop\.test(\S+)/g)]
  expect(links.map(([, number]) => number)).toEqual(['1', '2'])
  const { searchParams } = new URL(links[1]?.[2] ?? '', 'http://shop.test')
  expect(searchParams.get('traveller')).toBe('2')
  const query = new URLSearchParams({ token: searchParams.get('token') ?? '' })
  const paperwork = await call(`GET /api/bookings/${searchParams.get('bookingId')}/paperwork?${query}`)
  expect(paperwork.json()).toMatchObject({ case_stage: 'waiting_for_documents', travelers: [], only: 1, links: [] })
  const shown = await call(`GET /api/bookings/${booking.id}?${new URLSearchParams({ token })}`)
  expect(shown.json()).toMatchObject({
    next_step: { step: 'upload', count: 6, name: null, needsDetails: true },
    case_progress: { expected_by: null, stages: [{ stage: 'received', is_done: false }, {}, {}, {}] },
  })
})

const file = '%PDF-1.4\nstartxref\n9\n%%EOF\n'
const sendDocument = (bookingId: string, fields: Record<string, string>) => {
  const head = 'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf'
  const url = `POST /api/bookings/${bookingId}/documents?${new URLSearchParams(fields)}`
  const type = { 'content-type': 'multipart/form-data; boundary=b' }
  return call(url, `--b\r\n${head}\r\n\r\n${file}\r\n--b--\r\n`, type)
}
const passports: Readonly<Record<string, string>> = { 'Ben Rao': 'Z2345678', 'Mallory N': 'Z3456789' }
const personOf = (full_name: string) => ({
  full_name,
  traveler_type: 'adult',
  passport_number: passports[full_name] ?? 'Z1234567',
  passport_expiry: '2035-01-01',
  date_of_birth: '1990-01-01',
  tentative_arrival_date: '2026-12-20',
  tentative_departure_date: '2026-12-27',
})
type Paperwork = {
  links: string[]
  travelers: { id: string; position: number }[]
  documents: { travelerId: string }[]
  missing: { travelerId: string }[]
}

it("a traveller's link opens that traveller's documents only [C099]", async () => {
  const choice = { service_type: 'visa', service_id: visa.id, details: { booking_option: 'pay_now' } }
  const contact = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
  const booked = await call('POST /api/bookings', { ...choice, ...contact, adults_count: 2 })
  const { booking, token } = booked.json() as { booking: { id: string }; token: string }
  const address = `/api/bookings/${booking.id}`
  const paperworkBy = async (usedToken: string) =>
    (await call(`GET ${address}/paperwork?token=${usedToken}`)).json() as Paperwork
  const tokenIn = (href: string) => new URL(href, 'http://shop.test').searchParams.get('token') ?? ''
  const links = (await paperworkBy(token)).links
  expect(links).toHaveLength(2)
  const [first = '', second = ''] = links.map(tokenIn)

  const save = async (usedToken: string, position: number, name: string) => {
    const { traveler_type: _, ...traveller } = personOf(name)
    return (await call(`PUT ${address}/travellers/${position}`, { token: usedToken, traveller })).status
  }
  expect([await save(first, 0, 'Asha Rao'), await save(second, 1, 'Ben Rao')]).toEqual([200, 200])
  expect([await save(first, 1, 'Mallory M'), await save(second, 0, 'Mallory M')]).toEqual([404, 404])
  const both = [personOf('Mallory M'), personOf('Mallory N')]
  expect((await call(`PUT ${address}/travellers`, { token: first, travellers: both })).status).toBe(404)
  const whole = await paperworkBy(token)
  expect(whole.travelers).toMatchObject([{ first_name: 'Asha' }, { first_name: 'Ben' }])
  const [asha = '', ben = ''] = whole.travelers.map(({ id }) => id)

  const send = async (usedToken: string, travelerId: string) => {
    const fields = { token: usedToken, name: 'clear_photo', ...(travelerId && { traveler_id: travelerId }) }
    return (await sendDocument(booking.id, fields)).status
  }
  expect(await send(first, asha)).toBe(201)
  expect([await send(first, ben), await send(first, ''), await send(second, asha)]).toEqual([404, 404, 404])

  const own = await paperworkBy(second)
  expect(own.travelers.map(({ id }) => id)).toEqual([ben])
  expect([own.documents, own.links]).toEqual([[], []])
  expect(own.missing.map(({ travelerId }) => travelerId)).toEqual([ben, ben, ben])
  expect(JSON.stringify(own)).not.toContain('Asha')
  for (const path of ['', '/payment', '/papers'])
    expect((await call(`GET ${address}${path}?token=${second}`)).status, path).toBe(404)
})
