import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { addHours, instantAt } from '../../../kernel/dates.ts'
import type { Money, RatesPerUsd } from '../../../kernel/money.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId, randomDigits } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { once } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import type { PriceBreakdown } from '../../../services/kind.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { termsOf } from '../../../services/shared/cancellation.ts'
import { peopleOf } from '../../../services/shared/party.ts'
import { type CatalogueService, findActiveService } from '../../catalogue/index.server.ts'
import { type HeldPromo, holdPromo, recordPromoUse } from '../../promo/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { ShopSettings } from '../../settings/index.ts'
import { issueBookingToken, paymentUrl } from '../access.server.ts'
import { createInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, systemActor, writeHistory } from '../history.server.ts'
import { readPhone } from '../phone.server.ts'
import { takePlaces } from '../places.server.ts'
import { firstPerField, type JudgedChoice, judgeChoice } from '../rules/choice.ts'
import { caseStageOf, documentErrors, missingDocuments } from '../rules/paperwork.ts'
import { normalizeEmail } from '../rules/reference.ts'
import { contactErrors, isPhoneRequired, wordingOf } from '../rules/request.ts'
import { travellersIn } from '../rules/travellers.ts'
import type { BookingRecord, NewBooking } from '../tables.server.ts'
import type { BookingView } from '../view-contract.ts'
import { viewBooking } from '../views.server.ts'
import { confirmBooking } from './change-state.server.ts'
import { writeTravellers } from './save-travellers.server.ts'
import { takeStagedDocuments } from './staged-documents.server.ts'
import '../events.ts'

export type CreateBookingInput = z.input<typeof createInput>
type Request = z.output<typeof createInput>
/** What staff say of a sale beyond what its customer would, such as by phone. */
export interface BookedByStaff {
  readonly admin_notes: string | null
  readonly payment_method: string | null
}
/**
 * `onPlaced` is called in the transaction of the booking, once for it. `byStaff`: they take the booking for a customer
 * who is not before a form: papers follow by the customer's own link, and the audit tells who it was.
 */
type CreateDeps = BookingDeps & {
  readonly onPlaced?: (trx: Trx, bookingId: string) => Promise<void> | undefined
  readonly byStaff?: BookedByStaff
}
export interface CreatedBooking {
  readonly booking: BookingView
  readonly token: string
  readonly paymentUrl: string
}

/**
 * Books: everything about it in one transaction, once per idempotency key. The price, the reference and the states are
 * made here, whatever the request says. Refuses 'booking/invalid', 'booking/service-not-found',
 * 'booking/price-changed', 'booking/slot-full', 'idempotency/other-request'; a refusal leaves nothing behind.
 */
export async function createBooking(
  deps: CreateDeps,
  caller: Caller,
  input: CreateBookingInput,
  idempotencyKey: string | null,
): Promise<CreatedBooking> {
  const request = readRequest(input)
  const kind = deps.kinds.find(request.service_type)
  // Read before the transaction: it holds one connection, and must never wait for a second one.
  const [settings, rates, service] = await Promise.all([
    readSettings(deps),
    readRates(deps),
    kind ? findActiveService(deps, kind.key, request.service_id) : null,
  ])
  const shop = { settings, rates }
  const { bookingId } = await deps.db.transaction().execute((trx) => {
    const place = async () => ({
      bookingId: (await placeBooking(trx, deps, caller, request, shop, kind, service)).id,
    })
    if (idempotencyKey === null) return place()
    // A guest is the browser that made the key, on whatever network; two guests with one key are told apart by the rest.
    const guest = `guest:${createHash('sha256').update(normalizeEmail(request.customer_email)).digest('hex')}`
    const scope = `booking.create:${caller.userId ?? guest}`
    const { byStaff } = deps
    return once(trx, scope, idempotencyKey, byStaff ? { ...request, byStaff } : request, place)
  })
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
  return {
    booking: await viewBooking(deps, booking, caller),
    token: issueBookingToken(deps, booking, settings.token_days),
    paymentUrl: paymentUrl(deps, booking, settings.token_days),
  }
}

/** Strict: an unknown field, a wrong type or a count out of any reason is refused before a rule looks at it. */
function readRequest(input: unknown): Request {
  const read = createInput.safeParse(input)
  if (read.success) return read.data
  const errors = read.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'There is no such field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  throw new Refusal('booking/invalid', {}, errors)
}

async function placeBooking(
  trx: Trx,
  deps: CreateDeps,
  caller: Caller,
  request: Request,
  shop: { readonly settings: ShopSettings; readonly rates: RatesPerUsd },
  kind: LoadedKind | undefined,
  service: CatalogueService | null,
): Promise<BookingRecord> {
  if (!kind || !service) throw new Refusal('booking/service-not-found')
  const now = deps.clock()
  const { settings } = shop
  const chosen = judge(kind, service, request, { now, cutOffMinutes: settings.cut_off_minutes }, deps.byStaff)
  const promo = await holdCode(trx, request, chosen, service, { now, rates: shop.rates })
  const price = promo ? kind.price(service, chosen.request, promo.discount) : chosen.price
  const judged = { ...chosen, price }
  refuseAnotherPrice(request, price)
  const { schedule } = judged
  const { date, time, party } = judged.request
  if (schedule.capacity !== null)
    await takePlaces(trx, { serviceId: service.id, date, time }, peopleOf(party), schedule.capacity)
  const expiresAt = price.final.minor > 0 ? addHours(now, settings.booking_expiry_hours) : null
  const asked = kind.documents(service)
  const row = {
    ...rowOf(caller, request, judged, service, expiresAt, now),
    promo_code: promo?.held.code ?? null,
    admin_notes: deps.byStaff?.admin_notes || null,
    case_stage: caseStageOf(asked, missingDocuments(asked, [], peopleOf(party), []), false),
  }
  const booking = await insertWithFreeReference(trx, row, () => `${settings.booking_prefix}${randomDigits(10)}`)
  if (promo) await recordPromoUse(trx, promo.held, booking, now)
  await writeTravellers(trx, booking.id, travellersIn(judged.request.booking), now)
  await writeHistory(trx, booking.id, { event: 'booking-created', actor: actorOf(caller) }, now)
  await takeStagedDocuments(trx, deps, booking, request.documents, actorOf(caller))
  await deps.onPlaced?.(trx, booking.id)
  if (deps.byStaff) await writeSale(trx, caller, booking, deps.byStaff)
  await emitEvent(trx, 'booking.created', { bookingId: booking.id }, now)
  // Nothing has to be waited for where nothing is to be paid.
  const isSettled = price.final.minor === 0 && service.isInstant
  return isSettled ? confirmBooking(trx, deps, booking, systemActor) : booking
}

/** Who of the staff sold what. */
async function writeSale(trx: Trx, caller: Caller, booking: BookingRecord, byStaff: BookedByStaff): Promise<void> {
  const { booking_reference, service_title, final_minor, currency, admin_notes } = booking
  const after = { booking_reference, service_title, final_minor, currency, admin_notes }
  const entry = {
    action: 'booking.created',
    subjectType: 'booking',
    subjectId: booking.id,
    after: { ...after, payment_method: byStaff.payment_method },
  }
  await writeAudit(trx, caller, entry, booking.created_at)
}

function judge(
  kind: LoadedKind,
  service: CatalogueService,
  request: Request,
  clock: { now: Date; cutOffMinutes: number },
  byStaff: BookedByStaff | undefined,
): JudgedChoice {
  const choice = {
    ...request,
    pickup_location: request.pickup_location || null,
    selected_language: request.selected_language || null,
  }
  const judged = judgeChoice(kind, service, choice, clock)
  const phoneRequired = isPhoneRequired(kind, judged.schedule.hasPickup, judged.request.booking)
  const contact = contactErrors(
    { ...request, customer_phone: request.customer_phone ?? '' },
    { texts: wordingOf(kind), phoneRequired, isPhone: (typed) => readPhone(typed) !== null },
  )
  const { request: chosen } = judged
  const papers = documentErrors(
    kind.documents(service),
    peopleOf(chosen.party),
    request.documents,
    !byStaff && (kind.documentsFirst?.(chosen) ?? false),
  )
  const errors = firstPerField(judged.errors, contact, papers)
  if (errors.length > 0) throw new Refusal('booking/invalid', {}, errors)
  return judged
}

/** Nothing is booked at a price that the customer was not shown (D56). */
function refuseAnotherPrice({ expected_amount: expected }: Request, { final }: PriceBreakdown): void {
  if (expected && (expected.minor !== final.minor || expected.currency !== final.currency))
    throw new Refusal('booking/price-changed', { minor: final.minor, currency: final.currency })
}

/** The promo code of the request, held for this booking; null where none is given. Refuses one that does not hold. */
async function holdCode(
  trx: Trx,
  request: Request,
  { price }: JudgedChoice,
  service: CatalogueService,
  at: { readonly now: Date; readonly rates: RatesPerUsd },
): Promise<{ held: HeldPromo; discount: Money } | null> {
  if (!request.promo_code) return null
  const email = normalizeEmail(request.customer_email)
  const use = { ...at, kind: service.kind, serviceId: service.id, base: price.base, email }
  const decision = await holdPromo(trx, request.promo_code, use)
  if (decision.held && decision.discount) return { held: decision.held, discount: decision.discount }
  throw new Refusal('booking/invalid', {}, [{ path: 'promo_code', message: decision.error ?? '' }])
}

function rowOf(
  caller: Caller,
  request: Request,
  { request: chosen, schedule, price }: JudgedChoice,
  service: CatalogueService,
  expiresAt: Date | null,
  now: Date,
): Omit<NewBooking, 'booking_reference'> {
  const email = normalizeEmail(request.customer_email)
  const { travellers, ...details } = chosen.booking
  const { date, time, party } = chosen
  const terms = termsOf(service.details)
  return {
    id: newId(now),
    // An administrator books for others: the booking stays open for its customer to claim.
    user_id: mayEnter(caller.role, 'bookings') && caller.email?.toLowerCase() !== email ? null : caller.userId,
    service_id: service.id,
    service_type: service.kind,
    service_title: service.title,
    customer_name: request.customer_name.trim(),
    customer_email: email,
    customer_phone: readPhone(request.customer_phone ?? ''),
    adults_count: party.adults,
    children_count: party.children,
    infants_count: party.infants,
    currency: price.final.currency,
    price_lines: JSON.stringify(price.lines),
    base_minor: price.base.minor,
    discount_minor: price.discount.minor,
    tax_minor: price.tax.minor,
    total_minor: price.total.minor,
    final_minor: price.final.minor,
    // Nothing to pay is as good as paid.
    payment_status: price.final.minor === 0 ? 'completed' : 'pending',
    travel_date: date,
    travel_time: time,
    time_zone: schedule.timeZone,
    starts_at: date && time ? instantAt(schedule.timeZone, date, time) : null,
    selected_language: request.selected_language || null,
    pickup_location: request.pickup_location || null,
    special_requests: request.special_requests || null,
    details: JSON.stringify(details),
    instant_confirmation: service.isInstant,
    cancellation_terms: terms && JSON.stringify(terms),
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  }
}

const mostTries = 8
/** References are random, so one may be taken: then another is drawn (D10). */
export async function insertWithFreeReference(
  trx: Trx,
  row: Omit<NewBooking, 'booking_reference'>,
  draw: () => string,
): Promise<BookingRecord> {
  for (let tries = 0; tries < mostTries; tries++) {
    const booking = await trx
      .insertInto('bookings')
      .values({ ...row, booking_reference: draw() })
      .onConflict((conflict) => conflict.column('booking_reference').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (booking) return booking
  }
  throw new Error(`No free booking reference in ${mostTries} tries`)
}
