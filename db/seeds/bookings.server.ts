import { addDays, addHours, addMinutes, dateIn, instantAt } from '../../src/kernel/dates.ts'
import type { CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import { newId, randomDigits } from '../../src/platform/crypto/keyring.server.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import type { PriceBreakdown, RuleRequest, ScheduleRules } from '../../src/services/kind.ts'
import type { LoadedKind } from '../../src/services/loaded.server.ts'
import { termsOf } from '../../src/services/shared/cancellation.ts'
import { chooseRequest } from './choices.ts'
import { giveOut, handIn } from './documents.server.ts'
import { seedPayment } from './payments.server.ts'
import { type Person, people, pilgrims } from './people.ts'
import { seedReviews } from './reviews.server.ts'
import { type Story, stories } from './stories.ts'
import type { SeedDeps } from './world.server.ts'

/** A booking of the demo before it is written. */
export type Told = {
  readonly id: string
  readonly n: number
  readonly story: Story
  readonly service: CatalogueService
  readonly person: Person
  readonly request: RuleRequest
  readonly schedule: ScheduleRules
  readonly price: PriceBreakdown
  readonly created: Date
  readonly now: Date
}

/**
 * Bookings in every state, of every kind, with the history that led there, and what travellers said afterwards. Writes
 * no events: nobody is mailed.
 */
export async function seedBookings(deps: SeedDeps, services: readonly CatalogueService[]): Promise<void> {
  if (services.length === 0) return
  const told = tellAll(deps, services)
  for (const booking of told) {
    await deps.db.transaction().execute(async (trx) => {
      await insertBooking(trx, booking)
      await insertTravellers(trx, booking)
      await writeHistory(trx, booking, 'booking-created', 'customer', 0)
      await seedPayment(trx, deps, booking)
      await handIn(trx, deps, booking)
      await writeEnding(trx, booking)
      await giveOut(trx, deps, booking)
    })
  }
  await seedReviews(deps, told)
}

function tellAll(deps: SeedDeps, services: readonly CatalogueService[]): Told[] {
  const now = deps.clock()
  const kinds = deps.kinds.all.filter((kind) => services.some((service) => service.kind === kind.key))
  let n = 0
  return stories
    .filter((story) => deps.isSandbox || story.gateway !== 'sandbox_card')
    .flatMap((story) =>
      Array.from({ length: story.count }, (_, place): Told[] => {
        n++
        const part = story.count === 1 ? 0 : place / (story.count - 1)
        const between = ([from, to]: readonly [number, number]) => Math.round(from + (to - from) * part)
        const service = chooseService(kinds, services, story, n)
        const kind = service && deps.kinds.find(service.kind)
        if (!service || !kind) return []
        const created = addMinutes(now, -60 * between(story.age) - ((17 * n) % 53))
        const date = addDays(dateIn('Asia/Dubai', now), between(story.travel))
        const guests = service.kind === 'umrah' ? pilgrims : people
        const person = guests[(5 * n) % guests.length]
        if (!person) return []
        const day = { date, today: dateIn('Asia/Dubai', created) }
        // Families of at most four, where each has papers.
        const wanted = story.papers ? { n: n % 4, papers: story.papers } : { n }
        const request = chooseRequest(kind, service, person, { ...day, ...wanted })
        const price = kind.price(service, request)
        return [
          {
            id: newId(created),
            n,
            story,
            service,
            person,
            request,
            schedule: kind.schedule(service),
            price,
            created,
            now,
          },
        ]
      }).flat(),
    )
}

/** Kinds in turn, then items in turn; of those that the story can happen to. */
function chooseService(
  kinds: readonly LoadedKind[],
  services: readonly CatalogueService[],
  story: Story,
  n: number,
): CatalogueService | undefined {
  const fitting = services.filter(
    (service) =>
      (story.isInstant === undefined || service.isInstant === story.isInstant) &&
      (story.kinds?.includes(service.kind) ?? true),
  )
  for (let turn = 0; turn < kinds.length; turn++) {
    const kind = kinds[(n + turn) % kinds.length]
    const items = fitting.filter((service) => service.kind === kind?.key)
    const place = story.isOfFirst ? 0 : Math.floor(n / kinds.length)
    const item = items[place % Math.max(items.length, 1)]
    if (item) return item
  }
  return undefined
}

const stages = {
  missing: 'waiting_for_documents',
  given: 'documents_received',
  issued: 'document_delivered',
} as const

async function insertBooking(trx: Trx, booking: Told): Promise<void> {
  const { story, service, person, request, schedule, price, created, now } = booking
  const { travellers: _, ...details } = request.booking
  const terms = termsOf(service.details)
  const isOpen = story.booking === 'pending' && story.payment !== 'completed'
  const keepsPlace = story.gateway === 'cash_on_arrival' || story.proof === 'waiting'
  const paid = story.payment === 'completed' || story.payment === 'refunded' ? price.final.minor : 0
  const decided = story.proof === 'approved' || story.proof === 'rejected' ? story.proof : null
  await trx
    .insertInto('bookings')
    .values({
      id: booking.id,
      booking_reference: `TH${randomDigits(10)}`,
      user_id: null,
      service_id: service.id,
      service_type: service.kind,
      service_title: service.title,
      customer_name: person.name,
      customer_email: person.email,
      customer_phone: person.phone,
      adults_count: request.party.adults,
      children_count: request.party.children,
      infants_count: request.party.infants,
      currency: price.final.currency,
      price_lines: JSON.stringify(price.lines),
      base_minor: price.base.minor,
      discount_minor: price.discount.minor,
      tax_minor: price.tax.minor,
      total_minor: price.total.minor,
      final_minor: price.final.minor,
      travel_date: request.date,
      travel_time: request.time,
      time_zone: schedule.timeZone,
      starts_at: request.date && request.time ? instantAt(schedule.timeZone, request.date, request.time) : null,
      selected_language: request.language ?? null,
      pickup_location: request.pickupLocation ?? null,
      special_requests: booking.n % 6 === 0 ? 'One of us uses a wheelchair, please keep a place at the front.' : null,
      customer_note: null,
      admin_notes: booking.n % 9 === 0 ? 'Called the guest, all papers are complete.' : null,
      details: JSON.stringify(details),
      booking_status: story.booking,
      payment_status: story.payment,
      payment_gateway: story.gateway,
      payment_reference: null,
      paid_minor: paid,
      refunded_minor: Math.round((paid * (story.refunded ?? 0)) / 100),
      case_stage: story.papers ? stages[story.papers] : null,
      cancellation_reason: story.reason ?? null,
      instant_confirmation: service.isInstant,
      cancellation_terms: terms && JSON.stringify(terms),
      expires_at: isOpen && !keepsPlace ? addHours(now, 20 + (booking.n % 27)) : null,
      verification: decided,
      verified_at: decided ? stepAt(booking, 3) : null,
      verified_by: decided ? 'Farah Contractor' : null,
      created_at: created,
      updated_at: stepAt(booking, story.ending || story.booking === 'completed' ? 4 : 3),
    })
    .execute()
}

/** The time of the n-th step: evenly between the booking and now, at most a day apart. */
export function stepAt({ created, now }: Pick<Told, 'created' | 'now'>, step: number): Date {
  const minutes = Math.min((now.getTime() - created.getTime()) / 60_000 / 6, 24 * 60)
  return addMinutes(created, Math.floor(minutes * step))
}

async function insertTravellers(trx: Trx, { id, request, created }: Told): Promise<void> {
  const given = request.booking.travellers
  if (!Array.isArray(given) || given.length === 0) return
  const rows = (given as readonly Record<string, string>[]).map((traveller, position) => {
    const words = (traveller.fullName ?? '').split(' ')
    return {
      id: newId(created),
      booking_id: id,
      position,
      first_name: words.length > 1 ? words.slice(0, -1).join(' ') : (words[0] ?? ''),
      last_name: words.length > 1 ? (words.at(-1) ?? '') : '',
      is_single_name: words.length === 1,
      traveler_type: traveller.travelerType === 'child' ? ('child' as const) : ('adult' as const),
      passport_number: traveller.passportNumber ?? null,
      passport_expiry: traveller.passportExpiry ?? null,
      date_of_birth: traveller.dateOfBirth ?? null,
      arrival_date: traveller.tentativeArrivalDate ?? null,
      departure_date: traveller.tentativeDepartureDate ?? null,
    }
  })
  await trx.insertInto('booking_travelers').values(rows).execute()
}

type Actor = 'customer' | 'admin' | 'system' | 'provider'
/** The demo's member of staff. */
export const clerk = 'Farah Contractor'

export async function writeHistory(
  trx: Trx,
  booking: Told,
  event: string,
  actor: Actor,
  step: number,
  data: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const facts = actor === 'admin' ? { ...data, actorName: clerk } : data
  await trx
    .insertInto('booking_history')
    .values({
      booking_id: booking.id,
      event,
      actor,
      actor_id: null,
      data: JSON.stringify(facts),
      at: step === 0 ? booking.created : stepAt(booking, step),
    })
    .execute()
}

/** What happened to the booking after its payment. */
async function writeEnding(trx: Trx, booking: Told): Promise<void> {
  const { story, service } = booking
  const wasConfirmed = story.booking === 'confirmed' || story.booking === 'completed' || story.refunded !== undefined
  if (wasConfirmed) {
    const byItself = service.isInstant && story.proof !== 'approved'
    await writeHistory(trx, booking, 'booking-confirmed', byItself ? 'system' : 'admin', 3)
  }
  if (story.gateway === 'cash_on_arrival' && story.payment === 'completed')
    await writeHistory(trx, booking, 'payment-completed', 'admin', 4)
  const reason = story.reason ? { reason: story.reason } : {}
  if (story.ending === 'expired') await writeHistory(trx, booking, 'booking-expired', 'system', 4)
  if (story.ending === 'cancelled') await writeHistory(trx, booking, 'booking-cancelled', 'admin', 4, reason)
  if (story.refunded !== undefined) await writeHistory(trx, booking, 'payment-refunded', 'provider', 5)
  if (story.booking === 'completed') await writeHistory(trx, booking, 'booking-completed', 'admin', 5)
}
