import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { type BookingDeps, type BookingRecord, findHeldBooking } from '../booking/index.server.ts'
import { dropRated, saveRating } from '../catalogue/index.server.ts'
import type { OwnReview, ReviewForStaff, SaveReviewInput } from './contract.ts'
import { getForStaff, viewOwn } from './queries.server.ts'
import { averageOf, changeableUntil, isReviewable, reviewErrors } from './rules.ts'
import type { ReviewRow } from './tables.server.ts'
import { text } from './text.ts'

/** Per address. */
const limit = { name: 'review', hits: 20, seconds: 600 }

/**
 * Writes the review of a booking, or changes it within 14 days; either way it waits for staff again. Sending the same
 * content changes nothing. Refuses 'limit/too-many', 'booking/not-found', 'review/invalid', 'review/not-yet',
 * 'review/closed', 'review/changed'.
 */
export async function saveReview(deps: BookingDeps, caller: Caller, input: SaveReviewInput): Promise<OwnReview> {
  await countHit(deps, limit, caller.address)
  const booking = await findHeldBooking(deps, caller, input)
  const errors = reviewErrors(input)
  if (errors.length > 0) throw new Refusal('review/invalid', {}, errors)
  const { row, wasShown } = await deps.db.transaction().execute(async (trx) => {
    const known = (await lockOf(trx, booking.id)) ?? (await insert(trx, deps, booking, input))
    const row = isSame(known, input) ? known : await replace(trx, deps, known, input)
    const wasShown = known.status === 'published' && row.status !== 'published'
    if (wasShown) await recountReviews(trx, booking.service_id)
    return { row, wasShown }
  })
  if (wasShown) dropRated(deps, booking.service_id)
  return viewOwn(deps, booking, row)
}

const lockOf = (trx: Trx, bookingId: string): Promise<ReviewRow | undefined> =>
  trx.selectFrom('reviews').selectAll().where('booking_id', '=', bookingId).forUpdate().executeTakeFirst()

/** Returns the existing review if a parallel request was faster. */
async function insert(
  trx: Trx,
  deps: BookingDeps,
  booking: BookingRecord,
  { rating, body, shown_name, version }: SaveReviewInput,
): Promise<ReviewRow> {
  const now = deps.clock()
  if (!isReviewable(booking, now)) throw new Refusal('review/not-yet')
  if (version !== 0) throw new Refusal('review/changed')
  const { id: booking_id, service_id } = booking
  const times = { written_at: now, updated_at: now }
  const row = await trx
    .insertInto('reviews')
    .values({ id: newId(now), booking_id, service_id, rating, body, shown_name, ...times })
    .onConflict((conflict) => conflict.column('booking_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  const quicker = row ?? (await lockOf(trx, booking.id))
  if (!quicker) throw new Error('A review was there a moment ago and is gone')
  return quicker
}

const isSame = (row: ReviewRow, { rating, body, shown_name }: SaveReviewInput): boolean =>
  row.rating === rating && row.body === body && row.shown_name === shown_name

async function replace(
  trx: Trx,
  deps: BookingDeps,
  known: ReviewRow,
  { rating, body, shown_name, version }: SaveReviewInput,
): Promise<ReviewRow> {
  const now = deps.clock()
  if (known.version !== version) throw new Refusal('review/changed')
  if (now > changeableUntil(known.written_at)) throw new Refusal('review/closed')
  return trx
    .updateTable('reviews')
    .set({ rating, body, shown_name, ...undecided, version: version + 1, updated_at: now })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
const undecided = { status: 'waiting', hidden_reason: null, decided_at: null, decided_by: null } as const

/** Updates the item's rating and number of reviews, in the transaction of the change. */
export const recountReviews = (trx: Trx, serviceId: string): Promise<void> =>
  saveRating(trx, serviceId, async () => {
    const { stars, count } = await trx
      .selectFrom('reviews')
      .select(({ fn }) => [fn.sum<number | null>('rating').as('stars'), fn.countAll<number>().as('count')])
      .where('service_id', '=', serviceId)
      .where('status', '=', 'published')
      .executeTakeFirstOrThrow()
    return { rating: averageOf(Number(stars ?? 0), count), totalReviews: count }
  })

type Versioned = { readonly reviewId: string; readonly version: number }

/** Publishes the version that staff read. Refuses 'review/not-found', 'review/changed'. */
export const publishReview = (deps: BookingDeps, caller: Caller, which: Versioned): Promise<ReviewForStaff> =>
  decide(deps, caller, 'published', which, () => ({
    ...{ status: 'published', hidden_reason: null },
    ...{ decided_at: deps.clock(), decided_by: nameOf(caller) },
  }))

/** Hides a review. Refuses like publishReview, and 'review/invalid' without a reason. */
export function hideReview(
  deps: BookingDeps,
  caller: Caller,
  { reason, ...which }: Versioned & { readonly reason: string },
): Promise<ReviewForStaff> {
  const errors = [{ path: 'reason', message: text('errors.reason') }]
  if (reason === '') throw new Refusal('review/invalid', {}, errors)
  return decide(deps, caller, 'hidden', which, () => ({
    ...{ status: 'hidden', hidden_reason: reason },
    ...{ decided_at: deps.clock(), decided_by: nameOf(caller) },
  }))
}

/** Takes a decision back: the review waits again, with its reply. Refuses like publishReview. */
export const reopenReview = (deps: BookingDeps, caller: Caller, which: Versioned): Promise<ReviewForStaff> =>
  decide(deps, caller, 'reopened', which, () => undecided)

/** Sets the agency's reply; an empty text removes it. Refuses like publishReview. */
export const replyToReview = (
  deps: BookingDeps,
  caller: Caller,
  { reply, ...which }: Versioned & { readonly reply: string },
): Promise<ReviewForStaff> =>
  decide(deps, caller, reply === '' ? 'reply-removed' : 'replied', which, () =>
    reply === ''
      ? { reply: null, replied_at: null, replied_by: null }
      : { reply, replied_at: deps.clock(), replied_by: nameOf(caller) },
  )

const nameOf = (caller: Caller): string => caller.name || caller.email || 'Staff'

type Decision = Partial<
  Pick<ReviewRow, 'status' | 'hidden_reason' | 'decided_at' | 'decided_by' | 'reply' | 'replied_at' | 'replied_by'>
>

/** Applies a decision of staff to the version they read, with audit entry and new rating. */
async function decide(
  deps: BookingDeps,
  caller: Caller,
  action: string,
  { reviewId, version }: Versioned,
  decision: () => Decision,
): Promise<ReviewForStaff> {
  const { service_id } = await deps.db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('reviews').selectAll().where('id', '=', reviewId).forUpdate().executeTakeFirst()
    if (!before) throw new Refusal('review/not-found')
    if (before.version !== version) throw new Refusal('review/changed')
    const now = deps.clock()
    const after = await trx
      .updateTable('reviews')
      .set({ ...decision(), version: version + 1, updated_at: now })
      .where('id', '=', reviewId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const entry = { action: `review.${action}`, subjectType: 'review', subjectId: reviewId }
    await writeAudit(trx, caller, { ...entry, before: audited(before), after: audited(after) }, now)
    await recountReviews(trx, after.service_id)
    return after
  })
  dropRated(deps, service_id)
  return getForStaff(deps, reviewId)
}
const audited = ({ status, hidden_reason, reply, rating, body }: ReviewRow) => ({
  ...{ status, hidden_reason, reply, rating, body },
})
