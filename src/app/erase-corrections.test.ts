import { beforeAll, describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { type Session, testApp } from '../../tests/support/app.ts'
import { placesOf } from '../../tests/support/personal-data.ts'
import { safariForTwo } from '../../tests/support/requests.ts'

const shop = await testApp()
const { core, call } = shop
let owner: Session
beforeAll(async () => {
  await seedWorld(shop.shop.deps, 'test')
  owner = await shop.signIn('admin')
}, 60_000)

async function fine(route: string, body?: object, headers: Record<string, string> = owner.headers) {
  const answer = await call(route, body, headers)
  expect(answer.status, `${route} ${answer.text}`).toBe(200)
  return answer.json()
}
const person = { customer_name: 'Li', customer_email: 'li@example.com', customer_phone: '+971501234567' }
async function book(more: object = {}): Promise<string> {
  core.clock.advance(11)
  const { booking } = await fine('POST /api/bookings', { ...safariForTwo, ...person, ...more }, {})
  return (booking as { id: string }).id
}
async function correct(id: string, change: object): Promise<void> {
  const { version } = await fine(`GET /api/admin/bookings/${id}`)
  const rest = { selected_language: '', pickup_location: '', special_requests: '' }
  const input = { ...person, ...rest, ...change, version, tell_customer: true }
  await fine(`PUT /api/admin/bookings/${id}/details`, input)
}
const cancel = (id: string) => fine(`POST /api/admin/bookings/${id}/cancellation`, { reason: 'Changed plans' })
const erase = (address: string) => fine('POST /api/admin/people/erasures', { email: address, confirmation: address })
const audited = async (id: string) => {
  const rows = await core.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('action', '=', 'booking.corrected')
    .where('subject_id', '=', id)
    .execute()
  return rows
}

describe('erasing a person whose booking was corrected', () => {
  it('removes short names and requests of one word, also from a message that is still to be sent', async () => {
    const id = await book({ special_requests: 'Zwheelchair' })
    await correct(id, { customer_name: 'Bo', special_requests: 'Zhalal' })
    expect(await placesOf(core, ['zwheelchair'])).toEqual([
      'audit_entries.before',
      'booking_history.data',
      'events.payload',
    ])
    await cancel(id)
    await erase(person.customer_email)
    expect(await placesOf(core, ['zwheelchair', 'zhalal'])).toEqual([])
    const gone = { customer_name: '[erased]', special_requests: '[erased]' }
    expect(await audited(id)).toEqual([{ before: gone, after: gone }])
  })

  it('removes old names, passport numbers and days of birth of corrected travellers', async () => {
    const visa = await core.db.selectFrom('services').select('id').where('kind', '=', 'visa').executeTakeFirstOrThrow()
    const traveller = {
      ...{ traveler_type: 'adult', full_name: 'Zasha', passport_number: 'Z7654321', date_of_birth: '1991-02-03' },
      ...{ tentative_arrival_date: '2026-12-10', tentative_departure_date: '2026-12-20' },
    }
    const details = { booking_option: 'pay_now', travellers: [traveller] }
    const more = { service_type: 'visa', service_id: visa.id, travel_date: null, travel_time: null, adults_count: 1 }
    const id = await book({ ...more, details })
    const { version } = await fine(`GET /api/admin/bookings/${id}`)
    const { traveler_type: _, ...fields } = traveller
    const other = { ...fields, full_name: 'Zaisha', passport_number: 'Z1234567', date_of_birth: '1991-02-04' }
    const travellers = [{ position: 0, traveller: other }]
    await fine(`PUT /api/admin/bookings/${id}/answers`, { version, travellers, tell_customer: true })
    expect(await placesOf(core, ['zasha'])).toEqual(['audit_entries.before', 'booking_history.data', 'events.payload'])
    await cancel(id)
    await erase(person.customer_email)
    const words = ['zasha', 'zaisha', 'z7654321', 'z1234567', '1991-02-03', '1991-02-04']
    expect(await placesOf(core, words)).toEqual([])
  })

  it("removes the address also from another person's booking that was made with it", async () => {
    const [mistyped, own] = [await book({ customer_email: 'zother@example.com' }), await book()]
    await correct(own, { customer_email: 'zother@example.com', special_requests: 'Near the window' })
    await correct(own, { special_requests: 'Near the window' })
    await cancel(mistyped)
    expect(await placesOf(core, ['zother@example.com'])).toContain('booking_history.data')
    await erase('zother@example.com')
    expect(await placesOf(core, ['zother@example.com'])).toEqual([])
    // The other person's history stays.
    const rows = await core.db.selectFrom('booking_history').selectAll().where('booking_id', '=', own).execute()
    expect(JSON.stringify(rows)).toContain('Near the window')
    expect(JSON.stringify(rows)).toContain('li@example.com')
  })
})
