import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { type Application, apply } from '../../../tests/support/applications.ts'
import { aPdf } from '../payment/testing/world.ts'

const shop = await testApp()
const { core } = shop
const owner = await shop.signIn('admin')
const post = async (path: string, data: object = {}) => {
  const answer = await shop.call(`POST /api/admin/bookings/${path}`, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json()
}
async function sold(): Promise<Application> {
  core.clock.advance(11)
  const held = await apply(shop, 'visa')
  await post(`${held.bookingId}/arrival-payment`, { reason: 'At the desk' })
  return held
}
const read = ({ bookingId }: Application) =>
  core.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
const travellersOf = ({ bookingId }: Application) =>
  core.db
    .selectFrom('booking_travelers')
    .select(['id', 'first_name'])
    .where('booking_id', '=', bookingId)
    .orderBy('first_name')
    .execute()
async function removeFirst(held: Application): Promise<void> {
  const { version } = await read(held)
  const change = { version, adults_count: 1, removed: [0], reason: 'Asha stays at home' }
  await post(`${held.bookingId}/changes`, { ...change, is_confirmed: true, tell_customer: false })
}
type Queued = { bookingId: string; traveller: string | null }
async function queued({ bookingId }: Application): Promise<(string | null)[]> {
  const answer = await shop.call('GET /api/admin/unchecked-documents?limit=100', undefined, owner.headers)
  const { items } = answer.json() as unknown as { items: Queued[] }
  return items.filter((each) => each.bookingId === bookingId).map(({ traveller }) => traveller)
}

describe('a traveller who was removed', () => {
  it('has no documents to check, and none that is requested again', async () => {
    const held = await sold()
    const [document] = await core.db
      .selectFrom('booking_documents')
      .select('id')
      .where('traveler_id', '=', held.document.travelerId)
      .execute()
    expect(await queued(held)).toHaveLength(6)
    await removeFirst(held)
    expect(await queued(held)).toEqual(['Ben Rao', 'Ben Rao', 'Ben Rao'])
    const path = `POST /api/admin/bookings/${held.bookingId}/documents/${document?.id}`
    for (const [what, body] of [
      ['requests', { reason: 'Glare' }],
      ['acceptance', {}],
    ] as const) {
      const answer = await shop.call(`${path}/${what}`, body, owner.headers)
      expect([what, answer.status, answer.json().code]).toEqual([what, 404, 'booking/document-not-found'])
    }
    const view = await shop.call(`GET /api/admin/bookings/${held.bookingId}`, undefined, owner.headers)
    const { documents } = view.json() as unknown as { documents: { travelerId: string; canReview: boolean }[] }
    const ofRemoved = documents.filter(({ travelerId }) => travelerId === held.document.travelerId)
    expect(ofRemoved.map(({ canReview }) => canReview)).toEqual([false, false, false])
  })

  it('does not count among those whose visa was delivered', async () => {
    const held = await sold()
    const [asha] = await travellersOf(held)
    const issued = await issue(held, String(asha?.id))
    await post(`${held.bookingId}/issued-documents/${issued}/delivery`)
    await removeFirst(held)
    expect((await read(held)).case_stage).toBe('documents_received')
  })
})

async function issue({ bookingId }: Application, travelerId: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(aPdf())], { type: 'application/pdf' }), 'visa.pdf')
  const body = new Response(form)
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/admin/bookings/${bookingId}/issued-documents?traveler_id=${travelerId}`,
    headers: {
      ...owner.headers,
      'content-type': String(body.headers.get('content-type')),
      'sec-fetch-site': 'same-origin',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { id } = await core.db
    .selectFrom('issued_documents')
    .select('id')
    .where('traveler_id', '=', travelerId)
    .executeTakeFirstOrThrow()
  return id
}
