import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { isRefusal } from '../../../kernel/refusal.ts'
import { writeAudits } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { keepPlaces } from '../holds.server.ts'
import type { BookingRecord, CheckInsTable } from '../tables.server.ts'
import type { Arrival, MarkResult, marksInput } from './contract.ts'
import { onLeg } from './legs.ts'
import { arrivedAt, despiteOf, judgeMark } from './rules.ts'

type Mark = z.output<typeof marksInput>['marks'][number]
type CheckIn = Selectable<CheckInsTable>

/**
 * Marks people as arrived, one transaction per booking, so a refused mark does not stop others. The answers are in
 * the order of the marks. Of two marks for a person the first one that the server accepts counts.
 */
export async function markArrivals(deps: BookingDeps, caller: Caller, marks: readonly Mark[]): Promise<MarkResult[]> {
  const bookings = [...new Set(marks.map(({ booking_id }) => booking_id))].sort()
  const results = new Map<Mark, MarkResult>()
  for (const bookingId of bookings) {
    const own = marks.filter(({ booking_id }) => booking_id === bookingId)
    const answers = await markBooking(deps, caller, own)
    for (const [at, mark] of own.entries()) results.set(mark, answers[at] ?? refused(mark, 'unknown'))
  }
  return marks.flatMap((mark) => results.get(mark) ?? [])
}

const refused = (mark: Mark, outcome: MarkResult['outcome']): MarkResult => ({
  mark_id: mark.mark_id,
  outcome,
  arrival: null,
})

/** `marks` are all of one booking. */
async function markBooking(deps: BookingDeps, caller: Caller, marks: readonly Mark[]): Promise<MarkResult[]> {
  return deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, marks[0]?.booking_id ?? '').catch((error: unknown) => {
      if (isRefusal(error)) return null
      throw error
    })
    if (!booking) return marks.map((mark) => refused(mark, 'unknown'))
    const marking: Marking = { trx, caller, booking, now: deps.clock(), made: [] }
    const results: MarkResult[] = []
    for (const mark of marks) results.push(await markPerson(marking, mark))
    await record(marking)
    // Staff have let an unpaid booking in: the end of its hold must not sell its places to others.
    if (marking.made.length > 0) await keepPlaces(trx, booking)
    return results
  })
}

interface Marking {
  readonly trx: Trx
  readonly caller: Caller
  /** Locked. */
  readonly booking: BookingRecord
  readonly now: Date
  /** The marks that counted. */
  readonly made: CheckIn[]
}

async function markPerson(marking: Marking, mark: Mark): Promise<MarkResult> {
  const { trx, booking, now } = marking
  const known = await trx.selectFrom('check_ins').selectAll().where('mark_id', '=', mark.mark_id).executeTakeFirst()
  if (known) return answerAgain(trx, mark, known)
  const { mark_id, leg, position, is_confirmed: isConfirmed } = mark
  const trip = onLeg(booking, leg)
  if (!trip) return refused(mark, 'unknown')
  const madeAt = new Date(mark.made_at)
  const refusal = judgeMark(trip, { position, madeAt, isConfirmed }, now)
  if (refusal) return refused(mark, refusal)
  const first = await findArrival(trx, trip, mark)
  const row = await trx
    .insertInto('check_ins')
    .values({
      ...{ id: newId(now), mark_id, booking_id: booking.id, departure_id: String(trip.departure_id), leg, position },
      ...{ arrived_at: arrivedAt(madeAt, now), arrived_by: marking.caller.name ?? '', created_at: now },
      ...{ despite: despiteOf(booking), repeat_of: first?.id ?? null },
    })
    // Another booking may be using the same id at this moment.
    .onConflict((conflict) => conflict.column('mark_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return refused(mark, 'unknown')
  if (first) return { mark_id, outcome: 'already', arrival: viewArrival(first) }
  marking.made.push(row)
  return { mark_id, outcome: 'arrived', arrival: viewArrival(row) }
}

/** Repeats an answer that may have been lost, with the current state of the mark. */
async function answerAgain(trx: Trx, mark: Mark, known: CheckIn): Promise<MarkResult> {
  // A mark id belongs to one person; reusing it is a bug on the device.
  const isSame = known.booking_id === mark.booking_id && known.leg === mark.leg && known.position === mark.position
  if (!isSame) return refused(mark, 'unknown')
  if (known.undone_at) return refused(mark, 'undone')
  if (known.repeat_of === null) return { mark_id: mark.mark_id, outcome: 'arrived', arrival: viewArrival(known) }
  const first = await trx
    .selectFrom('check_ins')
    .selectAll()
    .where('id', '=', known.repeat_of)
    .executeTakeFirstOrThrow()
  if (first.undone_at) return refused(mark, 'undone')
  return { mark_id: mark.mark_id, outcome: 'already', arrival: viewArrival(first) }
}

const findArrival = (
  trx: Trx,
  trip: BookingRecord,
  { leg, position }: Pick<Mark, 'leg' | 'position'>,
): Promise<CheckIn | undefined> =>
  trx
    .selectFrom('check_ins')
    .selectAll()
    .where('booking_id', '=', trip.id)
    .where('leg', '=', leg)
    .where('departure_id', '=', trip.departure_id)
    .where('position', '=', position)
    .where('undone_at', 'is', null)
    .where('repeat_of', 'is', null)
    .executeTakeFirst()

export const viewArrival = ({ id, arrived_at, arrived_by }: CheckIn): Arrival => ({
  check_in_id: id,
  at: arrived_at.toISOString(),
  by: arrived_by,
})

async function record({ trx, caller, booking, now, made }: Marking): Promise<void> {
  if (made.length === 0) return
  const entries = made.map(({ id, leg, position, arrived_at, despite, departure_id }) => ({
    action: 'booking.arrived',
    subjectType: 'booking',
    subjectId: booking.id,
    after: { checkInId: id, departureId: departure_id, leg, position, arrivedAt: arrived_at.toISOString(), despite },
  }))
  await writeAudits(trx, caller, entries, now)
  const history = { event: 'travellers-arrived', actor: actorOf(caller), data: { people: made.length } } as const
  await writeHistory(trx, booking.id, history, now)
}
