import type * as z from 'zod'
import { hasHiddenCharacters, isPersonName } from '../../../kernel/person-name.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { getService } from '../../catalogue/index.server.ts'
import { getBooking, lockBooking } from '../access.server.ts'
import type { correctionInput } from '../change-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { readPhone } from '../phone.server.ts'
import { firstPerField, judgeDetails } from '../rules/choice.ts'
import {
  type Correctable,
  type Correction,
  correctableFields,
  correctionInWords,
  correctionsOf,
} from '../rules/correction.ts'
import { normalizeEmail } from '../rules/reference.ts'
import { contactErrors, isPhoneRequired, wordingOf } from '../rules/request.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { readAdminBooking } from '../views.server.ts'
import '../events.ts'

type Input = z.output<typeof correctionInput>

/**
 * Corrects contact, languages, pickup and requests of a booking, and tells the customer if staff choose. What was
 * sold does not change. Unchanged fields are not checked again: they may be older than the rule. Refuses 'booking/not-found',
 * 'booking/invalid', 'booking/closed' (cancelled), 'booking/changed'.
 */
export async function correctBooking(deps: BookingDeps, caller: Caller, input: Input): Promise<AdminBookingView> {
  const booking = await getBooking(deps.db, input.bookingId)
  const after = readCorrection(booking, input)
  const errors = await findErrors(deps, booking, { typed: input, after })
  const changed = new Set<string>(correctionsOf(correctableOf(booking), after).map(({ field }) => field))
  const own = errors.filter(({ path }) => changed.has(path))
  if (own.length > 0) throw new Refusal('booking/invalid', {}, own)
  await deps.db.transaction().execute((trx) => store(trx, { deps, caller }, { input, after }))
  return readAdminBooking(deps, input.bookingId)
}

const correctableOf = (booking: BookingRecord): Correctable =>
  Object.fromEntries(correctableFields.map((field) => [field, booking[field]])) as Correctable

/** The fields as they are stored. A number that is not one stays as typed, so that it is refused. */
function readCorrection(booking: BookingRecord, input: Input): Correctable {
  const typed = input.customer_phone.trim()
  const phone = typed === (booking.customer_phone ?? '') ? typed : (readPhone(typed) ?? typed)
  return {
    customer_name: input.customer_name.trim(),
    customer_email: normalizeEmail(input.customer_email),
    customer_phone: phone || null,
    selected_language: input.selected_language.trim() || null,
    language: input.language ?? booking.language,
    pickup_location: input.pickup_location.trim() || null,
    special_requests: input.special_requests.trim() || null,
  }
}

type Typed = { readonly typed: Input; readonly after: Correctable }
async function findErrors(deps: BookingDeps, booking: BookingRecord, { typed, after }: Typed): Promise<FieldError[]> {
  const kind = deps.kinds.find(booking.service_type)
  if (!kind) return []
  const service = await getService(deps.db, deps, booking.service_id)
  const phoneRequired = isPhoneRequired(kind, kind.schedule(service).hasPickup, booking.details)
  const isPhone = (phone: string) => readPhone(phone) !== null
  const contact = contactErrors(typed, { texts: wordingOf(kind), phoneRequired, isPhone })
  const party = { adults: booking.adults_count, children: booking.children_count, infants: booking.infants_count }
  const chosen = {
    ...{ party, date: booking.travel_date, time: booking.travel_time, sold: booking.application_terms },
    ...{ pickupLocation: after.pickup_location, language: after.selected_language },
  }
  const { errors } = judgeDetails(kind, service, chosen, booking.details, booking.travel_date ?? '')
  return firstPerField(contact, nameErrors(typed.customer_name), errors)
}

const nameErrors = (name: string): FieldError[] =>
  name.trim() === '' || isPersonName(name)
    ? []
    : [{ path: 'customer_name', message: text(hasHiddenCharacters(name) ? 'errors.hiddenInName' : 'errors.badName') }]

async function store(
  trx: Trx,
  { deps, caller }: { readonly deps: BookingDeps; readonly caller: Caller },
  { input, after }: { readonly input: Input; readonly after: Correctable },
): Promise<void> {
  const booking = await lockBooking(trx, input.bookingId)
  if (booking.version !== input.version) throw new Refusal('booking/changed')
  if (booking.booking_status === 'cancelled') throw new Refusal('booking/closed')
  const corrections = correctionsOf(correctableOf(booking), after)
  if (corrections.length === 0) return
  const now = deps.clock()
  const values = valuesOf(corrections, 'to')
  await trx
    .updateTable('bookings')
    .set({ ...values, updated_at: now, version: booking.version + 1 })
    .where('id', '=', booking.id)
    .execute()
  // Free text for an erasure, in the history and in the event.
  const inWords = corrections.map((each) => ({ field: each.field, change: correctionInWords(each) }))
  const data = Object.fromEntries(inWords.map(({ field, change }) => [field, change]))
  await writeHistory(trx, booking.id, { event: 'details-corrected', actor: actorOf(caller), data }, now)
  const entry = { action: 'booking.corrected', subjectType: 'booking', subjectId: booking.id }
  await writeAudit(trx, caller, { ...entry, before: valuesOf(corrections, 'from'), after: values }, now)
  const oldEmail = booking.customer_email
  if (after.customer_email !== oldEmail)
    await emitEvent(trx, 'booking.contact-corrected', { bookingId: booking.id, oldEmail }, now)
  if (input.tell_customer)
    await emitEvent(trx, 'booking.corrected', { bookingId: booking.id, corrections: inWords }, now)
}

const valuesOf = (corrections: readonly Correction[], end: 'from' | 'to') =>
  Object.fromEntries(corrections.map((each) => [each.field, each[end]]))
