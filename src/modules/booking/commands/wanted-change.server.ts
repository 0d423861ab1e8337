import { sql, type Updateable } from 'kysely'
import type { Money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { Tables } from '../../../platform/db/tables.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { returnTripField } from '../../../services/shared/return-leg.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type Actor, writeHistory } from '../history.server.ts'
import { correctionsOf, historyOf, type ValueChange, valuesAt } from '../rules/answer-correction.ts'
import { type Reseating, reseat, type WantedChange } from '../rules/change.ts'
import { startsInWords } from '../rules/move-starts.ts'
import type { BookingRecord, StoredChange } from '../tables.server.ts'
import { text } from '../text.ts'
import { updateCaseStage } from './store-document.server.ts'
import '../events.ts'

/** For a prepared move, which stores what differs: other answers may be corrected meanwhile. */
export const storedChange = ({ change, reseating, values }: WantedChange): StoredChange => {
  const { adults_count, children_count, infants_count, details, application_terms } = change
  const keys = values.map(({ key }) => key).filter((key) => !key.endsWith('_count'))
  return {
    ...{ adults_count, children_count, infants_count, application_terms, removed: [...reseating.removed] },
    answers: Object.fromEntries(keys.map((key) => [key, details[key] ?? null])),
    values: [...values],
  }
}

type Columns = Updateable<Tables['bookings']>
export function changeColumns(booking: BookingRecord, stored: StoredChange): Columns {
  const { adults_count, children_count, infants_count, application_terms, answers } = stored
  const all = Object.entries({ ...booking.details, ...answers }).filter(([, value]) => value !== null)
  const isRound = peopleDiffer(booking, stored)
  return {
    ...{ adults_count, children_count, infants_count },
    ...(Object.keys(answers).length > 0 && { details: JSON.stringify(Object.fromEntries(all)) }),
    ...(application_terms !== null && { application_terms }),
    ...(isRound && { party_round: booking.party_round + 1 }),
  }
}
const peopleDiffer = (booking: BookingRecord, stored: StoredChange): boolean =>
  booking.adults_count !== stored.adults_count ||
  booking.children_count !== stored.children_count ||
  booking.infants_count !== stored.infants_count

type Work = { readonly trx: Trx; readonly deps: BookingDeps }
type Changed = { readonly before: BookingRecord; readonly after: BookingRecord; readonly stored: StoredChange }
/**
 * Gives the travellers and the arrivals of the booking their new positions. Travellers who were removed keep their
 * documents and lose their arrival. Returns the names of those removed.
 */
export async function reseatPeople(
  { trx, deps }: Work,
  { before, after, stored }: Changed,
  actor: Pick<Actor, 'name'>,
): Promise<string[]> {
  const isOther = peopleDiffer(before, stored)
  const names: string[] = []
  if (isOther) {
    const reseating = reseat({ before, after, chosen: stored.removed, known: [] })
    for (const position of reseating.removed)
      names.push(...(await removePerson({ trx, deps }, before, { position, actor })))
    await movePeople(trx, before.id, reseating)
  }
  if (before.return_leg_date !== null && after.return_leg_date === null) await undoReturns({ trx, deps }, before, actor)
  if (isOther || stored.application_terms !== null) await updateCaseStage(trx, deps, after)
  return names
}

/** Undoes check-ins of a return leg that was removed. */
async function undoReturns({ trx, deps }: Work, { id }: BookingRecord, { name }: Pick<Actor, 'name'>): Promise<void> {
  await trx
    .updateTable('check_ins')
    .set({ undone_at: deps.clock(), undone_by: name ?? '' })
    .where('booking_id', '=', id)
    .where('leg', '=', 'return')
    .where('undone_at', 'is', null)
    .execute()
}

type Removed = { readonly position: number; readonly actor: Pick<Actor, 'name'> }
async function removePerson(
  { trx, deps }: Work,
  { id }: BookingRecord,
  { position, actor }: Removed,
): Promise<string[]> {
  const now = deps.clock()
  await trx
    .updateTable('check_ins')
    .set({ undone_at: now, undone_by: actor.name ?? '' })
    .where('booking_id', '=', id)
    .where('position', '=', position)
    .where('undone_at', 'is', null)
    .execute()
  const { rows } = await sql<{ name: string }>`
    update booking_travelers set removed_at = ${now},
      position = least(0, (select min(position) from booking_travelers where booking_id = ${id})) - 1
    where booking_id = ${id} and position = ${position}
    returning btrim(concat(first_name, ' ', last_name)) as name`.execute(trx)
  return rows.map(({ name }) => name)
}

/** Far beyond every position, so that no two people share one in between. */
const apart = 10_000
async function movePeople(trx: Trx, bookingId: string, { kept }: Reseating): Promise<void> {
  const moves = kept.filter(({ from, to }) => from !== to)
  for (const table of ['booking_travelers', 'check_ins'] as const) {
    const own = trx.updateTable(table).where('booking_id', '=', bookingId)
    for (const { from, to } of moves)
      await own
        .set({ position: to + apart })
        .where('position', '=', from)
        .execute()
    if (moves.length > 0)
      await own
        .set(({ eb }) => ({ position: eb('position', '-', apart) }))
        .where('position', '>=', apart)
        .execute()
  }
}

interface Recorded extends Changed {
  readonly refund: Money | null
  readonly paid?: Money
  readonly actor: Actor
  /** Names of those who no longer travel. */
  readonly names: readonly string[]
  readonly reason?: string
  readonly isSilent: boolean
  readonly facts?: { readonly overbooking_reason?: string }
}
/** History, and the mail unless staff chose otherwise. */
export async function recordChange({ trx, deps }: Work, changed: Recorded): Promise<void> {
  const { before, after, actor, isSilent, reason } = changed
  const now = deps.clock()
  const values = valuesOf(changed)
  const prices = { priceBeforeMinor: before.final_minor, priceAfterMinor: after.final_minor }
  const facts = { ...(reason && { reason }), ...(changed.refund && { refund: changed.refund }), ...changed.facts }
  const data = { ...historyOf(values), ...prices, ...facts, ...(isSilent && { customer: 'not-told' }) }
  await writeHistory(trx, after.id, { event: 'booking-changed', actor, data }, now)
  if (isSilent) return
  const { refund, paid = null } = changed
  // What staff only acknowledged has no label.
  const corrections = correctionsOf(values.filter(({ naming }) => naming.label))
  await emitEvent(trx, 'booking.changed', { bookingId: after.id, corrections, refund, paid }, now)
}

function valuesOf({ before, after, stored, names }: Recorded): ValueChange[] {
  const [from, to] = [startsInWords(before), startsInWords(after)]
  const start = {
    key: 'start',
    from: from || null,
    to: to || null,
    naming: { field: 'start', label: text('change.start') },
  }
  const gone = names.map((name, place) => ({
    ...{ key: `removed_traveller_${place + 1}_name`, from: name, to: null },
    naming: { field: 'removed', label: text('change.removed') },
  }))
  // The start says whether there is a return trip.
  const others = stored.values.filter(({ key }) => key !== returnTripField)
  return [...(from === to ? [] : [start]), ...others, ...gone]
}

/** Only changes by staff are audited. */
export async function auditChange(trx: Trx, caller: Caller, changed: Recorded): Promise<void> {
  const { before, after, refund, reason } = changed
  const values = valuesOf(changed)
  const priceOf = ({ final_minor, currency }: BookingRecord) => ({ final_minor, currency })
  const facts = { ...(reason && { reason }), ...(refund && { refund }), ...changed.facts }
  const entry = { action: 'booking.changed', subjectType: 'booking', subjectId: after.id }
  const state = {
    before: { corrected: valuesAt(values, 'from'), ...priceOf(before) },
    after: { corrected: valuesAt(values, 'to'), ...priceOf(after), ...facts },
  }
  await writeAudit(trx, caller, { ...entry, ...state }, after.updated_at)
}

/** Refuses 'booking/already-submitted': the authority or the customer has the old details already. */
export async function refuseSubmitted(q: Queryable, bookingId: string): Promise<void> {
  if (await isSubmitted(q, bookingId)) throw new Refusal('booking/already-submitted')
}
/** Two statements. */
async function isSubmitted(q: Queryable, bookingId: string): Promise<boolean> {
  const events = q.selectFrom('booking_history').select('id').where('booking_id', '=', bookingId)
  if (await events.where('event', '=', 'case-submitted').limit(1).executeTakeFirst()) return true
  const issued = q.selectFrom('issued_documents').select('id').where('booking_id', '=', bookingId)
  return (await issued.limit(1).executeTakeFirst()) !== undefined
}
