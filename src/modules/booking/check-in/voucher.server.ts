import { addHours, dateIn } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller, Core } from '../../../platform/core.server.ts'
import { issueToken, readToken } from '../../../platform/crypto/keyring.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { isReference, normalizeReference } from '../rules/reference.ts'
import type { BookingRecord } from '../tables.server.ts'
import type { VoucherToCheckIn } from './contract.ts'
import { legsOfVoucher, onLeg } from './legs.ts'
import { viewParties } from './read-check-in.server.ts'
import { isToday, voucherState } from './rules.ts'

const purpose = 'voucher'
/** Bookings are made and moved up to two years ahead, and a voucher stays as printed. */
const lifetimeHours = 3 * 365 * 24

/** What a voucher's QR code names. It opens nothing by itself: staff need their sign-in, customers get the tracker. */
export const issueVoucherToken = (deps: Pick<Core, 'keys' | 'clock'>, bookingId: string): string =>
  issueToken(deps.keys, purpose, bookingId, addHours(deps.clock(), lifetimeHours))

/** The booking's id, or null for a forged or expired code. */
export const bookingOfVoucher = ({ keys, clock }: Pick<Core, 'keys' | 'clock'>, token: string): string | null =>
  readToken(keys, purpose, token, clock())

async function findByCode(deps: BookingDeps, code: string): Promise<BookingRecord | undefined> {
  const select = deps.db.selectFrom('bookings').selectAll()
  const reference = normalizeReference(code)
  if (isReference(reference)) return select.where('booking_reference', '=', reference).executeTakeFirst()
  const id = bookingOfVoucher(deps, code)
  return id === null ? undefined : select.where('id', '=', id).executeTakeFirst()
}

/**
 * The validity of a voucher, by reference or QR code. Three statements. Guides see whose it is only on its day. Refuses
 * 'booking/not-found'.
 */
export async function readVoucher(deps: BookingDeps, caller: Caller, code: string): Promise<VoucherToCheckIn> {
  const booking = await findByCode(deps, code)
  if (!booking) throw new Refusal('booking/not-found')
  const now = deps.clock()
  const trips = legsOfVoucher(booking, dateIn(booking.time_zone, now)).flatMap((leg) => {
    const trip = onLeg(booking, leg)
    return trip ? [{ ...trip, leg }] : []
  })
  const shown = trips.filter((trip) => mayEnter(caller.role, 'bookings') || isToday(trip, now))
  const parties = await viewParties(deps, shown)
  const [first, returnLeg = null] = trips.map((trip) => ({
    state: voucherState(trip, now),
    ...{ travel_date: trip.travel_date, departure_id: trip.departure_id },
    party: parties.find(({ leg }) => leg === trip.leg) ?? null,
  }))
  if (!first) throw new Refusal('booking/not-found')
  const { booking_reference, service_title } = booking
  return { ...first, booking_reference, service_title, return_leg: returnLeg }
}

/**
 * Redirects a voucher's URL: staff who may check in go to its page, everybody else to the tracker. The tracker gets the
 * reference alone, so a lost voucher reveals state and date, no customer data (D7).
 */
export async function voucherTarget(deps: BookingDeps, caller: Caller, token: string): Promise<string> {
  const id = bookingOfVoucher(deps, token)
  if (id === null) return '/track-booking'
  if (mayEnter(caller.role, 'check-in')) return `/admin/check-in/voucher/${token}`
  const booking = await deps.db
    .selectFrom('bookings')
    .select('booking_reference')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!booking) return '/track-booking'
  return `/track-booking?${new URLSearchParams({ reference: booking.booking_reference })}`
}
