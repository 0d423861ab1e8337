import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { anyAddress } from '../../../tests/integration/database-state.ts'
import { dropHere } from '../../platform/cache-invalidation.server.ts'
import { decideStatus, issueBookingToken } from '../booking/index.server.ts'
import type { BookingRecord } from '../booking/tables.server.ts'
import { addService, admin, book } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { templatesTag } from '../mail/templates.ts'
import { saveSettings } from '../settings/index.server.ts'
import { bodyOf, codeOf, reviewWorld, saved } from './testing/world.ts'

const { shop, tour, editor, tokenOf, rowOf, confirmed, completed, write, rows, ratingOf, publish, hide, html } =
  await reviewWorld()

describe('the author of a review', () => {
  it('holds a completed booking that is over, and writes one review [C112, A114]', async () => {
    const early = await confirmed(tour)
    expect(codeOf(await write(early))).toBe('review/not-yet')
    await decideStatus(shop.core, admin, early.id, 'complete')
    // Completed, but its day has not come.
    const answer = await write(early)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'review/not-yet'])
    shop.core.clock.set('2026-12-02T08:00:00Z')
    expect(saved(await write(early)).review).toMatchObject({ status: 'waiting', version: 1 })
    const cancelled = await confirmed(tour, { travel_date: '2026-12-20' })
    await decideStatus(shop.core, admin, cancelled.id, 'cancel', { reason: 'Ill' })
    shop.core.clock.set('2026-12-22T08:00:00Z')
    expect(codeOf(await write(cancelled))).toBe('review/not-yet')
  })

  it('is the signed-in owner or the holder of a link; others get not-found', async () => {
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
      // Staff cannot review for customers.
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

  it('cannot open the booking with the review link', async () => {
    const booking = await completed()
    const token = encodeURIComponent(tokenOf(booking))
    for (const path of ['', '/paperwork'])
      expect((await shop.call(`GET /api/bookings/${booking.id}${path}?token=${token}`)).status).toBe(404)
    const own = await shop.call(`GET /api/bookings/${booking.id}/review?token=${token}`)
    for (const secret of [booking.customer_email, booking.customer_name, '9876543210'])
      expect(own.text).not.toContain(secret)
    shop.core.clock.advance(31 * 24 * 60)
    expect((await shop.call(`GET /api/bookings/${booking.id}/review?token=${token}`)).status).toBe(404)
  })

  it('gets the link from the tracker with the address of a completed booking', async () => {
    const [over, open] = [await completed(), await confirmed(tour, { travel_date: '2026-12-28' })]
    const track = async ({ booking_reference: reference, customer_email: email }: BookingRecord) =>
      (await shop.call('POST /api/tracking-lookups', { reference, email }, anyAddress())).json()
    const { review_token } = await track(over)
    saved(await write(over, { token: review_token }))
    expect((await track(open)).review_token).toBeNull()
    const short = await shop.call('POST /api/tracking-lookups', { reference: over.booking_reference }, anyAddress())
    expect(short.text).not.toContain('review_token')
  })

  it('can review every kind of service, also without a travel date', async () => {
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
/** Any kind of booking: only the row matters to reviews. */
async function bookAny(kind: string, service: CatalogueService): Promise<string> {
  shop.core.clock.set('2026-11-21T08:00:00Z')
  const like = await book(shop.core, tour, { travel_date: '2026-12-24' })
  await sql`update bookings set service_id = ${service.id}, service_type = ${kind}, service_title = ${service.title}
    ${kind === 'visa' ? sql`, travel_date = null, travel_time = null, starts_at = null` : sql``}
    where id = ${like.id}`.execute(shop.core.db)
  return like.id
}

describe('a review', () => {
  it('has 1 to 5 stars, a text and a name', async () => {
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

  it('is plain text: HTML is shown as characters and never runs', async () => {
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

  it('exists once per booking, even when sent several times at once', async () => {
    const booking = await completed()
    const same = await Promise.all(Array.from({ length: 6 }, () => write(booking)))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await rows(booking)).toBe(1)
    expect((await rowOf(booking)).version).toBe(1)
    // Changed without having read the first version.
    expect(codeOf(await write(booking, { body: 'Another' }))).toBe('review/changed')
    const race = await completed()
    const answers = await Promise.all(['one', 'two', 'three'].map((body) => write(race, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await rows(race)).toBe(1)
  })

  it('can be changed for 14 days, and then waits for staff again', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Changed later' })
    const booking = await completed(service)
    saved(await write(booking))
    await publish(booking)
    expect(await ratingOf(service)).toEqual([5, 1])
    // Repeating the request does not undo the publication.
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

  it('is limited per address', async () => {
    const booking = await completed()
    const here = { 'x-forwarded-for': '192.0.2.77' }
    for (let tries = 0; tries < 20; tries++)
      expect((await write(booking, { token: 'wrong.token.here' }, here)).status).toBe(404)
    const answer = await write(booking, {}, here)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the invitation', () => {
  /** In how many hours the jobs run, by the clock of the database. */
  const jobsOf = async (bookingId: string) =>
    (
      await sql<{ hours: number }>`
        select extract(epoch from run_at - created_at)::float / 3600 as hours from graphile_worker.jobs
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

  it('is scheduled some days after completion and sent once, with a link to the review', async () => {
    const booking = await completed(tour, { travel_date: '2026-11-22' })
    shop.core.clock.set('2026-11-21T08:00:00Z')
    await shop.runJobs()
    expect((await jobsOf(booking.id)).map(({ hours }) => hours)).toEqual([2 * 24])
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

  it('is scheduled as many days after completion as configured', async () => {
    const set = (review_invitation_days: number) => saveSettings(shop.core, admin, { review_invitation_days })
    await set(9)
    const booking = await completed(tour, { travel_date: '2026-11-22' })
    shop.core.clock.set('2026-11-21T08:00:00Z')
    await shop.runJobs()
    await set(2)
    expect((await jobsOf(booking.id)).map(({ hours }) => hours)).toEqual([9 * 24])
  })

  it('is not sent after a review was written, nor while its template is off', async () => {
    const [written, off] = [await completed(), await completed()]
    saved(await write(written))
    await invite(written.id)
    expect(await mails(written.id)).toHaveLength(0)
    const switchTemplate = async (is_active: boolean) => {
      const named = shop.core.db.updateTable('mail_templates').where('template_name', '=', 'review_invitation')
      await named.set({ is_active }).execute()
      dropHere(shop.core, [templatesTag])
    }
    await switchTemplate(false)
    await invite(off.id)
    expect(await mails(off.id)).toHaveLength(0)
    await switchTemplate(true)
    await invite(off.id)
    expect(await mails(off.id)).toHaveLength(1)
  })
})
