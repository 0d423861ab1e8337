import * as z from 'zod'
import { id, instant, line, localDate, pageInput, procedure, text } from '../../kernel/contract.ts'
import { maxNameLength, maxReviewLength, maxStars, reviewStatuses } from './rules.ts'

const stars = z.int().min(1).max(maxStars)
const status = z.enum(reviewStatuses)

/** A published review: plain text, without any booking data. */
const publishedReview = z.object({
  id,
  rating: stars,
  body: z.string(),
  shown_name: z.string(),
  written_on: localDate,
  /** The agency's reply. */
  reply: z.string().nullable(),
})
export type PublishedReview = z.infer<typeof publishedReview>

/** For the holder of the booking. */
const ownReview = z.object({
  booking_reference: z.string(),
  service_title: z.string(),
  service_href: z.string(),
  /** 'not-yet': the trip is not over; 'closed': the 14 days are over. */
  access: z.enum(['open', 'not-yet', 'closed']),
  suggested_name: z.string(),
  review: z
    .object({
      rating: stars,
      body: z.string(),
      shown_name: z.string(),
      status,
      reply: z.string().nullable(),
      version: z.int(),
      changeable_until: instant,
    })
    .nullable(),
})
export type OwnReview = z.infer<typeof ownReview>

const reviewForStaff = z.object({
  id,
  version: z.int(),
  booking_id: id,
  booking_reference: z.string(),
  service_type: z.string(),
  service_title: z.string(),
  service_href: z.string(),
  travel_date: z.string().nullable(),
  rating: stars,
  body: z.string(),
  shown_name: z.string(),
  status,
  hidden_reason: z.string().nullable(),
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  reply: z.string().nullable(),
  replied_by: z.string().nullable(),
  written_at: instant,
})
export type ReviewForStaff = z.infer<typeof reviewForStaff>

/** Access by session (owner), by the booking's token, or by its review token. */
const access = { bookingId: id, token: z.string().max(300).optional() }
export const saveInput = z.strictObject({
  ...access,
  /** The version being changed; 0 for a new review. */
  version: z.int().min(0),
  rating: stars,
  body: text(maxReviewLength).default(''),
  shown_name: line(maxNameLength),
})
export type SaveReviewInput = z.output<typeof saveInput>

const versioned = { reviewId: id, version: z.int().min(1) }
const area = 'staff:content'

export const reviewContract = {
  list: procedure('public', 'GET /reviews', 'Published reviews of an active service, newest first', { closes: true })
    .input(z.strictObject({ service_id: id, ...pageInput }))
    .output(z.object({ items: z.array(publishedReview), nextCursor: z.string().nullable() })),
  own: procedure('public', 'GET /bookings/{bookingId}/review', "A booking's review, for the holder of the booking")
    .input(z.strictObject(access))
    .output(ownReview),
  save: procedure(
    'public',
    'PUT /bookings/{bookingId}/review',
    'Writes the review of a completed booking, or changes it; the same again changes nothing',
  )
    .input(saveInput)
    .output(ownReview),
  admin: {
    list: procedure(area, 'GET /admin/reviews', 'Reviews, newest first')
      .input(z.strictObject({ status: status.optional(), ...pageInput }))
      .output(z.object({ items: z.array(reviewForStaff), waiting: z.int(), nextCursor: z.string().nullable() })),
    publish: procedure(area, 'POST /admin/reviews/{reviewId}/publication', 'Shows a review; refuses an old version')
      .input(z.strictObject(versioned))
      .output(reviewForStaff),
    hide: procedure(area, 'DELETE /admin/reviews/{reviewId}/publication', 'Hides a review, with the reason')
      .input(z.strictObject({ ...versioned, reason: text(500) }))
      .output(reviewForStaff),
    reopen: procedure(
      area,
      'POST /admin/reviews/{reviewId}/reopening',
      'Takes the decision on a review back: it waits again; refuses an old version',
    )
      .input(z.strictObject(versioned))
      .output(reviewForStaff),
    reply: procedure(area, 'PUT /admin/reviews/{reviewId}/reply', "The agency's answer, shown below; empty for none")
      .input(z.strictObject({ ...versioned, reply: text(maxReviewLength) }))
      .output(reviewForStaff),
  },
}
