/** Who may review, what a review must contain, and the average rating. Pure. */
import { addDays, addHours, dateIn, type Instant, instantAt, type LocalDate } from '../../kernel/dates.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { text } from './text.ts'

export const reviewStatuses = ['waiting', 'published', 'hidden'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

export const maxStars = 5
export const maxReviewLength = 2_000
export const maxNameLength = 60
/** Authors may change their review for this many days. */
export const changeDays = 14

export interface Journey {
  readonly booking_status: string
  /** Null for services without a date. */
  readonly travel_date: LocalDate | null
  readonly time_zone: string
}

/** Completed, and its day is over in the service's time zone. */
export const isReviewable = ({ booking_status, travel_date, time_zone }: Journey, now: Instant): boolean =>
  booking_status === 'completed' && (travel_date === null || travel_date < dateIn(time_zone, now))

export const changeableUntil = (writtenAt: Instant): Instant => addHours(writtenAt, changeDays * 24)

/** 'Asha Rao' -> 'Asha R.': the suggested name. */
export function shownNameOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/)
  const [first = '', ...rest] = words
  const initial = [...(rest.at(-1) ?? '')][0]
  const short = [...first].slice(0, maxNameLength - 3).join('')
  return initial ? `${short} ${initial.toUpperCase()}.` : short
}

export interface Written {
  readonly rating: number
  readonly body: string
  readonly shown_name: string
}

/** One message per wrong field, in form order. */
export function reviewErrors({ rating, body, shown_name }: Written): FieldError[] {
  const errors: FieldError[] = []
  if (!Number.isInteger(rating) || rating < 1 || rating > maxStars)
    errors.push({ path: 'rating', message: text('shop.stars') })
  if (body.trim().length > maxReviewLength)
    errors.push({ path: 'body', message: text('shop.tooLong', { max: String(maxReviewLength) }) })
  if (shown_name.trim() === '') errors.push({ path: 'shown_name', message: text('shop.name') })
  else if (shown_name.trim().length > maxNameLength)
    errors.push({ path: 'shown_name', message: text('shop.tooLong', { max: String(maxNameLength) }) })
  return errors
}

/** One decimal, halves rounded up; 0 without reviews. Integer arithmetic avoids rounding errors. */
export const averageOf = (stars: number, count: number): number =>
  count === 0 ? 0 : Math.floor((20 * stars + count) / (2 * count)) / 10

/** Some days after the completion, but never before the travel day is over. */
export function invitationDue(
  completedAt: Instant,
  days: number,
  { travel_date, time_zone }: Omit<Journey, 'booking_status'>,
): Instant {
  const wanted = addHours(completedAt, days * 24)
  const dayAfter = travel_date === null ? wanted : instantAt(time_zone, addDays(travel_date, 1), '10:00')
  return dayAfter > wanted ? dayAfter : wanted
}
