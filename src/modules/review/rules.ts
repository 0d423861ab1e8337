/** Who may write a review, what it must hold, and what an item's reviews come to. Pure. */
import { addDays, addHours, dateIn, type Instant, instantAt, type LocalDate } from '../../kernel/dates.ts'
import type { FieldError } from '../../kernel/refusal.ts'

export const reviewStatuses = ['waiting', 'published', 'hidden'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

export const mostStars = 5
export const longestReview = 2_000
export const longestName = 60
/** A review may be changed by who wrote it for so many days after it was written. */
export const changeDays = 14

export interface Journey {
  readonly booking_status: string
  /** Null for what has no day. */
  readonly travel_date: LocalDate | null
  readonly time_zone: string
}

/** Completed and, where it had a day, that day is over on the clock of the service. */
export const isReviewable = ({ booking_status, travel_date, time_zone }: Journey, now: Instant): boolean =>
  booking_status === 'completed' && (travel_date === null || travel_date < dateIn(time_zone, now))

export const changeableUntil = (writtenAt: Instant): Instant => addHours(writtenAt, changeDays * 24)

/** 'Asha Rao' -> 'Asha R.': what is suggested as the name to be shown. */
export function shownNameOf(fullName: string): string {
  const words = fullName.trim().split(/\s+/)
  const [first = '', ...rest] = words
  const initial = [...(rest.at(-1) ?? '')][0]
  const short = [...first].slice(0, longestName - 3).join('')
  return initial ? `${short} ${initial.toUpperCase()}.` : short
}

export interface Written {
  readonly rating: number
  readonly body: string
  readonly shown_name: string
}

/** One sentence for each field that is wrong, in the order of the form. */
export function reviewErrors({ rating, body, shown_name }: Written): FieldError[] {
  const errors: FieldError[] = []
  if (!Number.isInteger(rating) || rating < 1 || rating > mostStars)
    errors.push({ path: 'rating', message: 'Please choose 1 to 5 stars' })
  if (body.trim().length > longestReview)
    errors.push({ path: 'body', message: `Use at most ${longestReview} characters` })
  if (shown_name.trim() === '') errors.push({ path: 'shown_name', message: 'Please enter the name to be shown' })
  else if (shown_name.trim().length > longestName)
    errors.push({ path: 'shown_name', message: `Use at most ${longestName} characters` })
  return errors
}

/** The average of whole stars to one decimal, halves rounded up; 0 for none. Worked out in whole numbers. */
export const averageOf = (stars: number, count: number): number =>
  count === 0 ? 0 : Math.floor((20 * stars + count) / (2 * count)) / 10

/** When a traveller is asked for a review: some days after the end of the booking, never before its day is over. */
export function invitationDue(
  completedAt: Instant,
  days: number,
  { travel_date, time_zone }: Omit<Journey, 'booking_status'>,
): Instant {
  const wanted = addHours(completedAt, days * 24)
  const dayAfter = travel_date === null ? wanted : instantAt(time_zone, addDays(travel_date, 1), '10:00')
  return dayAfter > wanted ? dayAfter : wanted
}
