import { addDays, addHours, addMinutes, dateIn, instantAt } from '../../src/kernel/dates.ts'
import type { CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import { takePlaces } from '../../src/modules/inventory/index.server.ts'
import { departuresOn, findDeparture, schedulesOf, usesOf } from '../../src/modules/inventory/index.ts'
import { defaultSettings } from '../../src/modules/settings/index.ts'
import { newId, randomDigits } from '../../src/platform/crypto/keyring.server.ts'
import type { LoadedKind } from '../../src/services/loaded.server.ts'
import { termsOf } from '../../src/services/shared/cancellation.ts'
import { placesOf } from '../../src/services/shared/party.ts'
import { scheduleIn } from '../../src/services/shared/schedule.ts'
import { checkIn } from './check-in.server.ts'
import { chooseRequest, departingDay } from './choices.ts'
import { clerk, type DemoBooking, stepAt, type Writing, writeHistory } from './demo-booking.server.ts'
import { issueDocuments, uploadDocuments } from './documents.server.ts'
import { seedPayment } from './payments.server.ts'
import { people, pilgrims } from './people.ts'
import { seedReviews } from './reviews.server.ts'
import { type Story, stories } from './stories.ts'
import type { SeedDeps } from './world.server.ts'

/**
 * Bookings in every state and of every kind, with their history and reviews. Writes no events, so no mail is sent.
 */
export async function seedBookings(deps: SeedDeps, services: readonly CatalogueService[]): Promise<void> {
  if (services.length === 0) return
  const bookings = planBookings(deps, services)
  for (const booking of bookings) {
    await deps.db.transaction().execute(async (trx) => {
      const writing = { trx, deps, booking }
      await insertBooking(writing)
      await insertTravellers(writing)
      await writeHistory(writing, { event: 'booking-created', actor: 'customer', step: 0 })
      await seedPayment(writing)
      await uploadDocuments(writing)
      await writeEnding(writing)
      await issueDocuments(writing)
      await checkIn(writing)
    })
  }
  await seedReviews(deps, bookings)
}

function planBookings(deps: SeedDeps, services: readonly CatalogueService[]): DemoBooking[] {
  const kinds = deps.kinds.all.filter((kind) => services.some((service) => service.kind === kind.key))
  let n = 0
  return stories
    .filter((story) => deps.isSandbox || story.gateway !== 'sandbox_card')
    .flatMap((story) => Array.from({ length: story.count }, (_, place) => ({ story, place })))
    .flatMap(({ story, place }) => {
      n++
      const service = chooseService({ kinds, services, story, n })
      const kind = service && deps.kinds.find(service.kind)
      return service && kind ? planBooking(deps.clock(), { story, place, n, service, kind }) : []
    })
}

type Plan = { story: Story; place: number; n: number; service: CatalogueService; kind: LoadedKind }

function planBooking(now: Date, { story, place, n, service, kind }: Plan): DemoBooking[] {
  const part = story.count === 1 ? 0 : place / (story.count - 1)
  const between = ([from, to]: readonly [number, number]) => Math.round(from + (to - from) * part)
  const created = addMinutes(now, -60 * between(story.age) - ((17 * n) % 53))
  const today = dateIn(defaultSettings.time_zone, now)
  const date = departingDay(kind.schedule(service), addDays(today, between(story.travel)), today)
  const guests = service.kind === 'umrah' ? pilgrims : people
  const person = guests[(5 * n) % guests.length]
  if (!person) return []
  const booked = { date, today: dateIn(defaultSettings.time_zone, created) }
  // At most four travellers where each needs documents, and where many parties share a departure.
  const asked =
    story.documents || story.slug ? { n: n % 4, ...(story.documents && { documents: story.documents }) } : { n }
  const request = chooseRequest(kind, service, person, { ...booked, ...asked })
  const schedule = scheduleIn(defaultSettings.time_zone, kind.schedule(service))
  const price = kind.price(service, request)
  return [{ id: newId(created), n, story, service, person, request, schedule, price, created, now }]
}

type Choice = { kinds: readonly LoadedKind[]; services: readonly CatalogueService[]; story: Story; n: number }
/** Takes turns among the kinds, then among the items that fit the story. */
function chooseService({ kinds, services, story, n }: Choice): CatalogueService | undefined {
  const fitting = services.filter(
    (service) =>
      (story.isInstant === undefined || service.isInstant === story.isInstant) &&
      (story.kinds?.includes(service.kind) ?? true) &&
      // Groups depart on their own days.
      (story.slug === undefined ? service.details.group_departures_only !== true : story.slug === service.slug),
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
  received: 'documents_received',
  issued: 'document_delivered',
} as const

async function insertBooking({ trx, deps, booking }: Writing): Promise<void> {
  const { service, person, created } = booking
  const held = await holdPlaces({ trx, deps, booking })
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
      customer_note: null,
      special_requests: booking.n % 6 === 0 ? 'One of us uses a wheelchair, please keep a place at the front.' : null,
      admin_notes: booking.n % 9 === 0 ? 'Called the guest, all documents are complete.' : null,
      ...priceColumns(booking),
      ...travelColumns(booking),
      ...stateColumns(booking),
      ...held,
      created_at: created,
    })
    .execute()
}

/** Bookings that were not cancelled hold their places, like those of customers. */
async function holdPlaces({ trx, deps, booking }: Writing) {
  const { request, schedule, service, story, created: now } = booking
  const kind = deps.kinds.find(service.kind)
  const places = kind && story.booking !== 'cancelled' ? placesOf(kind, service, request.party) : 0
  const { date, time } = request
  const nothing = { departure_id: null, places: 0 }
  if (places === 0 || date === null) return nothing
  const sale = { now, zone: schedule.timeZone, cutOffMinutes: 0, fewUpTo: 0 }
  const chosen = findDeparture(departuresOn(schedulesOf(schedule), [], { from: date, to: date, ...sale }), {
    date,
    time,
  })
  const departure = { serviceId: service.id, date, time: chosen ? chosen.time : time }
  const own = { id: booking.id, leg: 'outbound', time } as const
  const using = { rules: schedule.resources, zone: schedule.timeZone, booking: own }
  const uses = chosen && usesOf({ ...using, departure: chosen })
  const departureId = await takePlaces(trx, { departure, places, capacity: null, now, uses })
  // Somebody else has the vehicle or boat: a sample without places, like one from before there were departures.
  return departureId === null ? nothing : { departure_id: departureId, places }
}

const priceColumns = ({ price }: DemoBooking) => ({
  currency: price.final.currency,
  price_lines: JSON.stringify(price.lines),
  base_minor: price.base.minor,
  discount_minor: price.discount.minor,
  tax_minor: price.tax.minor,
  total_minor: price.total.minor,
  final_minor: price.final.minor,
})

function travelColumns({ request, schedule }: DemoBooking) {
  const { travellers: _, ...details } = request.booking
  return {
    adults_count: request.party.adults,
    children_count: request.party.children,
    infants_count: request.party.infants,
    travel_date: request.date,
    travel_time: request.time,
    time_zone: schedule.timeZone,
    starts_at: request.date && request.time ? instantAt(schedule.timeZone, request.date, request.time) : null,
    selected_language: request.language ?? null,
    pickup_location: request.pickupLocation ?? null,
    details: JSON.stringify(details),
  }
}

function stateColumns(booking: DemoBooking) {
  const { story, service, price, now } = booking
  const terms = termsOf(service.details)
  const isUnpaid = story.booking === 'pending' && story.payment !== 'completed'
  const neverExpires = story.gateway === 'cash_on_arrival' || story.proof === 'waiting'
  const paid = story.payment === 'completed' || story.payment === 'refunded' ? price.final.minor : 0
  const verification = story.proof === 'approved' || story.proof === 'rejected' ? story.proof : null
  return {
    booking_status: story.booking,
    payment_status: story.payment,
    payment_gateway: story.gateway,
    payment_reference: null,
    paid_minor: paid,
    refunded_minor: Math.round((paid * (story.refunded ?? 0)) / 100),
    case_stage: story.documents ? stages[story.documents] : null,
    cancellation_reason: story.reason ?? null,
    instant_confirmation: service.isInstant,
    cancellation_terms: terms && JSON.stringify(terms),
    expires_at: isUnpaid && !neverExpires ? addHours(now, 20 + (booking.n % 27)) : null,
    verification,
    verified_at: verification ? stepAt(booking, 3) : null,
    verified_by: verification ? clerk : null,
    updated_at: stepAt(booking, story.ending || story.booking === 'completed' ? 4 : 3),
  }
}

async function insertTravellers({ trx, booking: { id, request, created } }: Writing): Promise<void> {
  const { travellers } = request.booking
  if (!Array.isArray(travellers) || travellers.length === 0) return
  const rows = (travellers as readonly Record<string, string>[]).map((traveller, position) => {
    const words = (traveller.full_name ?? '').split(' ')
    return {
      id: newId(created),
      booking_id: id,
      position,
      first_name: words.length > 1 ? words.slice(0, -1).join(' ') : (words[0] ?? ''),
      last_name: words.length > 1 ? (words.at(-1) ?? '') : '',
      is_single_name: words.length === 1,
      traveler_type: traveller.traveler_type === 'child' ? ('child' as const) : ('adult' as const),
      passport_number: traveller.passport_number ?? null,
      passport_expiry: traveller.passport_expiry ?? null,
      date_of_birth: traveller.date_of_birth ?? null,
      arrival_date: traveller.tentative_arrival_date ?? null,
      departure_date: traveller.tentative_departure_date ?? null,
    }
  })
  await trx.insertInto('booking_travelers').values(rows).execute()
}

/** What happened to the booking after its payment. */
async function writeEnding(writing: Writing): Promise<void> {
  const { story, service } = writing.booking
  const write = (event: string, actor: 'admin' | 'system' | 'provider', step: number, data?: { reason: string }) =>
    writeHistory(writing, { event, actor, step, ...(data && { data }) })
  const wasConfirmed = story.booking === 'confirmed' || story.booking === 'completed' || story.refunded !== undefined
  const isAutomatic = service.isInstant && story.proof !== 'approved'
  if (wasConfirmed) await write('booking-confirmed', isAutomatic ? 'system' : 'admin', 3)
  if (story.gateway === 'cash_on_arrival' && story.payment === 'completed') await write('payment-completed', 'admin', 4)
  if (story.ending === 'expired') await write('booking-expired', 'system', 4)
  if (story.ending === 'cancelled')
    await write('booking-cancelled', 'admin', 4, story.reason ? { reason: story.reason } : undefined)
  if (story.refunded !== undefined) await write('payment-refunded', 'provider', 5)
  if (story.booking === 'completed') await write('booking-completed', 'admin', 5)
}
