// Staff's choices for the bookings of a cancelled departure. Pure.
import { formatMoney, type Money, money } from '../../kernel/money.ts'
import type { CancellableDeparture, DeparturePage } from '../../modules/booking/contract.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'

const t = textOf('departureCancel')
type Booking = CancellableDeparture['bookings'][number]

export type ChoiceKind = 'refund_in_full' | 'refund_by_terms' | 'keep' | 'move'
/** The departure that bookings move to; an empty date: not chosen yet. */
export interface Target {
  readonly date: string
  readonly time: string
}
export interface CancelForm {
  readonly choice: ChoiceKind
  /** By booking id, where it differs. */
  readonly own: Readonly<Record<string, ChoiceKind>>
  /** For every booking that moves. */
  readonly target: Target
  readonly reason: string
  readonly note: string
}

/** The choice that applies to a booking. */
export const kindFor = ({ choice, own }: Pick<CancelForm, 'choice' | 'own'>, booking: Booking): ChoiceKind =>
  booking.waits_for_transfer ? 'keep' : (own[booking.id] ?? choice)

/** The total refund of a booking; null: it stays, or nothing was paid. */
export function refundFor(booking: Booking, kind: ChoiceKind): Money | null {
  if (kind === 'keep' || kind === 'move' || booking.by_terms === null) return null
  return kind === 'refund_by_terms' ? booking.by_terms : booking.paid
}

const shown = (amount: Money): string => formatMoney(amount, { exact: true })

/** What happens to a booking, in words. */
export function kindInWords(booking: Booking, kind: ChoiceKind): string {
  const refund = refundFor(booking, kind)
  if (kind === 'keep' || kind === 'move') return t(`own.${kind}`)
  return refund ? t(`own.${kind}`, { amount: shown(refund) }) : t('own.cancel')
}

/** The same for the choice that counts for all bookings. */
export function choiceForAllInWords(booking: Booking, kind: ChoiceKind): string {
  const refund = refundFor(booking, kind)
  if (kind === 'keep' || kind === 'move') return t(`asAll.${kind}`)
  return refund ? t('asAll.refund', { amount: shown(refund) }) : t('asAll.cancel')
}

export interface Sums {
  readonly cancelled: number
  readonly kept: number
  readonly moved: number
  /** In words, an amount for each currency; empty: nothing is refunded. */
  readonly refunds: string
}
export function sumsOf(form: Pick<CancelForm, 'choice' | 'own'>, bookings: readonly Booking[]): Sums {
  const kinds = bookings.map((booking) => kindFor(form, booking))
  const kept = kinds.filter((kind) => kind === 'keep').length
  const moved = kinds.filter((kind) => kind === 'move').length
  const totals = new Map<string, number>()
  for (const [place, booking] of bookings.entries()) {
    const refund = refundFor(booking, kinds[place] ?? 'keep')
    if (refund && refund.minor > 0) totals.set(refund.currency, (totals.get(refund.currency) ?? 0) + refund.minor)
  }
  const refunds = listed([...totals].map(([currency, minor]) => shown(money(minor, currency))))
  return { cancelled: bookings.length - kept - moved, kept, moved, refunds }
}

/** Whether any booking moves. */
export const isMoving = (form: Pick<CancelForm, 'choice' | 'own'>, bookings: readonly Booking[]): boolean =>
  bookings.some((booking) => kindFor(form, booking) === 'move')

/** The choice as it is sent. */
export const sentChoice = (kind: ChoiceKind, { date, time }: Target) =>
  kind === 'move' ? { kind, date, time: time || null } : { kind }

type Departure = Pick<DeparturePage, 'service_id' | 'date' | 'time'>
/** The cancellation request. Choices equal to the one for all are not sent. */
export function cancellationOf(
  { service_id, date, time }: Departure,
  { choice, own, target, reason, note }: CancelForm,
  { bookings, confirm }: CancellableDeparture,
) {
  const known = bookings.filter(({ id, waits_for_transfer: waits }) => !waits && own[id] && own[id] !== choice)
  const choices = Object.fromEntries(known.map(({ id }) => [id, sentChoice(own[id] ?? choice, target)]))
  return { service_id, date, time, choice: sentChoice(choice, target), choices, reason, note, confirm }
}
