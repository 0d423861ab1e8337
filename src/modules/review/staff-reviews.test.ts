import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { barrier } from '../../../tests/support/barrier.ts'
import type { BookingRecord } from '../booking/tables.server.ts'
import { addService } from '../booking/testing/fixtures.ts'
import { bodyOf, codeOf, reviewWorld, saved } from './testing/world.ts'

const { shop, tour, editor, tokenOf, rowOf, completed, write, ratingOf, publish, hide, html } = await reviewWorld()

const dataOf = (page: string) => [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].join('')

describe('moderation of reviews', () => {
  it('shows rating and count on page, card and in structured data only when published [C111, C112, A114]', async () => {
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

  it('keeps the rating right when reviews are published in parallel', async () => {
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

  it('waits again once its decision is taken back, and counts no more', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Decided too fast' })
    const booking = await completed(service)
    saved(await write(booking, { rating: 5 }))
    await publish(booking)
    expect(await ratingOf(service)).toEqual([5, 1])
    const { id, version } = await rowOf(booking)
    const reopen = (headers: Record<string, string>, of = version) =>
      shop.call(`POST /api/admin/reviews/${id}/reopening`, { version: of }, headers)
    expect((await reopen((await shop.signIn('support')).headers)).status).toBe(403)
    expect((await reopen({})).status).toBe(401)
    expect((await reopen(editor, version - 1)).json()).toMatchObject({ code: 'review/changed' })
    const answer = await reopen(editor)
    expect(answer.json()).toMatchObject({ status: 'waiting', decided_by: null, decided_at: null, hidden_reason: null })
    expect(await ratingOf(service)).toEqual([0, 0])
    expect((await reopen(editor)).status).toBe(409)
  })

  it('(control) counting before locking the item misses one', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Counted too early' })
    const bookings = [await completed(service), await completed(service)]
    for (const booking of bookings) saved(await write(booking))
    const allHaveCounted = barrier(bookings.length)
    const early = (booking: BookingRecord) =>
      shop.core.db.transaction().execute(async (trx) => {
        await sql`update reviews set status = 'published', decided_at = now(), decided_by = 'x'
          where booking_id = ${booking.id}`.execute(trx)
        const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from reviews
          where service_id = ${service.id} and status = 'published'`.execute(trx)
        await allHaveCounted()
        await sql`update services set rating = 5, total_reviews = ${counted[0]?.n ?? 0} where id = ${service.id}`.execute(
          trx,
        )
      })
    await Promise.all(bookings.map(early))
    expect(await ratingOf(service)).toEqual([5, 1])
  })

  it('applies to the version that was read, needs a reason to hide, and is audited', async () => {
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
    // The author learns that it is hidden, but not why.
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

  it("shows the agency's reply below the review until it is removed", async () => {
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
    expect(page).toContain('Reply from the agency')
    expect(page).toContain('Thank you &lt;i&gt;very&lt;/i&gt; much')
    expect((await reply('')).json()).toMatchObject({ reply: null })
    expect(bodyOf(await html(service.href))).not.toContain('Reply from the agency')
  })

  it('is for content staff, in pages, by state, and counted on the dashboard', async () => {
    for (const role of ['support', 'customer'] as const) {
      const { headers } = await shop.signIn(role)
      expect((await shop.call('GET /api/admin/reviews', undefined, headers)).status).toBe(403)
    }
    expect((await shop.call('GET /api/admin/reviews')).status).toBe(401)
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

  it('reveals nothing of the booking, and nothing of an item off sale', async () => {
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
describe('the catalogue', () => {
  it('keeps rating and count when an item is edited [C112]', async () => {
    const service = await addService(shop.core, 'tour', {}, { title: 'Edited while rated' })
    const booking = await completed(service)
    saved(await write(booking, { rating: 4 }))
    await publish(booking)
    const owner = (await shop.signIn('admin')).headers
    const change = (body: unknown) => shop.call(`PATCH /api/admin/services/${service.id}`, body, owner)
    for (const field of ['rating', 'total_reviews'])
      expect((await change({ version: service.version, [field]: 5 })).status, field).toBe(422)
    // Publishing a review does not conflict with an edit of the item.
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
