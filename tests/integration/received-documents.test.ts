import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminBookingView } from '../../src/modules/booking/index.ts'
import { testApp } from '../support/app.ts'
import { type Application, applicationKinds, apply } from '../support/applications.ts'
import { multipart, pdfOf } from './upload-corpus.ts'

const shop = await testApp()
const { core } = shop
const admin = await shop.signIn('admin')
const clerk = await shop.signIn('content')
const customer = await shop.signIn('customer')

// Leaves the limits of bookings and uploads behind.
beforeEach(() => core.clock.advance(11))

type Sent = { bytes?: Buffer; checked?: boolean; headers?: Record<string, string>; query?: Record<string, string> }
type Answer = { status: number; code?: string; case_stage: AdminBookingView['case_stage'] } & AdminBookingView
async function send(held: Application, { bytes = pdfOf(), checked = false, headers, query = {} }: Sent = {}) {
  const { name, travelerId } = held.document
  const fields = { name, checked: String(checked), ...(travelerId && { traveler_id: travelerId }), ...query }
  const url = `/api/admin/bookings/${held.bookingId}/documents?${new URLSearchParams(fields)}`
  const body = multipart([{ bytes, name: 'from whatsapp.pdf', type: 'application/pdf' }])
  const sent = { ...(headers ?? admin.headers), ...body.headers }
  const answer = await shop.app.inject({ method: 'POST', url, headers: sent, payload: body.payload })
  return { status: answer.statusCode, ...answer.json<object>() } as Answer
}
const read = async ({ bookingId }: Application) =>
  (await shop.call(`GET /api/admin/bookings/${bookingId}`, undefined, admin.headers)).json() as unknown as Answer
const versionsOf = ({ documents }: AdminBookingView, { document }: Application) =>
  documents.filter(({ name, travelerId }) => name === document.name && travelerId === document.travelerId)
const audited = ({ bookingId }: Application) =>
  core.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', bookingId)
    .where('action', 'like', 'booking.document-%')
    .orderBy('id')
    .execute()
const askAgain = async (held: Application) => {
  const [newest] = versionsOf(await read(held), held).filter(({ isNewest }) => isNewest)
  const path = `POST /api/admin/bookings/${held.bookingId}/documents/${newest?.id}/requests`
  expect((await shop.call(path, { reason: 'Glare' }, admin.headers)).status).toBe(200)
}

describe.each(applicationKinds)('a document of a %s that staff received another way', (kind) => {
  it('counts as received, under the name of who uploaded it, in history and audit trail', async () => {
    const held = await apply(shop, kind)
    await askAgain(held)
    expect((await read(held)).case_stage).toBe('waiting_for_documents')
    const uploaded = await send(held)
    expect([uploaded.status, uploaded.case_stage, uploaded.missing_documents]).toEqual([201, 'documents_received', []])
    expect(versionsOf(uploaded, held).map(({ version, review }) => [version, review])).toEqual([
      [1, 'asked_again'],
      [2, null],
    ])
    expect(uploaded.history.at(-1)).toMatchObject({
      ...{ event: 'document-replaced', actor: 'admin', actorName: 'Test admin' },
      data: { name: held.document.name, version: 2 },
    })
    const { fileId = '' } = versionsOf(uploaded, held).at(-1) ?? {}
    const file = core.db.selectFrom('files').select(['uploaded_by', 'purpose']).where('id', '=', fileId)
    expect(await file.executeTakeFirst()).toEqual({ uploaded_by: 'Test admin', purpose: 'booking_document' })
    expect((await audited(held)).at(-1)).toMatchObject({
      action: 'booking.document-uploaded',
      before: { version: 1 },
      after: { version: 2, name: held.document.name },
    })
  })

  it('is accepted at once when staff have checked it', async () => {
    const held = await apply(shop, kind)
    const uploaded = await send(held, { bytes: pdfOf(600), checked: true })
    expect(versionsOf(uploaded, held).at(-1)).toMatchObject({
      version: 2,
      review: 'accepted',
      reviewedBy: 'Test admin',
    })
    expect(uploaded.history.slice(-2).map(({ event }) => event)).toEqual(['document-uploaded', 'document-accepted'])
    expect((await audited(held)).map(({ action }) => action)).toEqual([
      'booking.document-uploaded',
      'booking.document-accepted',
    ])
  })

  it('that is sent twice, also at once, is stored once; checking it then accepts it', async () => {
    const held = await apply(shop, kind)
    const bytes = pdfOf(700)
    const sent = await Promise.all([send(held, { bytes }), send(held, { bytes }), send(held, { bytes })])
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
    const again = await send(held, { bytes, checked: true })
    expect(versionsOf(again, held).map(({ version, review }) => [version, review])).toEqual([
      [1, null],
      [2, 'accepted'],
    ])
    expect((await audited(held)).map(({ action }) => action)).toEqual([
      'booking.document-uploaded',
      'booking.document-accepted',
    ])
    expect(versionsOf(await send(held, { bytes: pdfOf(800) }), held)).toHaveLength(3)
  })

  it('is a new version when the same file was refused', async () => {
    const held = await apply(shop, kind)
    await send(held)
    await askAgain(held)
    expect(versionsOf(await send(held), held)).toHaveLength(3)
  })
})

describe('an upload by staff', () => {
  it('needs the right to bookings', async () => {
    const held = await apply(shop, 'ok_to_board')
    expect((await send(held, { headers: {} })).status).toBe(401)
    for (const { headers } of [customer, clerk]) expect((await send(held, { headers })).status).toBe(403)
    const abroad = { ...admin.headers, origin: 'https://evil.test' }
    expect((await send(held, { headers: abroad })).status).toBe(403)
    expect(versionsOf(await read(held), held)).toHaveLength(1)
  })

  it('is refused for what nobody asked for, another booking and a closed one', async () => {
    const held = await apply(shop, 'visa')
    const other = await apply(shop, 'visa')
    const errors = await send(held, { query: { name: 'diary' } })
    expect([errors.status, errors.code]).toEqual([422, 'booking/invalid'])
    const { travelerId } = other.document
    expect((await send(held, { query: { traveler_id: String(travelerId) } })).status).toBe(404)
    for (const bookingId of ['018f0000-0000-7000-8000-000000000000', 'x', '__proto__'])
      expect((await send({ ...held, bookingId })).status).toBe(404)
    const cancel = `POST /api/admin/bookings/${held.bookingId}/cancellation`
    expect((await shop.call(cancel, {}, admin.headers)).status).toBe(200)
    expect((await send(held)).code).toBe('booking/closed')
    expect((await read(held)).document_requirements).toEqual([])
  })

  it('is limited like those of the customer', async () => {
    const held = await apply(shop, 'ok_to_board')
    const statuses: number[] = []
    for (let i = 0; i < 61; i++) statuses.push((await send(held, { bytes: Buffer.from('no') })).status)
    expect([statuses.filter((status) => status === 415).length, statuses.at(-1)]).toEqual([60, 429])
  })
})
