import type * as z from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import { erasedWord } from '../../../kernel/scrub.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import { emitEvents } from '../../../platform/jobs/events.server.ts'
import { type DepartureDetail, readDeparture } from '../../inventory/index.server.ts'
import { isMailActive, type MailDeps, type MailValues, type ShownMail, showMail } from '../../mail/index.server.ts'
import type { DepartureCustomers, departureMessage } from '../departure-message-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistories } from '../history.server.ts'
import '../events.ts'

type Message = z.output<typeof departureMessage>
type Start = Pick<Message, 'service_id' | 'date'> & { readonly time?: Message['time'] | undefined }
export const messageMail = 'departure_message'

interface Customer {
  readonly name: string
  readonly email: string
  readonly bookings: readonly { readonly id: string; readonly reference: string }[]
}

/** The customers of bookings that are not cancelled, each once by email address; not erased ones. One statement. */
async function listCustomers(q: Queryable, { stored }: DepartureDetail): Promise<Customer[]> {
  if (!stored) return []
  const rows = await q
    .selectFrom('bookings')
    .select(['id', 'booking_reference', 'customer_name', 'customer_email'])
    .where(({ eb, or }) => or([eb('departure_id', '=', stored.id), eb('return_leg_departure_id', '=', stored.id)]))
    .where('booking_status', '<>', 'cancelled')
    .where('customer_name', '<>', erasedWord)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const byAddress = Map.groupBy(rows, ({ customer_email: email }) => email.toLowerCase())
  return [...byAddress.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const bookings = own.map(({ id, booking_reference: reference }) => ({ id, reference }))
    return [{ name: first.customer_name, email: first.customer_email, bookings }]
  })
}

const find = (deps: BookingDeps, { service_id: serviceId, date, time }: Start): Promise<DepartureDetail> =>
  readDeparture(deps, { serviceId, date, time: time ?? null })

/** Five statements at most. Refuses 'catalogue/not-found', 'inventory/not-found'. */
export async function readDepartureCustomers(deps: BookingDeps, start: Start): Promise<DepartureCustomers> {
  const customers = await listCustomers(deps.db, await find(deps, start))
  return customers.map(({ name, email, bookings }) => ({
    customer_name: name,
    customer_email: email,
    references: bookings.map(({ reference }) => reference),
  }))
}

const referencesOf = ({ bookings }: Customer): string => bookings.map(({ reference }) => reference).join(', ')
type Words = { readonly subject: string; readonly text: string; readonly references: string }
/** The mail links to the customer's first booking and lists all of them. */
export const messageValues = ({ subject, text, references }: Words): MailValues => ({
  subject,
  message: text,
  booking_reference: references,
})

/** The mail to the first customer. Refuses 'booking/no-customers'. */
export async function previewDepartureMessage(
  deps: BookingDeps & Pick<MailDeps, 'bookingMailFacts'>,
  message: Message,
): Promise<ShownMail & { to: string }> {
  const [first] = await listCustomers(deps.db, await find(deps, message))
  const facts = first?.bookings[0] && (await deps.bookingMailFacts(first.bookings[0].id))
  if (!first || !facts) throw new Refusal('booking/no-customers')
  const own = messageValues({ ...message, references: referencesOf(first) })
  return { to: facts.to, ...(await showMail(deps, messageMail, { ...facts, values: { ...facts.values, ...own } })) }
}

/**
 * Mails all customers of a departure, each once, through the outbox. Recorded in the history of each booking and in the
 * audit trail. Once per idempotency key. Refuses 'catalogue/not-found', 'inventory/not-found', 'mail/switched-off',
 * 'booking/no-customers'.
 */
export async function messageDeparture(
  deps: BookingDeps,
  caller: Caller,
  { message, idempotencyKey }: { readonly message: Message; readonly idempotencyKey: string | null },
): Promise<{ customers: number }> {
  const detail = await find(deps, message)
  const scope = `departure.message:${caller.userId}`
  const repeatable = idempotencyKey === null ? null : { scope, key: idempotencyKey, request: message }
  return deps.db
    .transaction()
    .execute((trx) => onceIfKeyed(trx, repeatable, () => sendToAll(trx, deps, { caller, message, detail })))
}

const batchSize = 500
const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, batch) => all.slice(batch * size, (batch + 1) * size))

interface Sending {
  readonly caller: Caller
  readonly message: Message
  readonly detail: DepartureDetail
}
async function sendToAll(
  trx: Trx,
  { clock }: BookingDeps,
  { caller, message, detail }: Sending,
): Promise<{ customers: number }> {
  if (!(await isMailActive(trx, messageMail))) throw new Refusal('mail/switched-off')
  const customers = await listCustomers(trx, detail)
  if (customers.length === 0) throw new Refusal('booking/no-customers')
  const now = clock()
  const { subject, text } = message
  const sent = { event: 'message-sent', actor: actorOf(caller), data: { subject } } as const
  const all = customers.flatMap(({ bookings }) => bookings.map(({ id }) => id))
  for (const ids of inBatches(all, batchSize)) await writeHistories(trx, { ...sent, bookingIds: ids }, now)
  const messages = customers.flatMap((customer) => {
    const [first] = customer.bookings
    return first ? [{ bookingId: first.id, references: referencesOf(customer), subject, text }] : []
  })
  for (const payloads of inBatches(messages, batchSize))
    await emitEvents(trx, { name: 'departure.message-sent', payloads }, now)
  const { title, departure, stored } = detail
  const after = {
    ...{ service_title: title, date: departure.date, time: departure.time, subject, text },
    ...{ customers: customers.length },
  }
  const entry = { action: 'departure.message-sent', subjectType: 'departure', subjectId: stored?.id ?? '', after }
  await writeAudit(trx, caller, entry, now)
  return { customers: customers.length }
}
