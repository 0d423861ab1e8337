/** Departures of the demo in every state within a month: few left, sold out with a waiting list, closed, overbooked. */
import { addDays, addHours, dateIn } from '../../src/kernel/dates.ts'
import { mailboxOf } from '../../src/kernel/email.ts'
import { changeDeparture, listServicesOnSale } from '../../src/modules/inventory/index.server.ts'
import { departuresOn, schedulesOf } from '../../src/modules/inventory/index.ts'
import { defaultSettings } from '../../src/modules/settings/index.ts'
import { writeAudit } from '../../src/platform/audit.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import { scheduleIn } from '../../src/services/shared/schedule.ts'
import { clerk } from './demo-booking.server.ts'
import { type SeedDeps, seeder } from './world.server.ts'

const zone = defaultSettings.time_zone
/** Kinds whose places mean seats: tours first. */
const kinds = ['tour', 'ticket', 'package']
/** Left in the first group. */
const seatsLeft = 3

export async function seedDepartureStates(deps: SeedDeps): Promise<void> {
  await closeOne(deps)
  const [few, soldOut, overbooked] = await findBooked(deps)
  const group = await findGroup(deps)
  if (!few || !soldOut || !overbooked) throw new Error('The demo has too few departures with bookings')
  await deps.db.transaction().execute(async (trx) => {
    await limit(trx, few.id, { capacity: few.taken + 3, guide: 'Omar Haddad' })
    if (group) await limit(trx, group.id, { capacity: group.taken + seatsLeft, guide: 'Bilal Rahman' })
    await limit(trx, soldOut.id, { capacity: soldOut.taken, has_waiting: true })
    await insertWaiting(trx, deps, soldOut.id)
    const note = 'One guest more than places: the partner confirmed it by phone.'
    await limit(trx, overbooked.id, { capacity: overbooked.taken - 1, note })
    await auditOverbooking(trx, deps, overbooked.id)
  })
}

interface Booked {
  readonly id: string
  readonly taken: number
}
/** The first group, if people are booked on it. */
const findGroup = ({ db }: SeedDeps): Promise<Booked | undefined> =>
  db
    .selectFrom('departures')
    .select(['id', 'taken'])
    .where('is_added', '=', true)
    .where('taken', '>', 0)
    .orderBy('local_date')
    .limit(1)
    .executeTakeFirst()

/** Departures of the next weeks, each of another item. */
async function findBooked({ db, clock }: SeedDeps): Promise<readonly Booked[]> {
  const today = dateIn(zone, clock())
  const departures = await db
    .selectFrom('departures')
    .innerJoin('services', 'services.id', 'departures.service_id')
    .select(['departures.id', 'departures.taken', 'departures.local_date', 'services.kind'])
    .distinctOn('departures.service_id')
    .where('services.kind', 'in', kinds)
    .where('services.status', '=', 'active')
    .where('departures.is_added', '=', false)
    .where('departures.taken', '>', 1)
    .where('departures.local_date', '>', addDays(today, 2))
    .where('departures.local_date', '<=', addDays(today, 29))
    .orderBy('departures.service_id')
    .orderBy('departures.local_date')
    .execute()
  return departures.sort(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.local_date < b.local_date ? -1 : 1),
  )
}

type Limits = {
  readonly capacity?: number
  readonly has_waiting?: boolean
  readonly note?: string
  readonly guide?: string
}
const limit = (trx: Trx, id: string, limits: Limits) =>
  trx.updateTable('departures').set(limits).where('id', '=', id).execute()

const waiting = [
  { name: 'Hana Lindqvist', email: 'hana.lindqvist@example.com', adults: 2, children: 1, hoursAgo: 52 },
  { name: 'Tomás Ferreira', email: 'tomas.ferreira@example.com', adults: 1, children: 0, hoursAgo: 31 },
  { name: null, email: 'priya.nair@example.com', adults: 4, children: 0, hoursAgo: 6 },
]
async function insertWaiting(trx: Trx, { keys, clock }: SeedDeps, departureId: string): Promise<void> {
  const rows = waiting.map(({ hoursAgo, ...person }) => {
    const at = addHours(clock(), -hoursAgo)
    return {
      ...{ ...person, id: newId(at), departure_id: departureId, infants: 0, places: person.adults + person.children },
      contact_key: `c:${keys.sign('waiting', mailboxOf(person.email))}`,
      visitor_key: `v:${keys.sign('waiting', person.email)}`,
      ...{ created_at: at, updated_at: at },
    }
  })
  await trx.insertInto('waiting_entries').values(rows).execute()
}

/** Audits the sale that overbooked the departure, with its reason. */
async function auditOverbooking(trx: Trx, { clock }: SeedDeps, departureId: string): Promise<void> {
  const { id, booking_reference, service_title } = await trx
    .selectFrom('bookings')
    .select(['id', 'booking_reference', 'service_title'])
    .where('departure_id', '=', departureId)
    .where('places', '>', 0)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const after = {
    booking_reference,
    service_title,
    overbooking_reason: 'A regular guest; the partner confirmed one more by phone.',
  }
  const entry = { action: 'booking.created', subjectType: 'booking', subjectId: id, after }
  await writeAudit(trx, { ...seeder, name: clerk }, entry, clock())
}

/** A departure without bookings, closed with a note. */
async function closeOne(deps: SeedDeps): Promise<void> {
  const now = deps.clock()
  const today = dateIn(zone, now)
  const range = { from: addDays(today, 5), to: addDays(today, 28) }
  const services = await listServicesOnSale(deps, { kinds: ['tour'], q: '', max: 100 }, range)
  for (const { service, rows } of services) {
    const kind = deps.kinds.find(service.kind)
    if (!kind || service.status !== 'active') continue
    const schedule = scheduleIn(zone, kind.schedule(service))
    const sale = { now, zone: schedule.timeZone, cutOffMinutes: 0, fewUpTo: 0 }
    const open = departuresOn(schedulesOf(schedule), rows, { ...range, ...sale })
    const free = open.find(({ departureId, reason, time }) => departureId === null && reason === null && time !== null)
    if (!free) continue
    const { date, time } = free
    const unchanged = { capacity: null, prices: null, guide: null, return_date: null, version: 1 }
    const closed = { is_closed: true, note: 'The jeeps are in the workshop that day.' }
    await changeDeparture(deps, seeder, { service_id: service.id, date, time, ...unchanged, ...closed })
    return
  }
}
