import { beforeAll, describe, expect, it } from 'vitest'
import { addService, clearanceDocuments, requestFor } from '../../src/modules/booking/testing/fixtures.ts'
import { issueToken } from '../../src/platform/crypto/keyring.server.ts'
import { type Session, testApp } from '../support/app.ts'
import { marks, multipart, pdfOf } from './upload-corpus.ts'

const shop = await testApp()
const { core } = shop
const details = {
  passenger_name: 'Imran Shaikh',
  passport_number: 'Z1234567',
  nationality: 'IN',
  flight_number: 'EK501',
  airline: 'Emirates',
}
let admin: Session
let colleague: Session
let fileId: string
let bookingId: string
let token: string

beforeAll(async () => {
  admin = await shop.signIn('admin')
  colleague = await shop.signIn('admin')
  const clearance = await addService(core, 'ok_to_board')
  const request = requestFor(clearance, { travel_time: null, adults_count: 1, details })
  const made = await shop.call('POST /api/bookings', { ...request, documents: await clearanceDocuments(core) })
  expect(made.status, made.text).toBe(200)
  const { booking, ...held } = made.json() as { booking: { id: string }; token: string }
  bookingId = booking.id
  token = held.token
  const { payload, headers } = multipart([{ bytes: pdfOf(), name: 'passport.pdf' }])
  const url = `/api/bookings/${bookingId}/documents?name=visa&token=${token}`
  expect((await shop.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(201)
  const stored = core.db.selectFrom('files').select('id').where('original_name', '=', 'passport.pdf')
  fileId = (await stored.executeTakeFirstOrThrow()).id
})

const linkTo = async (session: Session, id = fileId): Promise<string> => {
  const asked = await shop.call(`GET /api/admin/files/${id}/link`, undefined, session.headers)
  expect(asked.status, asked.text).toBe(200)
  return String(asked.json().href)
}
const open = async (href: string, session?: Session) => {
  const answer = await shop.call(`GET ${href}`, undefined, session?.headers)
  expect(answer.text.includes(marks.pdf)).toBe(answer.status === 200)
  const { code } = answer.status === 200 ? { code: 'opened' } : answer.json()
  return [answer.status, code]
}
/** The answer of a damaged file, without its request id. */
const refusedWith = async (href: string, session?: Session) => {
  const answer = await shop.call(`GET ${href}`, undefined, session?.headers)
  const { code, title } = answer.json()
  return [answer.status, code, title]
}
const views = () =>
  core.db.selectFrom('file_views').select(['viewer_id']).where('file_id', '=', fileId).orderBy('id').execute()

describe('a proof or document', () => {
  it('that is missing in the file store is refused with a next step, and shown on the dashboard', async () => {
    const { storage_key: key } = await core.db
      .selectFrom('files')
      .select('storage_key')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow()
    const { store } = shop.shop.deps
    const bytes = await store.get(key)
    const waiting = async () =>
      ((await shop.call('GET /api/admin/dashboard', undefined, admin.headers)).json() as { needsAction: object })
        .needsAction
    await store.remove(key)
    expect(await refusedWith(await linkTo(admin), admin)).toEqual([
      410,
      'file/damaged',
      expect.stringContaining('Ask your administrator to restore it from a backup'),
    ])
    expect(await waiting()).toMatchObject({ damagedFiles: 1 })
    await store.put(key, bytes)
    expect(await open(await linkTo(admin), admin)).toEqual([200, 'opened'])
    expect(await waiting()).toMatchObject({ damagedFiles: 0 })
  })

  it('opens by link for the user who requested it, and each view is recorded [A316, C225]', async () => {
    const before = (await views()).length
    const href = await linkTo(admin)
    expect(await open(href, admin)).toEqual([200, 'opened'])
    expect(await open(href, admin)).toEqual([200, 'opened'])
    expect((await views()).slice(before)).toEqual([{ viewer_id: admin.userId }, { viewer_id: admin.userId }])
  })

  it('does not open with the link alone or the session alone [A316, C225]', async () => {
    const before = await views()
    const href = await linkTo(admin)
    expect(await open(href)).toEqual([401, 'account/sign-in-needed'])
    expect(await open(href, await shop.signIn('customer'))).toEqual([403, 'account/not-allowed'])
    expect(await open(href, await shop.signIn('content'))).toEqual([403, 'account/not-allowed'])
    // A colleague must request their own link.
    expect(await open(href, colleague)).toEqual([404, 'file/not-found'])
    expect(await open(`/api/admin/files/${fileId}`, admin)).toEqual([404, 'file/not-found'])
    expect(await open(`/api/admin/files/${fileId}?link=`, admin)).toEqual([404, 'file/not-found'])
    expect(await views()).toEqual(before)
  })

  it('does not open by a link older than ten minutes; a new link works [A316, C225]', async () => {
    const href = await linkTo(admin)
    core.clock.advance(9)
    expect((await open(href, admin))[0]).toBe(200)
    core.clock.advance(1)
    const late = await shop.call(`GET ${href}`, undefined, admin.headers)
    expect([late.status, late.json()]).toMatchObject([
      403,
      { code: 'file/link-expired', title: 'This link has stopped working. Please open the file again from its page.' },
    ])
    expect((await open(await linkTo(admin), admin))[0]).toBe(200)
  })

  it('does not open by a link that was altered, or signed for another file or purpose [A316, C225]', async () => {
    const href = await linkTo(admin)
    const [path, query] = href.split('?')
    const link = new URLSearchParams(query).get('link') ?? ''
    const [payload = '', expiry = '', signature = ''] = link.split('.')
    const inAnHour = new Date(core.clock().getTime() + 3_600_000)
    const later = Math.floor(inAnHour.getTime() / 1000).toString(36)
    const staged = (await clearanceDocuments(core))[0]?.upload ?? ''
    const other = await core.db.selectFrom('files').select('id').where('id', '!=', fileId).executeTakeFirstOrThrow()
    const forged = [
      `${payload}.${later}.${signature}`,
      `${payload.replace(admin.userId, colleague.userId)}.${expiry}.${signature}`,
      `${payload}.${expiry}.${signature.slice(0, -2)}AA`,
      `${payload}.${expiry}`,
      issueToken(core.keys, 'booking', payload, inAnHour),
      issueToken(core.keys, 'file-link', `${fileId}~${colleague.userId}`, inAnHour),
      new URL(await linkTo(admin, other.id), 'http://shop.test').searchParams.get('link') ?? '',
      staged,
      token,
    ]
    for (const each of forged)
      expect([each, await open(`${path}?${new URLSearchParams({ link: each })}`, admin)]).toEqual([
        each,
        [404, 'file/not-found'],
      ])
    expect(await open(`${path}?link=${link}&link=${link}`, admin)).toEqual([400, 'request/malformed'])
  })

  it('does not open once the session or the role is revoked [A316]', async () => {
    const leaver = await shop.signIn('admin')
    const href = await linkTo(leaver)
    expect((await open(href, leaver))[0]).toBe(200)
    await core.db.updateTable('users').set({ role: 'content' }).where('id', '=', leaver.userId).execute()
    expect((await open(href, leaver))[0]).toBe(403)
    await core.db.deleteFrom('sessions').where('user_id', '=', leaver.userId).execute()
    expect((await open(href, leaver))[0]).toBe(401)
  })

  it('has no link after it is erased [C226]', async () => {
    const href = await linkTo(admin)
    await shop.call(`DELETE /api/admin/bookings/${bookingId}/documents`, undefined, admin.headers)
    expect(await open(href, admin)).toEqual([404, 'file/not-found'])
    const asked = await shop.call(`GET /api/admin/files/${fileId}/link`, undefined, admin.headers)
    expect([asked.status, asked.json().code]).toEqual([404, 'file/not-found'])
  })
})
