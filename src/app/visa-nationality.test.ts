import { describe, expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'
import { addService } from '../modules/booking/testing/fixtures.ts'
import { visa as visaKind } from '../services/visa/index.ts'

const shop = await testApp()
const { core, call } = shop
const staff = (await shop.signIn('content')).headers
const visa = await addService(core, visaKind.key, {
  price: 9_000,
  child_price: 8_000,
  estimated_days: 4,
  nationality_rules: [
    {
      nationalities: ['PK'],
      ...{ price: 12_000, processing_days: 9, max_stay_days: 20, documents: ['bank_statement'] },
    },
    { nationalities: ['PK'], residences: ['AE'], price: 10_000 },
    { nationalities: ['AF'], is_available: false, next_step: 'Please ask the embassy.' },
  ],
})
const party = { adults_count: 2, children_count: 1 }
const quote = async (details: object, more: object = {}) =>
  (
    await call('POST /api/quotes', {
      ...{ service_type: 'visa', service_id: visa.id, ...party },
      details: { booking_option: 'pay_now', ...details },
      ...more,
    })
  ).json() as { price: { final: { minor: number } }; errors: { path: string; message: string }[] }
const customer = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
let count = 0
const book = (details: object, more: object = {}) =>
  call(
    'POST /api/bookings',
    {
      ...{ service_type: 'visa', service_id: visa.id, ...party, ...customer },
      details: { booking_option: 'pay_now', ...details },
      ...more,
    },
    { 'idempotency-key': `application-number-${++count}` },
  )
type Booked = { booking: { id: string; final_amount: { minor: number } }; token: string }

describe('a visa with rules by nationality', () => {
  it('is quoted and sold at the price of the most specific rule', async () => {
    const minorOf = async (details: object) => (await quote(details)).price.final.minor
    expect(await minorOf({ nationality: 'PK', residence: 'GB' })).toBe(36_000)
    expect(await minorOf({ nationality: 'PK', residence: 'AE' })).toBe(30_000)
    expect(await minorOf({ nationality: 'IN', residence: 'AE' })).toBe(26_000)
    const booked = (await book({ nationality: 'PK', residence: 'GB' })).json() as Booked
    expect(booked.booking.final_amount.minor).toBe(36_000)
    const cheaper = await book(
      { nationality: 'PK', residence: 'GB' },
      { expected_amount: { minor: 26_000, currency: 'USD' } },
    )
    expect([cheaper.status, cheaper.json().code]).toEqual([409, 'booking/price-changed'])
  })

  it('is not sold without nationality and residence, nor to a passport that it is not available to', async () => {
    const errorsOf = async (details: object) => {
      const answer = await book(details)
      return [answer.status, ...(answer.json().errors as { path: string; message: string }[])]
    }
    expect(await errorsOf({})).toEqual([
      422,
      { path: 'details.nationality', message: 'Please choose your nationality' },
    ])
    expect(await errorsOf({ nationality: 'IN' })).toEqual([
      422,
      { path: 'details.residence', message: 'Please choose the country you live in' },
    ])
    expect(await errorsOf({ nationality: 'AF', residence: 'AF' })).toEqual([
      422,
      {
        path: 'details.nationality',
        message: 'We cannot apply for this visa with this passport. Please ask the embassy.',
      },
    ])
    expect(await errorsOf({ nationality: 'Pakistan' })).toEqual([
      422,
      { path: 'details.nationality', message: 'Please choose a country from the list' },
    ])
    expect(await errorsOf({ nationality: 'IN', residence: 'IN', sold: { documents: [] } })).toMatchObject([
      422,
      { path: 'details.sold' },
    ])
  })

  it('shows the lowest price of its passports as the starting price', async () => {
    const answer = await call(`GET /api/services/visa/${visa.slug}`)
    expect(answer.json().service).toMatchObject({ from: { minor: 9_000 }, unit: 'applicant' })
  })

  it('keeps the documents, days and stay that it was sold with when staff change the rules', async () => {
    const { booking, token } = (await book({ nationality: 'PK', residence: 'GB' })).json() as Booked
    const paperwork = async () =>
      (await call(`GET /api/bookings/${booking.id}/paperwork?${new URLSearchParams({ token })}`)).json()
    const sold = {
      max_stay_days: 20,
      needs_passport_expiry: true,
      requirements: [
        { name: 'passport_front', required: true },
        { name: 'passport_back', required: false },
        { name: 'clear_photo', required: true },
        { name: 'return_ticket', required: true },
        { name: 'return_ticket_page2', required: false },
        { name: 'bank_statement', label: 'Bank statement of the last three months', required: true },
      ],
    }
    expect(await paperwork()).toMatchObject(sold)
    const { version } = (await call(`GET /api/admin/services/${visa.id}`, undefined, staff)).json() as {
      version: number
    }
    const rules = [{ nationalities: ['PK'], is_available: false, next_step: 'No more.' }]
    const saved = await call(
      `PATCH /api/admin/services/${visa.id}`,
      { version, details: { nationality_rules: rules, price: 99_000 } },
      staff,
    )
    expect(saved.status, saved.text).toBe(200)
    expect(await paperwork()).toMatchObject(sold)
    const traveller = {
      ...{ full_name: 'Sana Khan', passport_number: 'PK1234567', date_of_birth: '1990-05-17' },
      ...{ tentative_arrival_date: '2026-12-05', tentative_departure_date: '2026-12-15' },
    }
    const save = (more: object) =>
      call(`PUT /api/bookings/${booking.id}/travellers/0`, { token, traveller: { ...traveller, ...more } })
    const without = await save({})
    expect([without.status, without.json().errors]).toEqual([
      422,
      [{ path: 'travellers.0.passport_expiry', message: 'Passport expiry date is required' }],
    ])
    const long = await save({ passport_expiry: '2031-01-01', tentative_departure_date: '2026-12-30' })
    expect(long.json().errors).toMatchObject([{ path: 'travellers.0.tentative_departure_date' }])
    expect((await save({ passport_expiry: '2031-01-01' })).status).toBe(200)
  })
})
