import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { addService, book } from '../booking/testing/fixtures.ts'
import type { EarlierTraveller } from './contract.ts'

const shop = await testApp()
const { core, call } = shop
const tour = await addService(core, 'tour')
const support = await shop.signIn('support')

type Person = { first_name: string; last_name?: string; date_of_birth?: string; passport_number?: string }
async function booked(customer_email: string, people: readonly Person[], isRemoved = false) {
  // Families share numbers, and records join by them.
  const customer_phone = customer_email.startsWith('anita') ? '+971501234567' : '+971507654321'
  core.clock.advance(1)
  const made = await book(core, tour, { customer_email, customer_phone })
  for (const [position, person] of people.entries())
    await core.db
      .insertInto('booking_travelers')
      .values({ id: newId(), booking_id: made.id, position, traveler_type: 'adult', ...person })
      .execute()
  if (isRemoved)
    await core.db
      .updateTable('booking_travelers')
      .set({ removed_at: new Date(), position: -1 })
      .where('booking_id', '=', made.id)
      .execute()
  await shop.shop.jobs['record-customers']?.({})
  return made
}
const idOf = async (email: string): Promise<string> => {
  const { items } = (await call(`GET /api/admin/customers?q=${email}`, undefined, support.headers)).json() as {
    items: { id: string }[]
  }
  return items[0]?.id ?? expect.fail(email)
}
const read = async (email: string) => {
  const answer = await call(`GET /api/admin/customers/${await idOf(email)}/travellers`, undefined, support.headers)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { items: EarlierTraveller[] }).items
}
const views = () =>
  core.db
    .selectFrom('audit_entries')
    .select(['subject_id', 'after'])
    .where('action', '=', 'customer.travellers-viewed')
    .execute()

const anita = { first_name: 'Anita', last_name: 'Rao', date_of_birth: '1988-05-12' }
let newest: string
beforeAll(async () => {
  await booked('anita@example.com', [{ ...anita, passport_number: 'P0000001' }, { first_name: 'Ravi' }])
  await booked('anita@example.com', [{ first_name: 'Gone' }], true)
  newest = (await booked('anita@example.com', [{ ...anita, passport_number: 'P0000002' }])).booking_reference
  await booked('other@example.com', [{ first_name: 'Stranger' }])
})

describe('the travellers of earlier bookings', () => {
  it('are each person of the customer once, with the newest details, without those who left', async () => {
    const travellers = await read('anita@example.com')
    expect(travellers.map(({ name }) => name)).toEqual(['Anita Rao', 'Ravi'])
    expect(travellers[0]).toEqual({
      ...{ name: 'Anita Rao', date_of_birth: '1988-05-12', passport_number: 'P0000002', passport_expiry: null },
      booking_reference: newest,
    })
  })

  it('are a view of passports in the audit trail, without their numbers', async () => {
    const before = (await views()).length
    await read('anita@example.com')
    const after = await views()
    expect(after).toHaveLength(before + 1)
    expect(after.at(-1)).toEqual({ subject_id: await idOf('anita@example.com'), after: { passports: 1 } })
    await read('other@example.com')
    expect(await views()).toHaveLength(after.length)
  })

  it('of an unknown customer are not found', async () => {
    const address = 'GET /api/admin/customers/018f0000-0000-7000-8000-000000000000/travellers'
    expect((await call(address, undefined, support.headers)).status).toBe(404)
  })
})
