import type * as z from 'zod'
import { isPersonName } from '../../../kernel/person-name.ts'
import { type FieldError, isRefusal, Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { getService } from '../../catalogue/index.server.ts'
import { getBooking, lockBooking } from '../access.server.ts'
import type { answersInput } from '../change-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import {
  answerChanges,
  correctionsOf,
  historyOf,
  sharedPassports,
  soldErrors,
  travellerChanges,
  type ValueChange,
  valuesAt,
} from '../rules/answer-correction.ts'
import { filled, returnLegIn } from '../rules/change.ts'
import { judgeDetails, storedDetails } from '../rules/choice.ts'
import { partyIn, peopleIn, type TravellerInput, travellerTypeAt } from '../rules/travellers.ts'
import type { AdminBookingView } from '../staff-contract.ts'
import type { BookingRecord } from '../tables.server.ts'
import { readAdminBooking } from '../views.server.ts'
import { partyOfOne } from './save-traveller.server.ts'
import { readStored, readTravellers, writeTravellers } from './save-travellers.server.ts'
import { updateCaseStage } from './store-document.server.ts'
import { refuseSubmitted } from './wanted-change.server.ts'
import '../events.ts'

type Input = z.output<typeof answersInput>
interface Corrected {
  readonly details: Readonly<Record<string, unknown>>
  readonly customer_name: string
  readonly travellers: readonly { readonly position: number; readonly traveller: TravellerInput }[]
  readonly changes: readonly ValueChange[]
}

/**
 * Corrects the kind's answers and the travellers of a booking, where price, terms and legs stay as they were sold.
 * Unchanged answers are not checked again. Refuses 'booking/not-found', 'booking/invalid', 'booking/closed' (cancelled),
 * 'booking/changed', and 'booking/already-submitted' unless staff confirm it.
 */
export async function correctAnswers(deps: BookingDeps, caller: Caller, input: Input): Promise<AdminBookingView> {
  const booking = await getBooking(deps.db, input.bookingId)
  if (booking.version !== input.version) throw new Refusal('booking/changed')
  if (booking.booking_status === 'cancelled') throw new Refusal('booking/closed')
  const answers = await readAnswers(deps, booking, input)
  const people = await readPeople(deps, booking, input)
  const errors = [...answers.errors, ...people.errors]
  if (errors.length > 0) throw new Refusal('booking/invalid', {}, errors)
  const corrected = { ...answers, ...people, changes: [...answers.changes, ...people.changes] }
  if (corrected.changes.length > 0)
    await deps.db.transaction().execute((trx) => store(trx, { deps, caller }, { input, corrected }))
  return readAdminBooking(deps, input.bookingId)
}

type Answers = Pick<Corrected, 'details' | 'customer_name' | 'changes'> & { readonly errors: readonly FieldError[] }
async function readAnswers(deps: BookingDeps, booking: BookingRecord, input: Input): Promise<Answers> {
  const { details: before, customer_name } = booking
  const kind = deps.kinds.find(booking.service_type)
  if (!kind || Object.keys(input.answers).length === 0)
    return { details: before, customer_name, changes: [], errors: [] }
  const service = await getService(deps.db, deps, booking.service_id)
  const chosen = {
    ...{ party: partyIn(booking), date: booking.travel_date, time: booking.travel_time },
    ...{ sold: booking.application_terms, pickupLocation: booking.pickup_location },
  }
  const typed = filled({ ...before, ...input.answers })
  const judged = judgeDetails(kind, service, chosen, { ...typed, ...returnLegIn(booking) }, booking.travel_date ?? '')
  // A form that could not be read has no answers.
  const isRead = Object.keys(judged.details).length > 0
  const after = isRead ? storedDetails(judged.details) : typed
  const changes = answerChanges(before, after, [...kind.bookingSpecs, ...(kind.admin?.answerSpecs ?? [])])
  const changed = new Set(changes.map(({ key }) => `details.${key}`))
  const sold = isRead ? soldErrors({ kind, service, request: { ...chosen, booking: before } }, before, after) : []
  const errors = [...judged.errors.filter(({ path }) => !isRead || changed.has(path)), ...sold]
  const name = nameAfter(kind.leadName, { customer_name, before, after })
  return { details: after, customer_name: name, changes: [...changes, ...nameChange(customer_name, name)], errors }
}

const nameChange = (from: string, to: string): ValueChange[] =>
  from === to ? [] : [{ key: 'customer_name', from, to, naming: { field: 'customer_name' } }]

type LeadName = ((details: Corrected['details']) => string) | undefined
type Named = { readonly customer_name: string } & Readonly<Record<'before' | 'after', Corrected['details']>>
/** A customer who is the passenger has the passenger's name. */
function nameAfter(leadName: LeadName, { customer_name, before, after }: Named): string {
  const name = leadName?.(after) ?? ''
  return leadName && leadName(before) === customer_name && isPersonName(name) ? name : customer_name
}

type People = Pick<Corrected, 'travellers' | 'changes'> & { readonly errors: readonly FieldError[] }
async function readPeople(deps: BookingDeps, booking: BookingRecord, input: Input): Promise<People> {
  if (input.travellers.length === 0) return { travellers: [], changes: [], errors: [] }
  const stored = await readStored(deps.db, booking.id)
  const people: { position: number; traveller: TravellerInput; changes: ValueChange[] }[] = []
  const errors: FieldError[] = []
  for (const { position, traveller: typed } of input.travellers) {
    if (position >= peopleIn(booking)) throw new Refusal('booking/not-found')
    const traveller = await readOne(deps, booking, { position, typed, errors })
    const known = stored.find((each) => each.position === position)
    if (traveller) people.push({ position, traveller, changes: travellerChanges(known, traveller, position) })
  }
  const changed = people.filter(({ changes }) => changes.length > 0)
  const numbers = Array.from({ length: peopleIn(booking) }, (_, position) => {
    const own = people.find((each) => each.position === position)?.traveller.passport_number
    return own ?? stored.find((each) => each.position === position)?.passport_number ?? ''
  })
  const changing = changed
    .filter(({ changes }) => changes.some(({ key }) => key.endsWith('_passport_number')))
    .map(({ position }) => position)
  const shared = sharedPassports(numbers, changing)
  return { travellers: changed, changes: changed.flatMap(({ changes }) => changes), errors: [...errors, ...shared] }
}

type Typed = { readonly position: number; readonly typed: Readonly<Record<string, unknown>>; errors: FieldError[] }
/** Adds the errors at the traveller's position. */
async function readOne(deps: BookingDeps, booking: BookingRecord, { position, typed, errors }: Typed) {
  const traveler_type = travellerTypeAt(booking, position)
  const alone = { ...booking, ...partyOfOne(traveler_type) }
  const one = { travellers: [{ ...filled(typed), traveler_type }], first: position }
  try {
    const [traveller] = await readTravellers(deps, alone, one)
    return traveller ?? null
  } catch (error) {
    if (!isRefusal(error, 'booking/invalid')) throw error
    errors.push(
      ...error.errors.map((each) => ({ ...each, path: each.path.replace('travellers.0', `travellers.${position}`) })),
    )
    return null
  }
}

async function store(
  trx: Trx,
  { deps, caller }: { readonly deps: BookingDeps; readonly caller: Caller },
  { input, corrected }: { readonly input: Input; readonly corrected: Corrected },
): Promise<void> {
  const booking = await lockBooking(trx, input.bookingId)
  if (booking.version !== input.version) throw new Refusal('booking/changed')
  if (!input.is_confirmed) await refuseSubmitted(trx, booking.id)
  const { changes, travellers, details, customer_name } = corrected
  const now = deps.clock()
  for (const { position, traveller } of travellers) await writeTravellers(trx, booking.id, [traveller], now, position)
  await trx
    .updateTable('bookings')
    .set({ details: JSON.stringify(details), customer_name, updated_at: now, version: booking.version + 1 })
    .where('id', '=', booking.id)
    .execute()
  if (travellers.length > 0) await updateCaseStage(trx, deps, booking)
  const data = historyOf(changes)
  await writeHistory(trx, booking.id, { event: 'details-corrected', actor: actorOf(caller), data }, now)
  const entry = { action: 'booking.corrected', subjectType: 'booking', subjectId: booking.id }
  // Under one name, so that an erasure knows that people typed all of it.
  const [before, after] = [{ corrected: valuesAt(changes, 'from') }, { corrected: valuesAt(changes, 'to') }]
  await writeAudit(trx, caller, { ...entry, before, after }, now)
  const { id: bookingId } = booking
  if (input.tell_customer)
    await emitEvent(trx, 'booking.corrected', { bookingId, corrections: correctionsOf(changes) }, now)
}
