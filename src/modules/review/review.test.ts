import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { shopPages } from '../../../tests/support/shop-pages.ts'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { decideStatus, issueBookingToken, issueReviewToken } from '../booking/index.server.ts'
import type { BookingRecord } from '../booking/tables.server.ts'
import { addService, addUsers, admin, book } from '../booking/testing/fixtures.ts'
import { type CatalogueService, getService } from '../catalogue/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'

let shop: TestApp
let tour: CatalogueService
let editor: Record<string, string>
beforeAll(async () => {
  shop = await testApp({ pages: shopPages(), trustProxy: 1 })
  await addUsers(shop.core)
  tour = await addService(shop.core, 'tour')
  editor = (await shop.signIn('content')).headers
})
beforeEach(() => shop.core.clock.set('2026-11-21T08:00:00Z'))

let addresses = 0
/** Somebody else's network: limits count by address. */
const somewhere = () => {
  addresses += 1
  return { 'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` }
}

async function confirmed(service: CatalogueService, given: Parameters<typeof book>[2] = {}): Promise<BookingRecord> {
  const booking = await book(shop.core, service, given)
  await decideStatus(shop.core, admin, booking.id, 'confirm')
  return booking
}
/** A booking that is over; the clock stands on the day after. */
async function completed(service = tour, given: Parameters<typeof book>[2] = {}): Promise<BookingRecord> {
  shop.core.clock.set('2026-11-21T08:00:00Z')
  const booking = await confirmed(service, given)
  await decideStatus(shop.core, admin, booking.id, 'complete')
  const day = booking.travel_date ?? dateIn('Asia/Dubai', shop.core.clock())
  shop.core.clock.set(`${addDays(day, 1)}T08:00:00Z`)
  return booking
}
const tokenOf = (booking: BookingRecord) => issueReviewToken(shop.core, booking.id, 30)
const good = { version: 0, rating: 5, body: 'A lovely day', shown_name: 'Asha R.' }
const write = (booking: BookingRecord, given: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  shop.call(
    `PUT /api/bookings/${booking.id}/review`,
    { ...good, token: tokenOf(booking), ...given },
    { ...somewhere(), ...headers },
  )
type Answer = Awaited<ReturnType<TestApp['call']>>
const saved = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { review: { version: number; status: string; rating: number; body: string } | null }
}
const codeOf = (answer: Answer) => String(answer.json().code)
const rowOf = (booking: BookingRecord) =>
  shop.core.db.selectFrom('reviews').selectAll().where('booking_id', '=', booking.id).executeTakeFirstOrThrow()
const rows = async (booking: BookingRecord) =>
  (await shop.core.db.selectFrom('reviews').select('id').where('booking_id', '=', booking.id).execute()).length
const ratingOf = async (service: CatalogueService) => {
  const { rating, totalReviews } = await getService(shop.core.db, shop.core, service.id)
  return [rating, totalReviews]
}
async function publish(booking: BookingRecord): Promise<Answer> {
  const { id, version } = await rowOf(booking)
  return shop.call(`POST /api/admin/reviews/${id}/publication`, { version }, editor)
}
async function hide(booking: BookingRecord, reason = 'A private address stands in it'): Promise<Answer> {
  const { id, version } = await rowOf(booking)
  return shop.call(`DELETE /api/admin/reviews/${id}/publication`, { version, reason }, editor)
}
async function html(path: string): Promise<string> {
  const answer = await shop.call(`GET ${path}`, undefined, { accept: 'text/html' })
  expect(answer.status, path).toBe(200)
  return answer.text
}
const bodyOf = (page: string) => page.replace(/<script[\s\S]*?<\/script>/g, '')
const dataOf = (page: string) => [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].join('')

describe('who may write', () => {
  it('is the holder of a booking that is completed and over, by one review [C112, A114]', async () => {
    const early = await confirmed(tour)
    expect(codeOf(await write(early))).toBe('review/not-yet')
    await decideStatus(shop.core, admin, early.id, 'complete')
    // Completed, and its day is still to come.
    const answer = await write(early)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'review/not-yet'])
    shop.core.clock.set('2026-12-02T08:00:00Z')
    expect(saved(await write(early)).review).toMatchObject({ status: 'waiting', version: 1 })
    const cancelled = await confirmed(tour, { travel_date: '2026-12-20' })
    await decideStatus(shop.core, admin, cancelled.id, 'cancel', { reason: 'Ill' })
    shop.core.clock.set('2026-12-22T08:00:00Z')
    expect(codeOf(await write(cancelled))).toBe('review/not-yet')
  })

  it('is its owner, signed in, or the holder of a link of this booking; anybody else finds nothing', async () => {
    const mine = { customer_email: 'meera@example.com' }
    const [booking, other] = [await completed(tour, mine), await completed()]
    const owner = await shop.signIn('customer', { email: 'meera@example.com' })
    const stranger = await shop.signIn('customer', { email: 'leila@example.com' })
    const refused = [
      await write(booking, { token: undefined }),
      await write(booking, { token: 'made.up.token' }),
      await write(booking, { token: tokenOf(other) }),
      await write(booking, { token: issueBookingToken(shop.core, other) }),
      await write(booking, { token: undefined }, stranger.headers),
      // Staff do not speak for travellers.
      await write(booking, { token: undefined }, editor),
      await write(booking, { token: undefined }, (await shop.signIn('admin')).headers),
    ]
    for (const answer of refused) expect([answer.status, codeOf(answer)]).toEqual([404, 'booking/not-found'])
    expect(await rows(booking)).toBe(0)
    saved(await write(booking, { token: undefined }, owner.headers))
    saved(await write(other, { token: issueBookingToken(shop.core, other) }))
    const read = (token: string) => shop.call(`GET /api/bookings/${booking.id}/review?token=${token}`)
    expect((await read(tokenOf(other))).status).toBe(404)
    expect((await read(tokenOf(booking))).json()).toMatchObject({ access: 'open', suggested_name: 'Asha R.' })
  })

  it('gets by the link for a review the review alone', async () => {
    const booking = await completed()
    const token = encodeURIComponent(tokenOf(booking))
    for (const path of ['', '/paperwork'])
      expect((await shop.call(`GET /api/bookings/${booking.id}${path}?token=${token}`)).status).toBe(404)
    const own = await shop.call(`GET /api/bookings/${booking.id}/review?token=${token}`)
    for (const secret of [booking.customer_email, booking.customer_name, '98765'])
      expect(own.text).not.toContain(secret)
    shop.core.clock.advance(31 * 24 * 60)
    expect((await shop.call(`GET /api/bookings/${booking.id}/review?token=${token}`)).status).toBe(404)
  })

  it('is given the link by the tracker, for the address of a completed booking', async () => {
    const [over, open] = [await completed(), await confirmed(tour, { travel_date: '2026-12-28' })]
    const track = async ({ booking_reference: reference, customer_email: email }: BookingRecord) =>
      (await shop.call('POST /api/tracking-lookups', { reference, email }, somewhere())).json()
    const { review_token } = await track(over)
    saved(await write(over, { token: review_token }))
    expect((await track(open)).review_token).toBeNull()
    const short = await shop.call('POST /api/tracking-lookups', { reference: over.booking_reference }, somewhere())
    expect(short.text).not.toContain('review_token')
  })

  it('of every kind of service, generic ones and those without a day alike', async () => {
    for (const kind of ['ticket', 'transfer', 'umrah', 'package', 'visa', 'ok_to_board'] as const) {
      const service = await addService(shop.core, kind, {}, { title: `Reviewed ${kind}` })
      const booking = await bookAny(kind, service)
      const record = await rowBooking(booking)
      await sql`update bookings set booking_status = 'completed', payment_status = 'completed', paid_minor = final_minor,
        expires_at = null where id = ${booking}`.execute(shop.core.db)
      shop.core.clock.set('2027-03-01T08:00:00Z')
      saved(await write(record, { rating: 4 }))
      expect((await publish(record)).status).toBe(200)
      expect(await ratingOf(service), kind).toEqual([4, 1])
      const listed = await shop.call(`GET /api/reviews?service_id=${service.id}`)
      expect((listed.json().items as unknown[]).length, kind).toBe(1)
      expect((await hide(record)).status).toBe(200)
      expect(await ratingOf(service), kind).toEqual([0, 0])
    }
  })
})

const rowBooking = (id: string) =>
  shop.core.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** A booking of any kind, as far as a review is concerned: its row. */
async function bookAny(kind: string, service: CatalogueService): Promise<string> {
  shop.core.clock.set('2026-11-21T08:00:00Z')
  const like = await book(shop.core, tour, { travel_date: '2026-12-24' })
  await sql`update bookings set service_id = ${service.id}, service_type = ${kind}, service_title = ${service.title}
    ${kind === 'visa' ? sql`, travel_date = null, travel_time = null, starts_at = null` : sql``}
    where id = ${like.id}`.execute(shop.core.db)
  return like.id
}

describe('what is written', () => {
  it('is stars from 1 to 5, a text and a name, and nothing else', async () => {
    const booking = await completed()
    for (const given of [
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { rating: '5' },
      { rating: null },
      { body: 'x'.repeat(2001) },
      { body: 'a\u0000b' },
      { shown_name: '' },
      { shown_name: '   ' },
      { shown_name: 'x'.repeat(61) },
      { shown_name: 'Two\nlines' },
      { status: 'published' },
      { service_id: tour.id },
      { reply: 'Mine' },
      { total_reviews: 9 },
    ]) {
      const answer = await write(booking, given)
      expect(answer.status, JSON.stringify(given)).toBe(422)
    }
    expect(await rows(booking)).toBe(0)
  })

  it('is text: HTML stands there as letters and runs nowhere', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Tags are letters' })
    const booking = await completed(service)
    const evil = '<script>alert(1)</script><img src=x onerror=alert(2)> "quoted" & </script>'
    saved(await write(booking, { body: evil, shown_name: '<b>Asha</b>' }))
    expect((await publish(booking)).status).toBe(200)
    const page = await html(service.href)
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<img src=x')
    expect(page).not.toContain('<b>Asha')
    expect(bodyOf(page)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it('is one review a booking, however often and at once it is sent', async () => {
    const booking = await completed()
    const same = await Promise.all(Array.from({ length: 6 }, () => write(booking)))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await rows(booking)).toBe(1)
    expect((await rowOf(booking)).version).toBe(1)
    // Another text by who has not read the first one.
    expect(codeOf(await write(booking, { body: 'Another' }))).toBe('review/changed')
    const race = await completed()
    const answers = await Promise.all(['one', 'two', 'three'].map((body) => write(race, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await rows(race)).toBe(1)
  })

  it('may be changed for 14 days, and then waits for staff again', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Changed later' })
    const booking = await completed(service)
    saved(await write(booking))
    await publish(booking)
    expect(await ratingOf(service)).toEqual([5, 1])
    // A repeated request does not take it back.
    expect(saved(await write(booking)).review).toMatchObject({ status: 'published', version: 2 })
    expect(saved(await write(booking, { version: 2, rating: 1 })).review).toMatchObject({
      status: 'waiting',
      version: 3,
    })
    expect(await ratingOf(service)).toEqual([0, 0])
    expect(bodyOf(await html(service.href))).not.toContain('A lovely day')
    shop.core.clock.advance(14 * 24 * 60 + 1)
    expect(codeOf(await write(booking, { version: 3, rating: 2 }))).toBe('review/closed')
    expect((await rowOf(booking)).rating).toBe(1)
  })

  it('is counted by address', async () => {
    const booking = await completed()
    const here = { 'x-forwarded-for': '192.0.2.77' }
    for (let tries = 0; tries < 20; tries++)
      expect((await write(booking, { token: 'wrong.token.here' }, here)).status).toBe(404)
    const answer = await write(booking, {}, here)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('what staff make of it', () => {
  it('is shown with average and number, on the page, the card and for search engines, only when published [C111, C112, A114]', async () => {
    const service = await addService(shop.core, 'umrah', {}, { title: 'Rated by pilgrims' })
    const [first, second] = [
      await completed(service, { travel_time: null }),
      await completed(service, { travel_time: null }),
    ]
    expect(await html(service.href)).not.toContain('aggregateRating')
    saved(await write(first, { rating: 5, body: 'Without worries' }))
    saved(await write(second, { rating: 4, body: 'The room was small', shown_name: 'Bilal' }))
    expect(await ratingOf(service)).toEqual([0, 0])
    const before = await html(service.href)
    for (const words of ['Without worries', 'Verified booking', 'out of 5 (', 'aggregateRating'])
      expect(before).not.toContain(words)
    expect(await html('/umrah')).not.toMatch(/\(\d+ reviews?\)/)
    await publish(first)
    await publish(second)
    expect(await ratingOf(service)).toEqual([4.5, 2])
    const page = await html(service.href)
    for (const words of ['Without worries', 'The room was small', 'Bilal', 'Verified booking', '4.5 out of 5'])
      expect(bodyOf(page)).toContain(words)
    expect(dataOf(page)).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4.5,"reviewCount":2}')
    expect(bodyOf(await html('/umrah'))).toContain('4.5 (2 reviews)')
    // Newest first.
    expect(page.indexOf('The room was small')).toBeLessThan(page.indexOf('Without worries'))
    await hide(first)
    expect(await ratingOf(service)).toEqual([4, 1])
    expect(bodyOf(await html(service.href))).not.toContain('Without worries')
    await hide(second)
    expect(await ratingOf(service)).toEqual([0, 0])
    const after = await html(service.href)
    for (const words of ['Verified booking', 'aggregateRating', 'reviewCount']) expect(after).not.toContain(words)
  })

  it('is right however many are published at the same moment', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'All at once' })
    const ratings = [5, 4, 4, 3, 5, 1]
    const bookings = []
    for (const rating of ratings) {
      const booking = await completed(service)
      saved(await write(booking, { rating }))
      bookings.push(booking)
    }
    const answers = await Promise.all(bookings.map(publish))
    expect(answers.map(({ status }) => status)).toEqual(ratings.map(() => 200))
    // 22 stars in 6 reviews
    expect(await ratingOf(service)).toEqual([3.7, 6])
    await Promise.all(bookings.slice(2).map((booking) => hide(booking)))
    expect(await ratingOf(service)).toEqual([4.5, 2])
  })

  it('(control) counting before the item is locked forgets one', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Counted too early' })
    const bookings = [await completed(service), await completed(service)]
    for (const booking of bookings) saved(await write(booking))
    const early = (booking: BookingRecord) =>
      shop.core.db.transaction().execute(async (trx) => {
        await sql`update reviews set status = 'published', decided_at = now(), decided_by = 'x'
          where booking_id = ${booking.id}`.execute(trx)
        const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from reviews
          where service_id = ${service.id} and status = 'published'`.execute(trx)
        await sql`select pg_sleep(0.1)`.execute(trx)
        await sql`update services set rating = 5, total_reviews = ${counted[0]?.n ?? 0} where id = ${service.id}`.execute(
          trx,
        )
      })
    await Promise.all(bookings.map(early))
    expect(await ratingOf(service)).toEqual([5, 1])
  })

  it('is decided on the version that was read, with a reason to hide, and is audited', async () => {
    const booking = await completed()
    saved(await write(booking))
    const { id } = await rowOf(booking)
    saved(await write(booking, { version: 1, body: 'Meanwhile something else' }))
    const old = await shop.call(`POST /api/admin/reviews/${id}/publication`, { version: 1 }, editor)
    expect([old.status, codeOf(old)]).toEqual([409, 'review/changed'])
    expect((await rowOf(booking)).status).toBe('waiting')
    const bare = await hide(booking, ' ')
    expect([bare.status, bare.json().errors]).toEqual([422, [{ path: 'reason', message: 'Please give a reason' }]])
    expect((await hide(booking, 'Names a guide')).json()).toMatchObject({
      status: 'hidden',
      hidden_reason: 'Names a guide',
    })
    // Its writer is told that it is hidden, and not why.
    const own = await shop.call(`GET /api/bookings/${booking.id}/review?token=${tokenOf(booking)}`)
    expect(own.json().review).toMatchObject({ status: 'hidden' })
    expect(own.text).not.toContain('Names a guide')
    expect((await publish(booking)).status).toBe(200)
    const audit = await shop.core.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_name'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
    expect(audit.map(({ action }) => action)).toEqual(['review.hidden', 'review.published'])
    expect(audit[0]?.actor_name).toBe('Test content')
    const unknown = await shop.call(`POST /api/admin/reviews/${tour.id}/publication`, { version: 1 }, editor)
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'review/not-found'])
  })

  it('is answered by the agency below the review, until the answer is taken back', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Answered' })
    const booking = await completed(service)
    saved(await write(booking))
    const reply = async (text: string) => {
      const { id, version } = await rowOf(booking)
      return shop.call(`PUT /api/admin/reviews/${id}/reply`, { version, reply: text }, editor)
    }
    expect((await reply('Thank you <i>very</i> much')).status).toBe(200)
    expect(bodyOf(await html(service.href))).not.toContain('Thank you')
    await publish(booking)
    const page = bodyOf(await html(service.href))
    expect(page).toContain('Answer of the agency')
    expect(page).toContain('Thank you &lt;i&gt;very&lt;/i&gt; much')
    expect((await reply('')).json()).toMatchObject({ reply: null })
    expect(bodyOf(await html(service.href))).not.toContain('Answer of the agency')
  })

  it('is for those who look after the content, in parts, by state, and waits on the dashboard', async () => {
    for (const role of ['support', 'customer'] as const) {
      const { headers } = await shop.signIn(role)
      expect((await shop.call('GET /api/admin/reviews', undefined, headers)).status).toBe(403)
    }
    expect((await shop.call('GET /api/admin/reviews')).status).toBe(401)
    // Later than all others.
    for (const rating of [1, 2, 3])
      saved(await write(await completed(tour, { travel_date: `2027-05-0${rating}` }), { rating }))
    type Part = { items: { rating: number; status: string }[]; waiting: number; nextCursor: string | null }
    const list = async (query: string) =>
      (await shop.call(`GET /api/admin/reviews?${query}`, undefined, editor)).json() as Part
    const first = await list('status=waiting&limit=2')
    expect(first.items.map(({ rating }) => rating)).toEqual([3, 2])
    const second = await list(`status=waiting&limit=1&cursor=${first.nextCursor}`)
    expect(second.items.map(({ rating }) => rating)).toEqual([1])
    expect((await list('status=published')).items.every(({ status }) => status === 'published')).toBe(true)
    expect((await shop.call('GET /api/admin/reviews?cursor=nonsense', undefined, editor)).status).toBe(422)
    const board = (await shop.call('GET /api/admin/dashboard', undefined, editor)).json()
    expect((board.needsAction as Record<string, number>).waitingReviews).toBe(first.waiting)
  })

  it('tells others nothing of the booking, and nothing of an item that is off sale', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Taken off' })
    const booking = await completed(service)
    saved(await write(booking))
    await publish(booking)
    const list = () => shop.call(`GET /api/reviews?service_id=${service.id}`)
    const [item] = (await list()).json().items as Record<string, unknown>[]
    expect(Object.keys(item ?? {}).sort()).toEqual(['body', 'id', 'rating', 'reply', 'shown_name', 'written_on'])
    await shop.core.db.updateTable('services').set({ status: 'inactive' }).where('id', '=', service.id).execute()
    expect((await list()).json()).toEqual({ items: [], nextCursor: null })
  })
})

describe('the invitation', () => {
  const jobsOf = async (bookingId: string) =>
    (
      await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
        where task_identifier = 'invite-review' and key = ${`invite-review:${bookingId}`}`.execute(shop.core.db)
    ).rows
  const invite = (bookingId: string) => shop.shop.jobs['invite-review']?.({ bookingId })
  const mails = async (bookingId: string) =>
    shop.core.db
      .selectFrom('mail_messages')
      .select(['html', 'to_address', 'subject'])
      .where('booking_id', '=', bookingId)
      .where('template_name', '=', 'review_invitation')
      .execute()

  it('is planned for some days after completion, and sent once, with a link that opens the review', async () => {
    const booking = await completed(tour, { travel_date: '2026-11-22' })
    shop.core.clock.set('2026-11-21T08:00:00Z')
    await shop.runJobs()
    expect((await jobsOf(booking.id)).map(({ run_at }) => run_at.toISOString())).toEqual(['2026-11-23T08:00:00.000Z'])
    expect(await mails(booking.id)).toHaveLength(0)
    shop.core.clock.set('2026-11-23T08:00:00Z')
    await invite(booking.id)
    await invite(booking.id)
    const [mail, ...more] = await mails(booking.id)
    expect(more).toEqual([])
    expect(mail?.to_address).toBe(booking.customer_email)
    const href =
      /http:\/\/shop\.test(\/booking-review\?[^"]+)/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
    const page = await shop.call(`GET ${href}`, undefined, { accept: 'text/html' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('How was it?')
    expect(page.headers['x-robots-tag']).toContain('noindex')
    expect(page.headers['cache-control']).toContain('no-store')
    const token = new URLSearchParams(href.split('?')[1]).get('token') ?? ''
    saved(await write(booking, { token }))
  })

  it('is planned for as many days after completion as staff have set', async () => {
    const set = (review_invitation_days: number) => saveSettings(shop.core, admin, { review_invitation_days })
    await set(9)
    const booking = await completed(tour, { travel_date: '2026-11-22' })
    shop.core.clock.set('2026-11-21T08:00:00Z')
    await shop.runJobs()
    await set(2)
    expect((await jobsOf(booking.id)).map(({ run_at }) => run_at.toISOString())).toEqual(['2026-11-30T08:00:00.000Z'])
  })

  it('goes to nobody who has written already, nor while its template is switched off', async () => {
    const [written, off] = [await completed(), await completed()]
    saved(await write(written))
    await invite(written.id)
    expect(await mails(written.id)).toHaveLength(0)
    const switchTemplate = (is_active: boolean) =>
      shop.core.db
        .updateTable('mail_templates')
        .set({ is_active })
        .where('template_name', '=', 'review_invitation')
        .execute()
    await switchTemplate(false)
    await invite(off.id)
    expect(await mails(off.id)).toHaveLength(0)
    await switchTemplate(true)
    await invite(off.id)
    expect(await mails(off.id)).toHaveLength(1)
  })
})

describe('the catalogue', () => {
  it('keeps rating and number when an item is edited, and takes neither from anybody [C112]', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Edited while rated' })
    const booking = await completed(service)
    saved(await write(booking, { rating: 4 }))
    await publish(booking)
    const owner = (await shop.signIn('admin')).headers
    const change = (body: unknown) => shop.call(`PATCH /api/admin/services/${service.id}`, body, owner)
    for (const field of ['rating', 'total_reviews'])
      expect((await change({ version: service.version, [field]: 5 })).status, field).toBe(422)
    // A review published meanwhile does not stand in the way of who edits.
    expect((await change({ version: service.version, summary: 'New words' })).status).toBe(200)
    expect(await ratingOf(service)).toEqual([4, 1])
    const copy = await shop.call(`POST /api/admin/services/${service.id}/copy`, {}, owner)
    expect(copy.json()).toMatchObject({ rating: 0, total_reviews: 0 })
    const rated = shop.core.db
      .updateTable('services')
      .set({ rating: 5 })
      .where('id', '=', (copy.json() as { id: string }).id)
    await expect(rated.execute()).rejects.toThrow(/services_rating_counted/)
  })
})
