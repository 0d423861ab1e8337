import { describe, expect, it } from 'vitest'
import type { AdminBookingView } from '../../src/modules/booking/index.ts'
import { testApp } from '../support/app.ts'
import { type Application, applicationKinds, apply } from '../support/applications.ts'
import { multipart, pdfOf } from './upload-corpus.ts'

const shop = await testApp()
const { core } = shop
const admin = await shop.signIn('admin')

type Refused = { code: string; title: string }
const ask = async (route: string, body?: object, headers = admin.headers) => {
  const answer = await shop.call(route, body, headers)
  return { status: answer.status, ...(answer.json() as unknown as AdminBookingView & Refused) }
}
const pathOf = ({ bookingId }: Application) => `/api/admin/bookings/${bookingId}`
const read = (held: Application) => ask(`GET ${pathOf(held)}`)
const versionsOf = async (held: Application) =>
  (await read(held)).documents.filter(
    ({ name, travelerId }) => name === held.document.name && travelerId === held.document.travelerId,
  )
const newestOf = async (held: Application) => {
  const newest = (await versionsOf(held)).find(({ isNewest }) => isNewest)
  if (!newest) throw new Error('no document')
  return newest
}
const review = async (held: Application, what: 'acceptance' | 'requests', body: object = {}, documentId?: string) =>
  ask(`POST ${pathOf(held)}/documents/${documentId ?? (await newestOf(held)).id}/${what}`, body)
type Paperwork = {
  case_stage: string
  documents: { name: string; travelerId: string | null; version: number; wanted: string | null; isAccepted: boolean }[]
  missing: { name: string; travelerId: string | null }[]
}
const paperwork = async (held: Application, token = held.token) =>
  (await shop.call(`GET /api/bookings/${held.bookingId}/paperwork?token=${token}`)).json() as unknown as Paperwork
async function send(held: Application, { name, travelerId } = held.document): Promise<number> {
  const { payload, headers } = multipart([{ bytes: pdfOf(), name: 'again.pdf' }])
  const fields = { name, token: held.token, ...(travelerId && { traveler_id: travelerId }) }
  const url = `/api/bookings/${held.bookingId}/documents?${new URLSearchParams(fields)}`
  return (await shop.app.inject({ method: 'POST', url, headers, payload })).statusCode
}
const glare = 'There is glare on the photo page'

describe.each(applicationKinds)('a document of a %s', (kind) => {
  it('that is requested again is required, with the reason, until it is replaced', async () => {
    const held = await apply(shop, kind)
    expect(await paperwork(held)).toMatchObject({ case_stage: 'documents_received', missing: [] })
    const asked = await review(held, 'requests', { reason: `  ${glare} ` })
    expect(asked.status).toBe(200)
    expect(asked.case_stage).toBe('waiting_for_documents')
    expect(await newestOf(held)).toMatchObject({
      ...{ version: 1, review: 'asked_again', reviewReason: glare, reviewedBy: 'Test admin' },
      ...{ isReplacement: false, canReview: true },
    })
    const wanted = await paperwork(held)
    expect(wanted.missing).toEqual([held.document])
    expect(wanted.documents).toContainEqual({ ...held.document, version: 1, wanted: glare, isAccepted: false })
    expect(wanted.documents.filter((each) => each.wanted !== null)).toHaveLength(1)

    expect(await send(held)).toBe(201)
    expect(await paperwork(held)).toMatchObject({ case_stage: 'documents_received', missing: [] })
    expect((await paperwork(held)).documents).toContainEqual({
      ...{ ...held.document, version: 2, wanted: null, isAccepted: false },
    })
    expect(await newestOf(held)).toMatchObject({ version: 2, review: null, isReplacement: true, canReview: true })
    const [first] = await versionsOf(held)
    expect(first).toMatchObject({ review: 'asked_again', isNewest: false, canReview: false })

    expect((await review(held, 'acceptance')).status).toBe(200)
    expect((await paperwork(held)).documents.filter(({ isAccepted }) => isAccepted)).toMatchObject([held.document])
    expect(await newestOf(held)).toMatchObject({ review: 'accepted', reviewReason: null })
    const { history, timeline } = await read(held)
    const entries = history.filter(({ event }) => event.startsWith('document-')).slice(-3)
    expect(entries.map(({ event, actor }) => [event, actor])).toEqual([
      ['document-asked', 'admin'],
      ['document-replaced', 'customer'],
      ['document-accepted', 'admin'],
    ])
    expect(entries[0]?.data).toMatchObject({ reason: glare, name: held.document.name })
    expect(timeline.map(({ title }) => title)).toEqual([
      ...['Booking Created', 'New Document Needed', 'New Document Received', 'Awaiting Confirmation'],
    ])
    expect(JSON.stringify(timeline)).not.toContain('glare')
    const audit = await core.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', held.bookingId)
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { action: 'booking.document-asked', actor_id: admin.userId },
      { action: 'booking.document-accepted', actor_id: admin.userId },
    ])
  })

  it('is requested in one mail that names it and links to the upload', async () => {
    const held = await apply(shop, kind)
    await shop.runJobs()
    const before = shop.outbox.length
    await review(held, 'requests', { reason: `${glare} <b>` })
    await shop.runJobs()
    const [mail, ...more] = shop.outbox.slice(before)
    expect(more).toEqual([])
    expect(mail?.to).toBe('asha@example.com')
    expect(mail?.subject).toMatch(/^New document needed for booking TH\d{10}$/)
    expect(mail?.text).toContain(kind === 'visa' ? 'Passport front of Asha Rao' : 'Passport first page')
    expect(mail?.html).toContain(`${glare} &lt;b&gt;`)
    const href = /http:\/\/shop\.test\/booking-documents\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const { searchParams } = new URL(href)
    const token = searchParams.get('token') ?? ''
    expect(searchParams.get('bookingId')).toBe(held.bookingId)
    expect((await paperwork(held, token)).missing).toEqual([held.document])
    // The mail has the traveller's own link, which does not open the booking.
    const opens = (await shop.call(`GET /api/bookings/${held.bookingId}?token=${token}`)).status
    expect([searchParams.get('traveller'), opens]).toEqual(kind === 'visa' ? ['1', 404] : [null, 200])
  })

  it('is not requested without a reason, twice, once replaced, or after the booking is closed', async () => {
    const held = await apply(shop, kind)
    const first = (await newestOf(held)).id
    for (const reason of ['', '   '])
      expect(await review(held, 'requests', { reason })).toMatchObject({ status: 422, code: 'booking/reason-required' })
    for (const body of [{}, { reason: 'x'.repeat(1001) }, { reason: 1 }, { reason: 'a', name: 'b' }])
      expect((await review(held, 'requests', body)).status).toBe(422)
    expect((await review(held, 'requests', { reason: glare })).status).toBe(200)
    expect(await review(held, 'requests', { reason: 'Again' })).toMatchObject({
      ...{ status: 409, code: 'booking/document-asked' },
    })
    expect(await send(held)).toBe(201)
    for (const what of ['acceptance', 'requests'] as const)
      expect(await review(held, what, what === 'requests' ? { reason: glare } : {}, first)).toMatchObject({
        ...{ status: 409, code: 'booking/document-replaced' },
      })
    const other = await apply(shop, kind)
    const theirs = (await newestOf(other)).id
    for (const id of [theirs, '018f0000-0000-7000-8000-000000000000'])
      expect(await review(held, 'acceptance', {}, id)).toMatchObject({
        ...{ status: 404, code: 'booking/document-not-found' },
      })
    await ask(`POST ${pathOf(held)}/cancellation`, { reason: 'Not needed' })
    expect(await review(held, 'requests', { reason: glare })).toMatchObject({ status: 409, code: 'booking/closed' })
    expect((await newestOf(held)).canReview).toBe(false)
  })

  it('is accepted once, and a new request reopens it', async () => {
    const held = await apply(shop, kind)
    await review(held, 'acceptance')
    await review(held, 'acceptance')
    const accepted = (await read(held)).history.filter(({ event }) => event === 'document-accepted')
    expect(accepted).toHaveLength(1)
    expect((await review(held, 'requests', { reason: glare })).case_stage).toBe('waiting_for_documents')
    expect((await review(held, 'acceptance')).case_stage).toBe('documents_received')
    expect((await paperwork(held)).missing).toEqual([])
  })

  it('that was accepted can be taken back, until it was requested again or submitted', async () => {
    const held = await apply(shop, kind)
    const { id } = await newestOf(held)
    const path = `DELETE ${pathOf(held)}/documents/${id}/acceptance`
    await review(held, 'acceptance')
    for (let n = 0; n < 2; n++) expect((await ask(path)).status).toBe(200)
    expect(await newestOf(held)).toMatchObject({ id, review: null, reviewedBy: null, reviewedAt: null })
    expect((await paperwork(held)).documents.some(({ isAccepted }) => isAccepted)).toBe(false)
    const { history, timeline } = await read(held)
    const undone = history.filter(({ event }) => event === 'document-acceptance-undone')
    expect(undone).toMatchObject([{ actor: 'admin', data: { name: held.document.name, version: 1 } }])
    expect(timeline.map(({ event }) => event)).not.toContain('document-acceptance-undone')
    await review(held, 'acceptance')
    await ask(`POST ${pathOf(held)}/submission`)
    expect(await ask(path)).toMatchObject({ status: 409, code: 'booking/already-submitted' })
    await review(held, 'requests', { reason: glare })
    expect(await ask(path)).toMatchObject({ status: 409, code: 'booking/document-asked' })
    for (const role of ['content', 'customer'] as const)
      expect((await shop.call(path, {}, (await shop.signIn(role)).headers)).status).toBe(403)
    expect((await shop.call(path, {})).status).toBe(401)
  })

  it('is reviewed only by staff whose role opens bookings', async () => {
    const held = await apply(shop, kind)
    const { id } = await newestOf(held)
    const customer = await shop.signIn('customer')
    const clerk = await shop.signIn('content')
    for (const [headers, status] of [
      [{}, 401],
      [customer.headers, 403],
      [clerk.headers, 403],
    ] as const)
      for (const [what, body] of [
        ['acceptance', {}],
        ['requests', { reason: glare }],
      ] as const) {
        const answer = await shop.call(`POST ${pathOf(held)}/documents/${id}/${what}`, body, { ...headers })
        expect([what, answer.status]).toEqual([what, status])
      }
    expect((await newestOf(held)).review).toBeNull()
  })
})

it('an optional document becomes required when it is requested again', async () => {
  const held = await apply(shop, 'visa')
  const optional = { name: 'passport_back', travelerId: held.document.travelerId }
  expect(await send(held, optional)).toBe(201)
  const { id } = (await read(held)).documents.find(({ name }) => name === 'passport_back') ?? {}
  expect((await review(held, 'requests', { reason: glare }, id)).case_stage).toBe('waiting_for_documents')
  expect((await paperwork(held)).missing).toEqual([optional])
  expect(await send(held, optional)).toBe(201)
  expect(await paperwork(held)).toMatchObject({ case_stage: 'documents_received', missing: [] })
})
