import { expressionBuilder } from 'kysely'
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts'
import { dateIn } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import {
  type BookingDeps,
  type BookingRecord,
  bookingSummaries,
  findHeldBooking,
  readShownTitle,
} from '../booking/index.server.ts'
import { getService, hrefOf, serviceSummaries } from '../catalogue/index.server.ts'
import { readDisplayZone } from '../settings/index.server.ts'
import type { OwnReview, PublishedReview, ReviewForStaff } from './contract.ts'
import { changeableUntil, isReviewable, type ReviewStatus, shownNameOf } from './rules.ts'
import type { ReviewRow } from './tables.server.ts'

type Page = { readonly limit: number; readonly cursor?: string | undefined }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The id of the last row of the page before; ids are in time order. Refuses 'list/bad-cursor'. */
function placeOf(cursor: string): string {
  const [id, ...more] = decodeCursor(cursor) ?? []
  if (typeof id !== 'string' || !uuid.test(id) || more.length > 0) throw new Refusal('list/bad-cursor')
  return id
}

function partOf<T extends { readonly id: string }>(rows: readonly T[], limit: number) {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? encodeCursor([last.id]) : null }
}

/** Published reviews of an item on sale, newest first. One statement. Refuses 'list/bad-cursor'. */
export async function listPublished(
  core: Core,
  { service_id, limit, cursor }: Page & { readonly service_id: string },
): Promise<{ items: PublishedReview[]; nextCursor: string | null }> {
  let query = core.db
    .selectFrom('reviews')
    .innerJoin(serviceSummaries, 'service_summaries.id', 'reviews.service_id')
    .select(['reviews.id', 'reviews.rating', 'body', 'shown_name', 'written_at', 'reply'])
    .where('service_id', '=', service_id)
    .where('reviews.status', '=', 'published')
    .where('service_summaries.status', '=', 'active')
    .orderBy('reviews.id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('reviews.id', '<', placeOf(cursor))
  const [rows, zone] = await Promise.all([query.execute(), readDisplayZone(core)])
  const { items, nextCursor } = partOf(rows, limit)
  return {
    items: items.map(({ written_at, ...shown }) => ({ ...shown, written_on: dateIn(zone, written_at) })),
    nextCursor,
  }
}

/** The review of a booking, for its holder. Refuses 'booking/not-found'. Three statements. */
export async function readOwn(
  deps: BookingDeps,
  caller: Caller,
  request: { readonly bookingId: string; readonly token?: string | undefined },
): Promise<OwnReview> {
  const booking = await findHeldBooking(deps, caller, request)
  const row = await deps.db.selectFrom('reviews').selectAll().where('booking_id', '=', booking.id).executeTakeFirst()
  return viewOwn(deps, booking, row)
}

export async function viewOwn(
  deps: BookingDeps,
  booking: BookingRecord,
  row: ReviewRow | undefined,
): Promise<OwnReview> {
  const [{ href }, { service_title }] = await Promise.all([
    getService(deps.db, deps, booking.service_id),
    readShownTitle(deps, booking),
  ])
  return {
    booking_reference: booking.booking_reference,
    service_title,
    service_href: href,
    access: accessOf(booking, row, deps.clock()),
    suggested_name: shownNameOf(booking.customer_name),
    review: row
      ? {
          ...{ rating: row.rating, body: row.body, shown_name: row.shown_name, status: row.status },
          ...{ reply: row.reply, version: row.version },
          changeable_until: changeableUntil(row.written_at).toISOString(),
        }
      : null,
  }
}
function accessOf(booking: BookingRecord, row: ReviewRow | undefined, now: Date): OwnReview['access'] {
  if (row) return now > changeableUntil(row.written_at) ? 'closed' : 'open'
  return isReviewable(booking, now) ? 'open' : 'not-yet'
}

const forStaff = (deps: BookingDeps) =>
  deps.db
    .selectFrom('reviews')
    .innerJoin(bookingSummaries, 'booking_summaries.id', 'reviews.booking_id')
    .innerJoin(serviceSummaries, 'service_summaries.id', 'reviews.service_id')
    .select([
      'reviews.id',
      'reviews.version',
      'reviews.booking_id',
      'reviews.rating',
      'reviews.body',
      'reviews.shown_name',
      'reviews.status',
      'reviews.hidden_reason',
      'reviews.decided_at',
      'reviews.decided_by',
      'reviews.reply',
      'reviews.replied_by',
      'reviews.written_at',
      'booking_summaries.booking_reference',
      'booking_summaries.service_type',
      'booking_summaries.service_title',
      'booking_summaries.travel_date',
      'service_summaries.slug',
    ])

type StaffRow = Awaited<ReturnType<ReturnType<typeof forStaff>['execute']>>[number]
function present(deps: BookingDeps, { slug, decided_at, written_at, ...row }: StaffRow): ReviewForStaff {
  const kind = deps.kinds.find(row.service_type)?.kind
  return {
    ...row,
    service_href: kind ? hrefOf(kind, slug) : '/',
    decided_at: decided_at?.toISOString() ?? null,
    written_at: written_at.toISOString(),
  }
}

/** Reviews for staff, newest first, with the number that waits. Two statements. Refuses 'list/bad-cursor'. */
export async function listForStaff(
  deps: BookingDeps,
  { status, limit, cursor }: Page & { readonly status?: ReviewStatus | undefined },
): Promise<{ items: ReviewForStaff[]; waiting: number; nextCursor: string | null }> {
  let query = forStaff(deps)
    .orderBy('reviews.id', 'desc')
    .limit(limit + 1)
  if (status) query = query.where('reviews.status', '=', status)
  if (cursor !== undefined) query = query.where('reviews.id', '<', placeOf(cursor))
  const [rows, { waiting }] = await Promise.all([
    query.execute(),
    deps.db.selectNoFrom(waitingReviews.as('waiting')).executeTakeFirstOrThrow(),
  ])
  const { items, nextCursor } = partOf(rows, limit)
  return { items: items.map((row) => present(deps, row)), waiting, nextCursor }
}

/** One statement. Refuses 'review/not-found'. */
export async function getForStaff(deps: BookingDeps, reviewId: string): Promise<ReviewForStaff> {
  const row = await forStaff(deps).where('reviews.id', '=', reviewId).executeTakeFirst()
  if (!row) throw new Refusal('review/not-found')
  return present(deps, row)
}

const eb = expressionBuilder<Tables, never>()
/** Waiting reviews, as part of a statement: the dashboard counts all open work in one. */
export const waitingReviews = eb.fn.coalesce(
  eb
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting'),
  eb.lit(0),
)
