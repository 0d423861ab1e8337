import { beforeEach, describe, expect, it } from 'vitest'
import { countStatements } from '../../bench/statement-counter.ts'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { testApp } from '../../tests/support/app.ts'
import { safariForTwo } from '../../tests/support/requests.ts'

// Who sees what in the tracker by the reference alone.
const shop = await testApp()
const { core, call } = shop
await seedWorld(shop.shop.deps, 'test')
const counter = countStatements(core.pool)
beforeEach(() => core.clock.advance(11))

type Headers = Record<string, string>
let people = 0
const newEmail = () => `owner${++people}@example.com`
async function book(email: string, headers: Headers = {}): Promise<{ id: string; reference: string }> {
  const answer = await call('POST /api/bookings', { ...safariForTwo, customer_email: email }, headers)
  const { booking } = answer.json() as { booking: { id: string; booking_reference: string } }
  return { id: booking.id, reference: booking.booking_reference }
}
const track = (reference: string, headers: Headers = {}, email?: string) =>
  call('POST /api/tracking-lookups', { reference, ...(email !== undefined && { email }) }, headers)

describe('the tracker with the reference alone', () => {
  it('shows the booking to the user who booked it, as their account does', async () => {
    const owner = await shop.signIn()
    const { id, reference } = await book(owner.email, owner.headers)
    const seen = (await track(` ${reference.toLowerCase()} `, owner.headers)).json() as { booking: object }
    const { booking } = seen
    expect(seen).toMatchObject({ access: 'full', can_act: true, review_token: null })
    expect(booking).toEqual((await call(`GET /api/bookings/${id}`, undefined, owner.headers)).json())
  })

  it('shows it to the user who booked with another address, and to one without a verified address', async () => {
    const owner = await shop.signIn('customer', { email: newEmail(), isVerified: false })
    const { reference } = await book('somebody-else@example.com', owner.headers)
    expect((await track(reference, owner.headers)).json()).toMatchObject({ access: 'full', can_act: true })
  })

  it('shows a guest booking to the user who verified its address', async () => {
    const email = newEmail()
    const { reference } = await book(email)
    const owner = await shop.signIn('customer', { email })
    expect((await track(reference, owner.headers)).json()).toMatchObject({ access: 'full', can_act: true })
  })

  it('shows staff their own booking', async () => {
    const guide = await shop.signIn('guide')
    const { reference } = await book(guide.email, guide.headers)
    expect((await track(reference, guide.headers)).json()).toMatchObject({ access: 'full', can_act: true })
  })
})

describe('the tracker with the reference alone shows strangers the status only', () => {
  const strangers: readonly (readonly [string, (email: string) => Promise<Headers>])[] = [
    ['another user', async () => (await shop.signIn()).headers],
    [
      'a user who claims the address',
      async (email) => (await shop.signIn('customer', { email, isVerified: false })).headers,
    ],
    ['the owner of the shop', async () => (await shop.signIn('admin')).headers],
    ['support staff', async () => (await shop.signIn('support')).headers],
    ['a guide', async () => (await shop.signIn('guide')).headers],
    ['a session that does not exist', async () => ({ cookie: 'safar.session=made-up' })],
    ['somebody who names the owner in a header', async () => ({ 'x-user-id': 'owner', authorization: 'Bearer owner' })],
  ]

  it.each(strangers)('%s: the same answer for the same work as without a session', async (_who, signIn) => {
    const owner = await shop.signIn()
    const guest = newEmail()
    const headers = await signIn(guest)
    for (const { reference } of [await book(owner.email, owner.headers), await book(guest)]) {
      const anonymous = await counter.during(() => track(reference))
      const stranger = await counter.during(() => track(reference, headers))
      expect(anonymous.result.json()).toMatchObject({ access: 'status' })
      expect([stranger.result.status, stranger.result.json()]).toEqual([200, anonymous.result.json()])
      const aboutBookings = ({ statements }: typeof stranger) =>
        statements.map(({ text }) => text).filter((text) => /booking/.test(text))
      expect(aboutBookings(stranger)).toEqual(aboutBookings(anonymous))
      expect((await track(reference, headers, 'wrong@example.com')).json()).toMatchObject({
        code: 'booking/email-mismatch',
      })
    }
  })

  it('an owner sees of other references what everybody sees', async () => {
    const owner = await shop.signIn()
    await book(owner.email, owner.headers)
    const { reference } = await book(newEmail())
    expect((await track(reference, owner.headers)).json()).toEqual((await track(reference)).json())
    const unknown = [await track('TH0000000000', owner.headers), await track('TH0000000000')]
    const answers = unknown.map(({ status, json }) => [status, { ...json(), requestId: null, request_id: null }])
    expect(answers[0]?.[0]).toBe(404)
    expect(answers[0]).toEqual(answers[1])
  })

  it('a user who signed out', async () => {
    const owner = await shop.signIn()
    const { reference } = await book(owner.email, owner.headers)
    await core.db.deleteFrom('sessions').where('user_id', '=', owner.userId).execute()
    expect((await track(reference, owner.headers)).json()).toMatchObject({ access: 'status' })
  })

  it('the owner, who names another address, is refused like anybody', async () => {
    const owner = await shop.signIn()
    const { reference } = await book(owner.email, owner.headers)
    const answer = await track(reference, owner.headers, 'wrong@example.com')
    expect(answer.json()).toMatchObject({ code: 'booking/email-mismatch' })
  })
})
