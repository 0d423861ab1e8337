import { describe, expect, test } from 'vitest'
import { reviewHref } from '../../modules/booking/index.ts'
import type { OwnReview, PublishedReview } from '../../modules/review/index.ts'
import { bookingId, bookingToken, tourOf } from '../testing/fake-api.ts'
import { bodyOf, open, textOf, withToken } from '../testing/open-page.ts'

const reviewOf = (n: number, more: Partial<PublishedReview> = {}): PublishedReview => ({
  id: `0198c000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  rating: 4,
  body: `What traveller ${n} said`,
  shown_name: `Traveller ${n}`,
  written_on: '2026-11-02',
  reply: null,
  ...more,
})
const rated = (count: number) => tourOf({ rating: 4.5, total_reviews: count })
const detail = (reviews: readonly PublishedReview[], service = rated(reviews.length)) =>
  open(`/tours/${service.slug}`, { services: [service], reviews })

describe('the reviews of an item', () => {
  test('are shown as verified, with name, month, text and reply', async () => {
    const { html } = await detail([reviewOf(1, { reply: 'Come again' }), reviewOf(2, { rating: 5, body: '' })])
    const text = textOf(bodyOf(html))
    expect(html).toMatch(/<p [^>]*lang="" dir="auto"[^>]*>What traveller 1 said/)
    for (const words of ['4.5 out of 5, 2 reviews', 'Traveller 1', 'November 2026', 'What traveller 1 said'])
      expect(text).toContain(words)
    expect(text.split('Verified booking')).toHaveLength(3)
    expect(text).toContain('Reply from the agency Come again')
    expect(html).toContain('aria-label="4 out of 5 stars"')
    expect(html).toContain('aria-label="5 out of 5 stars"')
    expect(text).not.toContain('More reviews')
  })

  test('come with the page by six, and more on demand', async () => {
    const { html } = await detail(Array.from({ length: 9 }, (_, n) => reviewOf(n + 1)))
    const text = textOf(bodyOf(html))
    expect(text).toContain('What traveller 6 said')
    expect(text).not.toContain('What traveller 7 said')
    expect(text).toContain('More reviews')
  })

  test('are neither fetched nor mentioned if there are none [C111]', async () => {
    const calls: string[] = []
    const service = tourOf()
    const { html } = await open(`/tours/${service.slug}`, { services: [service], onCall: (name) => calls.push(name) })
    expect(calls).not.toContain('review.list')
    expect(html).not.toContain('aggregateRating')
    for (const words of ['Reviews', 'Verified booking']) expect(bodyOf(html)).not.toContain(words)
  })

  test('show HTML as plain text', async () => {
    const { html } = await detail([reviewOf(1, { body: '<script>alert(1)</script>', shown_name: '<b>Asha</b>' })])
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<b>Asha')
  })
})

describe('the review page', () => {
  const own = (more: Partial<OwnReview> = {}): OwnReview => ({
    booking_reference: 'TH0123456789',
    service_title: 'Evening Desert Safari',
    service_href: '/tours/evening-desert-safari',
    access: 'open',
    suggested_name: 'Aisha K.',
    review: null,
    ...more,
  })
  const written = {
    ...{ rating: 5, body: 'A lovely day', shown_name: 'Aisha K.', status: 'waiting' as const },
    ...{ reply: null, version: 1, changeable_until: '2026-12-05T08:00:00.000Z' },
  }
  const read = (ownReview: OwnReview, query = withToken) => open(`/booking-review?${query}`, { ownReview })

  test('has five radios with their meaning, a text and a name; private, and never an address with its fields', async () => {
    const page = await read(own())
    expect(page.status).toBe(200)
    expect(page.isPrivate).toBe(true)
    expect(page.html).toContain('noindex')
    const radios = [...page.html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([tag]) => tag)
    expect(radios).toHaveLength(5)
    for (const [index, tag] of radios.entries()) {
      expect(tag).toContain('name="rating"')
      expect(tag).toContain(`value="${index + 1}"`)
      expect(tag).toMatch(new RegExp(`aria-label="${index + 1} stars?, [a-z ]+"`))
      expect(tag).not.toContain('checked')
    }
    expect(page.html).toMatch(/<fieldset[^>]*>\s*<legend[^>]*>Your rating/)
    expect(page.html).toMatch(/<form[^>]*method="post"/)
    expect(page.html).toMatch(/<input[^>]*value="Aisha K\."/)
    const text = textOf(page.html)
    for (const words of ['How was it?', 'Evening Desert Safari, booking TH0123456789', 'Send review'])
      expect(text).toContain(words)
  })

  test('explains that it is too early', async () => {
    const text = textOf((await read(own({ access: 'not-yet' }))).html)
    expect(text).toContain('You can write a review as soon as your booking is completed.')
    expect(text).not.toContain('Send review')
  })

  test('shows the review and its state, and lets it be changed until the deadline', async () => {
    const open = textOf((await read(own({ review: written }))).html)
    for (const words of ['We have received your review', 'A lovely day', 'until 2026-12-05 12:00 PM', 'Change review'])
      expect(open).toContain(words)
    expect(open).not.toContain('Send review')
    const over = own({ access: 'closed', review: { ...written, status: 'published', reply: 'Thank you' } })
    const closed = textOf((await read(over)).html)
    for (const words of ['Your review is published', 'Reply from the agency Thank you', 'can no longer change'])
      expect(closed).toContain(words)
    expect(closed).not.toContain('Change review')
    expect(textOf((await read(own({ review: { ...written, status: 'hidden' } }))).html)).toContain('is not shown')
  })

  test.each([
    ['without a link', `bookingId=${bookingId}`],
    ['with another link', `bookingId=${bookingId}&token=x`],
  ])('is not found %s', async (_, query) => {
    const page = await read(own(), query)
    expect(page.status).toBe(404)
    expect(page.html).not.toContain('TH0123456789')
  })

  test('has the booking and its token as its only parameters', () => {
    expect(reviewHref(bookingId, bookingToken)).toBe(`/booking-review?${withToken}`)
  })
})
