import { sql } from 'kysely'
import type * as z from 'zod'
import { addHours } from '../../../kernel/dates.ts'
import { isEmail, mailboxOf } from '../../../kernel/email.ts'
import type { Language } from '../../../kernel/language.ts'
import { isPersonName } from '../../../kernel/person-name.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { countHit, networkOf } from '../../../platform/rate-limit.server.ts'
import { hasDepartures, partyErrors, placesOf } from '../../../services/shared/party.ts'
import { scheduleIn } from '../../../services/shared/schedule.ts'
import { readSettings } from '../../settings/index.server.ts'
import { findServiceOnSale } from '../on-sale.server.ts'
import { type Departure, departuresOn, findDeparture } from '../rules/departures.ts'
import { schedulesOf } from '../rules/seasons.ts'
import { type DepartureSale, lockSale } from '../sold-departure.server.ts'
import type { WaitingEntry } from '../tables.server.ts'
import { text } from '../text.ts'
import type { joinInput } from './contract.ts'
import { changeEntry, openStates } from './entries.server.ts'
import { offerEndOf, type WaitingDeps } from './offer-places.server.ts'

export type JoinInput = z.output<typeof joinInput>
/** `language`: of emails; left out: the shop's default. */
type JoinDeps = WaitingDeps & { readonly language?: Language }
type Accepted = { readonly accepted: true }
const accepted: Accepted = { accepted: true }

const hits = { name: 'waiting-list', hits: 20, seconds: 600 }
/** Open entries of one mailbox, and of one network: a hotel or an office has many guests. */
const maxPerContact = 10
const maxPerVisitor = 40
const maxPerDeparture = 200

/**
 * Puts a visitor on the waiting list of a sold-out departure; a mail confirms it. A second request of the same mailbox is
 * answered like the first, so nobody learns who waits. Refuses 'limit/too-many', 'catalogue/not-found',
 * 'inventory/invalid', 'inventory/not-waitable' (closed, past), 'inventory/not-sold-out', 'inventory/too-many-waiting'.
 */
export async function joinList(deps: JoinDeps, caller: Caller, input: JoinInput): Promise<Accepted> {
  await countHit(deps, hits, caller.address)
  const wanted = await readRequest(deps, input)
  if (input.company_website !== '') return accepted
  const email = input.email.trim().toLowerCase()
  const contact_key = `c:${deps.keys.sign('waiting', mailboxOf(email))}`
  const visitor_key = `v:${deps.keys.sign('waiting', networkOf(caller.address))}`
  await deps.db.transaction().execute(async (trx) => {
    await lockKeys(trx, [contact_key, visitor_key])
    const departureId = await storeDeparture(trx, wanted, deps.clock())
    refuseOthers(deps, await lockSale(trx, deps, departureId), wanted.places)
    const { adults, children, infants } = input
    const language = deps.language ?? null
    const entry = { departure_id: departureId, email, name: input.name || null, adults, children, infants }
    await store(trx, deps, { ...entry, places: wanted.places, contact_key, visitor_key, language })
  })
  return accepted
}

interface Wanted {
  readonly serviceId: string
  readonly departure: Departure
  readonly places: number
}
/** Validates the request. */
async function readRequest(deps: WaitingDeps, input: JoinInput): Promise<Wanted> {
  const kind = deps.kinds.find(input.kind)
  const [settings, onSale] = await Promise.all([
    readSettings(deps),
    kind && findServiceOnSale(deps, { kind: kind.key, idOrSlug: input.idOrSlug }, { from: input.date, to: input.date }),
  ])
  if (!kind || !onSale || !hasDepartures(kind)) throw new Refusal('catalogue/not-found')
  const { service, rows, blocked } = onSale
  const { adults, children, infants } = input
  const party = { adults, children, infants }
  const rules = kind.party(service)
  const errors = [...contactErrors(input), ...(rules.fixed ? [] : partyErrors(party, rules))]
  if (errors.length > 0) throw new Refusal('inventory/invalid', {}, errors)
  const schedule = scheduleIn(settings.time_zone, kind.schedule(service))
  const terms = { now: deps.clock(), zone: schedule.timeZone, cutOffMinutes: settings.cut_off_minutes, fewUpTo: 0 }
  const range = { from: input.date, to: input.date }
  const departure = findDeparture(departuresOn(schedulesOf(schedule), rows, { ...range, ...terms, blocked }), input)
  // Where each booking uses a vehicle of its own at its own time, nothing could be held.
  if (!departure || schedule.resources?.per === 'booking') throw new Refusal('inventory/not-waitable')
  const places = placesOf(kind, service, rules.fixed ?? party)
  const { capacity } = departure
  if (capacity !== null && capacity > 0 && places > capacity)
    throw new Refusal('inventory/invalid', {}, [
      { path: 'adults', message: text('errors.partyTooLarge', { capacity }) },
    ])
  return { serviceId: service.id, departure, places }
}

function contactErrors({ email, name }: JoinInput): FieldError[] {
  const errors: FieldError[] = []
  if (!isEmail(email.trim())) errors.push({ path: 'email', message: text('errors.email') })
  if (name !== '' && !isPersonName(name)) errors.push({ path: 'name', message: text('errors.name') })
  return errors
}

/** Before entries and departures. The keys are sorted, so two requests never deadlock. One statement. */
export async function lockKeys(trx: Trx, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('waiting:' || key, 0))
    from unnest(${[...keys].sort()}::text[]) as key`.execute(trx)
}

/** A departure without bookings has no row yet. Two statements at most. */
async function storeDeparture(trx: Trx, { serviceId, departure }: Wanted, now: Date): Promise<string> {
  if (departure.departureId) return departure.departureId
  const { date: local_date, time: local_time } = departure
  const start = { service_id: serviceId, local_date, local_time }
  await trx
    .insertInto('departures')
    .values({ id: newId(now), ...start, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.constraint('departures_start').doNothing())
    .execute()
  const { id } = await trx
    .selectFrom('departures')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('local_date', '=', local_date)
    .where('local_time', 'is not distinct from', local_time)
    .executeTakeFirstOrThrow()
  return id
}

/** The departure is locked, so it stays sold out until the entry is stored. */
function refuseOthers(deps: WaitingDeps, sale: DepartureSale, places: number): void {
  const { departure, stored } = sale
  const isWaitable = departure && (departure.reason === null || departure.reason === 'full')
  if (!isWaitable || offerEndOf(deps, sale) === null) throw new Refusal('inventory/not-waitable')
  const { vacancies } = departure
  if (vacancies === null || (vacancies >= places && !stored.offers_due)) throw new Refusal('inventory/not-sold-out')
}

/** Once at any time, then once a day: a stranger must not fill the mailbox. */
const mayTellAgain = (known: Pick<WaitingEntry, 'created_at' | 'updated_at'>, now: Date): boolean =>
  known.updated_at.getTime() === known.created_at.getTime() || known.updated_at <= addHours(now, -24)

type NewEntry = {
  readonly departure_id: string
  readonly email: string
  readonly name: string | null
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly places: number
  readonly contact_key: string
  readonly visitor_key: string
  readonly language: Language | null
}
async function store(trx: Trx, deps: WaitingDeps, entry: NewEntry): Promise<void> {
  const now = deps.clock()
  const { departure_id, contact_key } = entry
  // Before the search for a known entry: at a limit, the answer must not tell who waits.
  await refuseTooMany(trx, entry)
  const known = await trx
    .selectFrom('waiting_entries')
    .where('state', 'in', openStates)
    .select(['id', 'state', 'adults', 'children', 'infants', 'created_at', 'updated_at'])
    .where('departure_id', '=', departure_id)
    .where('contact_key', '=', contact_key)
    .executeTakeFirst()
  if (known) {
    const isSame = (['adults', 'children', 'infants'] as const).every((age) => known[age] === entry[age])
    // Another party changes nothing without the link; the mail says what is on the list and how to change it.
    if (isSame || known.state !== 'waiting' || !mayTellAgain(known, now)) return
    await changeEntry(trx, known.id, { now })
    await emitEvent(trx, 'waiting.joined', { entryId: known.id }, now)
    return
  }
  const id = newId(now)
  await trx
    .insertInto('waiting_entries')
    .values({ id, ...entry, created_at: now, updated_at: now })
    .execute()
  await trx.updateTable('departures').set({ has_waiting: true }).where('id', '=', departure_id).execute()
  await emitEvent(trx, 'waiting.joined', { entryId: id }, now)
}

async function refuseTooMany(trx: Trx, { departure_id, contact_key, visitor_key }: NewEntry): Promise<void> {
  const counts = await trx
    .selectFrom('waiting_entries')
    .where('state', 'in', openStates)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('contact_key', '=', contact_key).as('contact'),
      fn.countAll<number>().filterWhere('visitor_key', '=', visitor_key).as('visitor'),
      fn.countAll<number>().filterWhere('departure_id', '=', departure_id).as('departure'),
    ])
    .where(({ eb, or }) =>
      or([
        eb('contact_key', '=', contact_key),
        eb('visitor_key', '=', visitor_key),
        eb('departure_id', '=', departure_id),
      ]),
    )
    .executeTakeFirstOrThrow()
  if (counts.contact >= maxPerContact || counts.visitor >= maxPerVisitor || counts.departure >= maxPerDeparture)
    throw new Refusal('inventory/too-many-waiting')
}
