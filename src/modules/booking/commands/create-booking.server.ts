import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { addHours } from '../../../kernel/dates.ts'
import { messageOfIssue } from '../../../kernel/issue-message.ts'
import type { RatesPerUsd } from '../../../kernel/money.ts'
import { hasHiddenCharacters, isPersonName } from '../../../kernel/person-name.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId, randomDigits } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { once } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import type { BookingDetails, DocumentRequirement, PriceBreakdown, SoldTerms } from '../../../services/kind.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { termsOf } from '../../../services/shared/cancellation.ts'
import { peopleOf } from '../../../services/shared/party.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { findServiceOnSale, type ServiceOnSale } from '../../inventory/index.server.ts'
import { type Trip, unknownTrip } from '../../inventory/index.ts'
import { recordPromoUse } from '../../promo/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { ShopSettings } from '../../settings/index.ts'
import { issueBookingToken, paymentUrl } from '../access.server.ts'
import { createInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, systemActor, writeHistory } from '../history.server.ts'
import { onCurrentItem } from '../left-behind.server.ts'
import { readPhone } from '../phone.server.ts'
import { firstPerField, type JudgedChoice, judgeChoice, storedDetails } from '../rules/choice.ts'
import { caseStageOf, documentErrors, missingDocuments } from '../rules/documents.ts'
import { normalizeEmail } from '../rules/reference.ts'
import { contactErrors, isPhoneRequired, wordingOf } from '../rules/request.ts'
import { daysOf } from '../rules/return-leg.ts'
import type { AgencyClock } from '../rules/schedule.ts'
import { travellersIn } from '../rules/travellers.ts'
import type { BookingRecord, NewBooking } from '../tables.server.ts'
import type { BookingView } from '../view-contract.ts'
import { viewBooking, viewPlaced } from '../views.server.ts'
import { auditSale, type BookedByStaff } from './audit-sale.server.ts'
import { confirmBooking } from './change-state.server.ts'
import { holdCode } from './hold-code.server.ts'
import { holdPlaces, returnColumns, startOf } from './hold-places.server.ts'
import { insertWithFreeReference } from './insert-booking.server.ts'
import { writeTravellers } from './save-travellers.server.ts'
import { takeStagedDocuments } from './staged-documents.server.ts'
import '../events.ts'
import { text } from '../text.ts'

export type CreateBookingInput = z.input<typeof createInput>
type Request = z.output<typeof createInput>
/**
 * `onPlaced` runs once, inside the booking's transaction. `byStaff` marks a sale by staff: documents may follow later
 * through the customer's link, and the sale is audited.
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
 * Books in one transaction, once per idempotency key. Price, reference and states are decided here, never by the
 * request. Refuses 'booking/invalid', 'booking/service-not-found', 'booking/price-changed', 'booking/slot-full',
 * 'booking/too-many-unpaid', 'booking/item-changed' (it is saved again and again), 'idempotency/other-request'; nothing is stored then.
 */
export async function createBooking(
  deps: CreateDeps,
  caller: Caller,
  input: CreateBookingInput,
  idempotencyKey: string | null,
): Promise<CreatedBooking> {
  const request = readRequest(input)
  const kind = deps.kinds.find(request.service_type)
  // Read before the transaction: a transaction must never wait for a second connection.
  const [settings, rates] = await Promise.all([readSettings(deps), readRates(deps)])
  const shop = { settings, rates }
  let placed: Placed | undefined
  const { bookingId } = await onCurrentItem(async () => {
    const item = kind && { kind: kind.key, idOrSlug: request.service_id }
    const onSale = item ? await findServiceOnSale(deps, item, kind ? daysOf(kind, request) : null) : null
    return deps.db.transaction().execute((trx) => {
      const place = async () => {
        placed = await placeBooking(trx, deps, caller, request, shop, kind, onSale)
        return { bookingId: placed.booking.id }
      }
      if (idempotencyKey === null) return place()
      // A guest is identified by email, not by address: a phone may change networks between two tries.
      const guest = `guest:${createHash('sha256').update(normalizeEmail(request.customer_email)).digest('hex')}`
      const scope = `booking.create:${caller.userId ?? guest}`
      const { byStaff } = deps
      return once(trx, scope, idempotencyKey, byStaff ? { ...request, byStaff } : request, place)
    })
  })
  // Documents change the booking after it was written.
  const booking =
    placed && request.documents.length === 0
      ? placed.booking
      : await deps.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
  return {
    booking: await (placed ? viewPlaced(deps, { ...placed, booking }, caller) : viewBooking(deps, booking, caller)),
    token: issueBookingToken(deps, booking, settings.token_days),
    paymentUrl: paymentUrl(deps, booking, settings),
  }
}

/** Rejects unknown fields, wrong types and absurd counts before any rule runs. */
function readRequest(input: unknown): Request {
  const parsed = createInput.safeParse(input)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.flatMap((issue): FieldError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: text('errors.unknownField') }))
      : [{ path: issue.path.join('.'), message: messageOfIssue(issue) }],
  )
  throw new Refusal('booking/invalid', {}, errors)
}

type Placed = { readonly booking: BookingRecord; readonly service: CatalogueService; readonly trip: Trip }

async function placeBooking(
  trx: Trx,
  deps: CreateDeps,
  caller: Caller,
  request: Request,
  shop: { readonly settings: ShopSettings; readonly rates: RatesPerUsd },
  kind: LoadedKind | undefined,
  onSale: ServiceOnSale | null,
): Promise<Placed> {
  if (!kind || !onSale) throw new Refusal('booking/service-not-found')
  const [{ service }, { settings }, now] = [onSale, shop, deps.clock()]
  const clock = { now, cutOffMinutes: settings.cut_off_minutes, timeZone: settings.time_zone }
  const chosen = judge(kind, onSale, request, clock, deps.byStaff)
  const promo = await holdCode(trx, request, chosen, service, { now, rates: shop.rates })
  const price = promo ? kind.price(chosen.priced, chosen.request, promo.discount) : chosen.price
  const judged = { ...chosen, price }
  refuseAnotherPrice(request, price)
  const expiresAt = price.final.minor > 0 ? addHours(now, settings.booking_expiry_hours) : null
  const placing = { judged, onSale, clock, expiresAt }
  const columns = rowOf(caller, request, judged, service, expiresAt, now)
  const seats = await holdPlaces({ trx, deps, settings }, { caller, request, bookingId: columns.id }, placing)
  const row = {
    ...columns,
    promo_code: promo?.held.code ?? null,
    ...{ admin_notes: deps.byStaff?.admin_notes || null, language: deps.language ?? null },
    ...seats.held,
    ...applicationColumns(kind, service, judged),
  }
  const booking = await insertWithFreeReference(trx, row, () => `${settings.booking_prefix}${randomDigits(10)}`)
  if (promo) await recordPromoUse(trx, promo.held, booking, now)
  await writeTravellers(trx, booking.id, travellersIn(judged.request.booking), now)
  await writeHistory(trx, booking.id, { event: 'booking-created', actor: actorOf(caller) }, now)
  await takeStagedDocuments(trx, deps, booking, request.documents, actorOf(caller))
  await deps.onPlaced?.(trx, booking.id)
  if (deps.byStaff) await auditSale(trx, caller, { booking, byStaff: deps.byStaff, ...seats })
  await emitEvent(trx, 'booking.created', { bookingId: booking.id }, now)
  // Free bookings need no payment, so they are confirmed at once.
  const isConfirmed = price.final.minor === 0 && service.isInstant
  const placed = isConfirmed ? await confirmBooking(trx, deps, booking, systemActor) : booking
  return { booking: placed, service, trip: judged.departure?.trip ?? unknownTrip }
}

const firstStage = (requirements: readonly DocumentRequirement[], people: number) =>
  caseStageOf(requirements, missingDocuments(requirements, [], people, []), false)

function judge(
  kind: LoadedKind,
  onSale: ServiceOnSale,
  request: Request,
  clock: AgencyClock,
  byStaff: BookedByStaff | undefined,
): JudgedChoice {
  const choice = {
    ...request,
    pickup_location: request.pickup_location || null,
    selected_language: request.selected_language || null,
  }
  const judged = judgeChoice(kind, onSale, choice, clock)
  const phoneRequired = isPhoneRequired(kind, judged.schedule.hasPickup, judged.request.booking)
  const contact = contactErrors(
    { ...request, customer_phone: request.customer_phone ?? '' },
    { texts: wordingOf(kind), phoneRequired, isPhone: (typed) => readPhone(typed) !== null },
  )
  const { request: chosen } = judged
  const papers = documentErrors(
    kind.documents(onSale.service, soldTermsOf(kind, onSale.service, judged)),
    peopleOf(chosen.party),
    request.documents,
    !byStaff && (kind.documentsFirst?.(chosen) ?? false),
  )
  const errors = firstPerField(judged.errors, contact, nameErrors(kind, request.customer_name, chosen.booking), papers)
  if (errors.length > 0) throw new Refusal('booking/invalid', {}, errors)
  return judged
}

function applicationColumns(kind: LoadedKind, service: CatalogueService, judged: JudgedChoice) {
  const application_terms = soldTermsOf(kind, service, judged)
  const requirements = kind.documents(service, application_terms)
  return { application_terms, case_stage: firstStage(requirements, peopleOf(judged.request.party)) }
}

const soldTermsOf = (kind: LoadedKind, service: CatalogueService, { request }: JudgedChoice): SoldTerms | null =>
  kind.sold?.(service, request.booking) ?? null

/** A name that the kind asks for itself is checked by the kind. */
function nameErrors({ leadName }: LoadedKind, name: string, booking: BookingDetails): FieldError[] {
  if (name === '' || isPersonName(name) || leadName?.(booking) === name) return []
  return [
    { path: 'customer_name', message: text(hasHiddenCharacters(name) ? 'errors.hiddenInName' : 'errors.badName') },
  ]
}

/** Customers are only ever charged the price they were shown (D56). */
function refuseAnotherPrice({ expected_amount: expected }: Request, { final }: PriceBreakdown): void {
  if (expected && (expected.minor !== final.minor || expected.currency !== final.currency))
    throw new Refusal('booking/price-changed', { minor: final.minor, currency: final.currency })
}

function rowOf(
  caller: Caller,
  request: Request,
  judged: JudgedChoice,
  service: CatalogueService,
  expiresAt: Date | null,
  now: Date,
): Omit<NewBooking, 'booking_reference'> {
  const email = normalizeEmail(request.customer_email)
  const { request: chosen, schedule, price } = judged
  const details = storedDetails(chosen.booking)
  const { date, time, party } = chosen
  const terms = termsOf(service.details)
  return {
    id: newId(now),
    // Staff book for customers, so the customer can claim the booking later.
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
    payment_status: price.final.minor === 0 ? 'completed' : 'pending',
    ...{ travel_date: date, travel_time: time, time_zone: schedule.timeZone },
    ...{ starts_at: startOf(schedule.timeZone, chosen), ...returnColumns(judged) },
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
