import { describe, expect, it } from 'vitest'
import { eraseOldDocuments } from '../../src/modules/booking/index.server.ts'
import type { AdminBookingView, BookingView } from '../../src/modules/booking/index.ts'
import { readSettings } from '../../src/modules/settings/index.server.ts'
import { issueToken } from '../../src/platform/crypto/keyring.server.ts'
import { type Session, testApp } from '../support/app.ts'
import { type Application, applicationKinds, apply } from '../support/applications.ts'
import { marks, multipart, pdfOf } from './upload-corpus.ts'

const shop = await testApp()
const { core } = shop
const admin = await shop.signIn('admin')
const pathOf = ({ bookingId }: Application) => `/api/admin/bookings/${bookingId}`

type Answer = { status: number } & AdminBookingView & { code?: string }
async function upload(held: Application, travelerId = held.document.travelerId, session: Partial<Session> = admin) {
  const { payload, headers } = multipart([{ bytes: pdfOf(), name: 'visa asha.pdf' }])
  const query = travelerId ? `?traveler_id=${travelerId}` : ''
  const url = `${pathOf(held)}/issued-documents${query}`
  const answer = await shop.app.inject({ method: 'POST', url, headers: { ...session.headers, ...headers }, payload })
  return { status: answer.statusCode, ...answer.json<AdminBookingView>() } as Answer
}
async function deliver(held: Application, issuedId: string, headers: Record<string, string> = admin.headers) {
  const answer = await shop.call(`POST ${pathOf(held)}/issued-documents/${issuedId}/delivery`, {}, headers)
  return { status: answer.status, ...answer.json() } as Answer
}
const newest = (view: AdminBookingView): string => view.issuing?.items.at(-1)?.id ?? ''
async function issue(held: Application, travelerId = held.document.travelerId): Promise<string> {
  const uploaded = await upload(held, travelerId)
  expect(uploaded.status).toBe(201)
  const mine = uploaded.issuing?.items.filter((each) => each.travelerId === travelerId).at(-1)?.id ?? ''
  expect((await deliver(held, mine)).status).toBe(200)
  return mine
}
const bookingBy = async (
  held: Application,
  headers: Record<string, string> = {},
  token: string | null = held.token,
) => {
  const answer = await shop.call(
    `GET /api/bookings/${held.bookingId}${token ? `?token=${token}` : ''}`,
    undefined,
    headers,
  )
  return answer.json() as unknown as BookingView
}
const open = async (href: string, headers: Record<string, string> = {}) => {
  const answer = await shop.app.inject({ url: href, headers })
  expect(answer.payload.includes(marks.pdf)).toBe(answer.statusCode === 200)
  return [answer.statusCode, answer.statusCode === 200 ? 'opened' : answer.json<{ code: string }>().code]
}
const hrefOf = async (held: Application) => (await bookingBy(held)).issued_documents[0]?.href ?? 'none'

describe.each(applicationKinds)('an issued document of a %s', (kind) => {
  it('is visible to the customer only after delivery', async () => {
    const held = await apply(shop, kind)
    const uploaded = await upload(held)
    expect([uploaded.status, uploaded.issuing?.items.length]).toEqual([201, 1])
    expect(uploaded.issuing?.items[0]).toMatchObject({ version: 1, issuedBy: 'Test admin', deliveredAt: null })
    expect((await bookingBy(held)).issued_documents).toEqual([])
    const early = issuedHref(newest(uploaded))
    expect(await open(early)).toEqual([404, 'file/not-found'])

    const delivered = await deliver(held, newest(uploaded))
    expect(delivered.issuing?.items[0]).toMatchObject({ deliveredBy: 'Test admin' })
    const booking = await bookingBy(held)
    expect(booking.issued_documents).toMatchObject([
      kind === 'visa' ? { label: 'Visa', traveller: 'Asha Rao' } : { label: 'Ok to Board clearance', traveller: null },
    ])
    expect(booking.timeline.map(({ title }) => title)).toContain('Document Issued')
    const got = await shop.app.inject({ url: booking.issued_documents[0]?.href ?? '' })
    expect([got.statusCode, got.payload.includes(marks.pdf)]).toEqual([200, true])
    expect(got.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''visa%20asha.pdf",
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    const { fileId = '' } = delivered.issuing?.items[0] ?? {}
    const views = core.db.selectFrom('file_views').select('viewer').where('file_id', '=', fileId)
    expect(await views.execute()).toEqual([{ viewer: 'anonymous: Visitor' }])
    const audit = core.db.selectFrom('audit_entries').select('action').where('subject_id', '=', held.bookingId)
    expect((await audit.orderBy('id').execute()).map(({ action }) => action)).toEqual([
      'booking.document-issued',
      'booking.document-delivered',
    ])
  })

  it('is announced in one mail with a link, without the document attached', async () => {
    const held = await apply(shop, kind)
    await shop.runJobs()
    const before = shop.outbox.length
    const id = await issue(held)
    expect((await deliver(held, id)).status).toBe(200)
    await shop.runJobs()
    const [mail, ...more] = shop.outbox.slice(before)
    expect(more).toEqual([])
    const name = kind === 'visa' ? 'Visa of Asha Rao' : 'Ok to Board clearance'
    expect(mail?.subject).toMatch(new RegExp(`^${name} is ready: booking TH\\d{10}$`))
    expect(mail?.text).not.toContain('issued-documents')
    const token = new URL(/http:\/\/shop\.test\/track-booking\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams
    expect((await bookingBy(held, {}, token.get('token'))).issued_documents).toHaveLength(1)
  })

  it('is shown by the tracker only with the email address, not with the reference alone', async () => {
    const held = await apply(shop, kind)
    await issue(held)
    const { booking_reference: reference } = await bookingBy(held)
    const track = async (asked: object) => (await shop.call('POST /api/tracking-lookups', asked)).text
    expect(await track({ reference })).not.toContain('/api/issued-documents/')
    const full = JSON.parse(await track({ reference, email: 'asha@example.com' })) as { booking: BookingView }
    expect(await open(full.booking.issued_documents[0]?.href ?? '')).toEqual([200, 'opened'])
  })

  it("is in the customer's history, with links that open for that account only", async () => {
    const held = await apply(shop, kind)
    await issue(held)
    const owner = await shop.signIn('customer')
    await core.db.updateTable('bookings').set({ user_id: owner.userId }).where('id', '=', held.bookingId).execute()
    const mine = (await shop.call('GET /api/my/bookings', undefined, owner.headers)).json() as {
      items: { id: string; issued_documents: BookingView['issued_documents'] }[]
    }
    const href = mine.items.find(({ id }) => id === held.bookingId)?.issued_documents[0]?.href ?? ''
    expect(await open(href, owner.headers)).toEqual([200, 'opened'])
    expect(await open(href)).toEqual([404, 'file/not-found'])
    expect(await open(href, (await shop.signIn('customer')).headers)).toEqual([404, 'file/not-found'])
    expect(await open(href, admin.headers)).toEqual([404, 'file/not-found'])
  })

  it('opens by a link for ten minutes, then by a new one; an altered or foreign link opens nothing [C225, A316]', async () => {
    const [held, other] = [await apply(shop, kind), await apply(shop, kind)]
    await issue(held)
    const foreign = await issue(other)
    const href = await hrefOf(held)
    expect(href).not.toContain(held.token)
    const [path, query] = href.split('?')
    expect(await open(`/api/issued-documents/${foreign}?${query}`)).toEqual([404, 'file/not-found'])
    const changed = [path, `${path}?link=`, `${path}?link=${held.token}`, `${href.slice(0, -2)}AA`]
    for (const each of changed) expect(await open(each ?? '')).toEqual([404, 'file/not-found'])
    core.clock.advance(9)
    expect(await open(href)).toEqual([200, 'opened'])
    core.clock.advance(1)
    expect(await open(href)).toEqual([403, 'file/link-expired'])
    expect(await open(await hrefOf(held))).toEqual([200, 'opened'])
  })

  it('can be replaced: the customer sees the new one after delivery, staff keep the old one', async () => {
    const held = await apply(shop, kind)
    const first = await issue(held)
    const old = await hrefOf(held)
    const second = newest(await upload(held))
    expect((await bookingBy(held)).issued_documents.map(({ id }) => id)).toEqual([first])
    expect(await open(old)).toEqual([200, 'opened'])
    expect(await deliver(held, first)).toMatchObject({ status: 409, code: 'booking/document-replaced' })
    await deliver(held, second)
    expect((await bookingBy(held)).issued_documents.map(({ id }) => id)).toEqual([second])
    expect(await open(old)).toEqual([404, 'file/not-found'])
    const kept = (await upload(held)).issuing?.items ?? []
    expect(kept.map(({ version, deliveredAt }) => [version, deliveredAt !== null])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ])
  })

  it('is erased with the other documents, and its links stop working at once [C226]', async () => {
    const held = await apply(shop, kind)
    await issue(held)
    const href = await hrefOf(held)
    const erased = await shop.call(`DELETE ${pathOf(held)}/documents`, undefined, admin.headers)
    expect((erased.json() as unknown as AdminBookingView).issuing?.items).toEqual([])
    expect(await open(href)).toEqual([404, 'file/not-found'])
    expect((await bookingBy(held)).issued_documents).toEqual([])
    const keys = await core.db
      .selectFrom('issued_documents')
      .innerJoin('files', 'files.id', 'issued_documents.file_id')
      .select('sealed_key')
      .where('booking_id', '=', held.bookingId)
      .execute()
    expect(keys).toEqual([{ sealed_key: null }])
  })

  it('is uploaded and delivered by staff whose role opens bookings, to the right traveller', async () => {
    const held = await apply(shop, kind)
    const other = await apply(shop, 'visa')
    const uploaded = newest(await upload(held))
    const customer = await shop.signIn('customer')
    const clerk = await shop.signIn('content')
    for (const [session, status] of [
      [{}, 401],
      [customer, 403],
      [clerk, 403],
    ] as const) {
      expect((await upload(held, held.document.travelerId, session)).status).toBe(status)
      expect(
        (await deliver(held, uploaded, session === clerk ? clerk.headers : 'headers' in session ? session.headers : {}))
          .status,
      ).toBe(status)
    }
    const wrong = kind === 'visa' ? null : other.document.travelerId
    expect(await upload(held, wrong)).toMatchObject({ status: 422, code: 'booking/invalid' })
    if (kind === 'visa') {
      const stranger = await upload(held, other.document.travelerId)
      expect(stranger).toMatchObject({ status: 404, code: 'booking/not-found' })
    }
    expect(await deliver(other, uploaded)).toMatchObject({ status: 404, code: 'booking/document-not-found' })
    await shop.call(`POST ${pathOf(held)}/cancellation`, { reason: 'Withdrawn' }, admin.headers)
    expect(await upload(held)).toMatchObject({ status: 409, code: 'booking/closed' })
    expect(await deliver(held, uploaded)).toMatchObject({ status: 409, code: 'booking/closed' })
  })
})

const issuedHref = (id: string) => `/api/issued-documents/${id}`

it('the case is complete when every traveller has a delivered document', async () => {
  const held = await apply(shop, 'visa')
  const [asha = '', ben = ''] = (
    await core.db
      .selectFrom('booking_travelers')
      .select('id')
      .where('booking_id', '=', held.bookingId)
      .orderBy('position')
      .execute()
  ).map(({ id }) => id)
  const stage = async () => (await bookingBy(held)).case_stage
  await issue(held, asha)
  expect(await stage()).toBe('documents_received')
  await issue(held, ben)
  expect(await stage()).toBe('document_delivered')
  expect((await bookingBy(held)).issued_documents.map(({ traveller }) => traveller)).toEqual(['Asha Rao', 'Ben Rao'])
})

describe("a traveller's own link", () => {
  type Papers = { links: string[]; issued_documents: BookingView['issued_documents'] }
  const papersBy = async (held: Application, token: string, headers: Record<string, string> = {}) => {
    const answer = await shop.call(`GET /api/bookings/${held.bookingId}/paperwork?token=${token}`, undefined, headers)
    return answer.json() as unknown as Papers
  }
  const travellersOf = async (held: Application) => {
    const { links } = await papersBy(held, held.token)
    const rows = core.db.selectFrom('booking_travelers').select('id').where('booking_id', '=', held.bookingId)
    const ids = (await rows.orderBy('position').execute()).map(({ id }) => id)
    const tokenIn = (href = '') => new URL(href, 'http://shop.test').searchParams.get('token') ?? ''
    return { ids: [ids[0] ?? '', ids[1] ?? ''] as const, tokens: [tokenIn(links[0]), tokenIn(links[1])] as const }
  }

  it("shows that traveller's visa after delivery, and never another traveller's [C225]", async () => {
    const held = await apply(shop, 'visa')
    const { ids, tokens } = await travellersOf(held)
    const seen = async () => {
      const papers = await Promise.all(tokens.map((token) => papersBy(held, token)))
      return papers.map(({ issued_documents }) => issued_documents.map(({ traveller }) => traveller))
    }
    const uploaded = newest(await upload(held, ids[0]))
    expect(await seen()).toEqual([[], []])
    await deliver(held, uploaded)
    expect(await seen()).toEqual([['Asha Rao'], []])
    await issue(held, ids[1])
    expect(await seen()).toEqual([['Asha Rao'], ['Ben Rao']])
    const whole = await papersBy(held, held.token)
    expect(whole.issued_documents.map(({ traveller }) => traveller)).toEqual(['Asha Rao', 'Ben Rao'])
  })

  it("opens the file by a short-lived link, and never another traveller's file [C225, A316]", async () => {
    const held = await apply(shop, 'visa')
    const { ids, tokens } = await travellersOf(held)
    const [, bens] = [await issue(held, ids[0]), await issue(held, ids[1])]
    const [asha] = (await papersBy(held, tokens[0])).issued_documents
    expect(await open(asha?.href ?? '')).toEqual([200, 'opened'])
    const query = (asha?.href ?? '').split('?')[1]
    expect(await open(`/api/issued-documents/${bens}?${query}`)).toEqual([404, 'file/not-found'])
    expect(await open(`/api/issued-documents/${bens}?link=${tokens[0]}`)).toEqual([404, 'file/not-found'])
    // Being signed in as another customer reveals no more of the booking.
    const customer = await shop.signIn('customer')
    const signedIn = await papersBy(held, tokens[0], customer.headers)
    expect(signedIn.issued_documents.map(({ id }) => id)).toEqual([asha?.id])
    core.clock.advance(10)
    expect(await open(asha?.href ?? '')).toEqual([403, 'file/link-expired'])
  })

  it('hides documents issued for the whole booking', async () => {
    const held = await apply(shop, 'ok_to_board')
    await issue(held)
    const until = new Date(core.clock().getTime() + 60_000)
    const own = await papersBy(held, issueToken(core.keys, 'traveller-papers', `${held.bookingId}~0`, until))
    expect([own.issued_documents, own.links]).toEqual([[], []])
    expect((await papersBy(held, held.token)).issued_documents).toMatchObject([{ label: 'Ok to Board clearance' }])
  })
})

it('issued documents are erased when their retention ends, even without other stored files [C226, A164]', async () => {
  const all = await Promise.all(applicationKinds.map((kind) => apply(shop, kind)))
  for (const held of all) {
    await core.db
      .updateTable('files')
      .set({ sealed_key: null, erased_at: core.clock() })
      .where('id', 'in', (q) =>
        q.selectFrom('booking_documents').select('file_id').where('booking_id', '=', held.bookingId),
      )
      .execute()
    await issue(held)
    await shop.call(`POST ${pathOf(held)}/cancellation`, { reason: 'Withdrawn' }, admin.headers)
  }
  const kept = async () =>
    Promise.all(all.map(async (held) => (await bookingBy(held, admin.headers, null)).issued_documents.length))
  const { document_retention_days: days } = await readSettings(core)
  core.clock.advance(24 * 60 * (days - 1))
  await eraseOldDocuments(shop.shop.deps)
  expect(await kept()).toEqual([1, 1])
  core.clock.advance(24 * 60 * 2)
  await eraseOldDocuments(shop.shop.deps)
  expect(await kept()).toEqual([0, 0])
})
