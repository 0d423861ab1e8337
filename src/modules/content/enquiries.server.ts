import { sql } from 'kysely'
import { decodeCursor, encodeCursor } from '../../kernel/cursor.ts'
import { isLocalDate } from '../../kernel/dates.ts'
import { foldText } from '../../kernel/fold-text.ts'
import type { Language } from '../../kernel/language.ts'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { once } from '../../platform/idempotency.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { bookingSummaries } from '../booking/index.server.ts'
import { type CatalogueDeps, type CatalogueService, getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { Enquiry, EnquiryInput } from './contract.ts'
import { enquiryErrors } from './rules/enquiry.ts'
import { text } from './text.ts'
import { type EnquiryState, stateOf } from './thread/rules.ts'
import { setEnquiryState } from './thread/state.server.ts'
import './events.ts'
import './tables.server.ts'

const tenMinutes = 600
/** Leaves room for the address of the item. */
const maxRequest = 4_500
export type Received = { readonly received: true }
type StoredEnquiry = EnquiryInput & { readonly service_type?: string }
/** `language`: of replies; left out: the shop's default. */
type EnquiryDeps = CatalogueDeps & { readonly language?: Language }

/**
 * Stores a message and mails it to the agency through the event `content.enquiry-received` (C281). With a key the same
 * message is stored once. A filled honeypot field drops the message with the usual answer (C282). Refuses
 * 'limit/too-many' (C283), 'content/invalid' with field errors, also for an item that is not on request.
 */
export async function sendEnquiry(
  core: EnquiryDeps,
  caller: Caller,
  input: EnquiryInput,
  idempotencyKey: string | null,
): Promise<Received> {
  const { contact_per_10_minutes: hits } = await readSettings(core)
  await countHit(core, { name: 'contact', hits, seconds: tenMinutes }, caller.address)
  const errors = enquiryErrors(input)
  if (errors.length > 0) throw new Refusal('content/invalid', {}, errors)
  const message = await aboutItem(core, input)
  if (input.company_website !== '') {
    core.log.info({ topic: input.topic }, 'message dropped: the hidden field is filled')
    return { received: true }
  }
  return core.db.transaction().execute((trx) => {
    const store = () => storeEnquiry(trx, core, message)
    return idempotencyKey ? once(trx, 'content.enquiry', idempotencyKey, input, store) : store()
  })
}

/** A request for other dates names the item, as the server knows it: title as subject, address below the message. */
async function aboutItem(core: CatalogueDeps, input: EnquiryInput): Promise<StoredEnquiry> {
  if (input.topic !== 'departure' && input.service_id === undefined) return input
  const item = input.service_id && input.topic === 'departure' ? await findOnRequest(core, input.service_id) : null
  if (!item) throw new Refusal('content/invalid', {}, [{ path: 'service_id', message: text('enquiry.notOnRequest') }])
  if (input.message.length > maxRequest)
    throw new Refusal('content/invalid', {}, [
      { path: 'message', message: text('enquiry.tooLong', { max: maxRequest }) },
    ])
  const message = [input.message.trim(), `${core.baseUrl}${item.href}`].filter(Boolean).join('\n\n')
  return { ...input, subject: item.title.slice(0, 200), message, service_type: item.kind }
}

async function findOnRequest(core: CatalogueDeps, serviceId: string): Promise<CatalogueService | null> {
  const item = await getService(core.db, core, serviceId).catch((error: unknown) => {
    if (isRefusal(error, 'catalogue/not-found')) return null
    throw error
  })
  return item?.status === 'active' && item.details.on_request === true ? item : null
}

async function storeEnquiry(trx: Trx, core: EnquiryDeps, input: StoredEnquiry): Promise<Received> {
  const { company_website: _hidden, ...message } = input
  const now = core.clock()
  const id = newId(now)
  await trx
    .insertInto('contact_messages')
    .values({ id, ...message, language: core.language ?? null, created_at: now })
    .execute()
  await emitEvent(trx, 'content.enquiry-received', { enquiryId: id }, now)
  return { received: true }
}

const searched = ['name', 'email', 'phone', 'subject', 'message'] as const
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

type Filter = {
  status?: 'open' | EnquiryState | undefined
  topic?: string | undefined
  booking_id?: string | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const columns = [
  'id',
  'name',
  'email',
  'phone',
  'subject',
  'message',
  'topic',
  'travel_dates',
  'travellers',
  'service_id',
  'service_type',
  'booking_id',
  'language',
  'handled_at',
  'handled_by',
  'closed_at',
  'created_at',
] as const

const selectEnquiries = (q: Queryable) =>
  q
    .selectFrom('contact_messages as enquiry')
    .leftJoin(bookingSummaries, 'booking_summaries.id', 'enquiry.booking_id')
    .select(columns.map((column) => `enquiry.${column}` as const))
    .select('booking_summaries.booking_reference')
    .select(({ selectFrom, fn }) =>
      selectFrom('enquiry_entries as entry')
        .select(fn.countAll<number>().as('n'))
        .whereRef('entry.enquiry_id', '=', 'enquiry.id')
        .where('entry.deleted_at', 'is', null)
        .as('entries'),
    )

/** Written as the indexes are (db/migrations/0014, 0116). */
function isInState(state: 'open' | EnquiryState) {
  if (state === 'open' || state === 'new') return sql<boolean>`enquiry.handled_at is null`
  return state === 'answered'
    ? sql<boolean>`enquiry.handled_at is not null and enquiry.closed_at is null`
    : sql<boolean>`enquiry.handled_at is not null and enquiry.closed_at is not null`
}

/** Newest first, with the number of open messages. Two statements. Refuses 'list/bad-cursor'. */
export async function listEnquiries(
  core: Core,
  { status, topic, booking_id, q, limit, cursor }: Filter,
): Promise<{ items: Enquiry[]; open: number; nextCursor: string | null }> {
  let query = selectEnquiries(core.db)
    .orderBy('enquiry.created_at', 'desc')
    .orderBy('enquiry.id', 'desc')
    .limit(limit + 1)
  if (status) query = query.where(isInState(status))
  if (topic) query = query.where('enquiry.topic', '=', topic)
  if (booking_id) query = query.where('enquiry.booking_id', '=', booking_id)
  if (q)
    query = query.where((eb) =>
      eb.or([
        ...searched.map((column) => eb(`enquiry.${column}`, 'ilike', containing(q))),
        // Names are found in any spelling.
        sql<boolean>`fold_text(enquiry.name) like ${containing(foldText(q) || q)}`,
      ]),
    )
  if (cursor !== undefined) {
    const { at, id } = placeOf(cursor)
    query = query.where((eb) => eb(eb.refTuple('enquiry.created_at', 'enquiry.id'), '<', eb.tuple(at, id)))
  }
  const [rows, count] = await Promise.all([
    query.execute(),
    core.db.selectNoFrom(openEnquiries.as('open')).executeTakeFirstOrThrow(),
  ])
  const items = rows.slice(0, limit).map(present)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, open: count.open, nextCursor: last ? encodeCursor([last.created_at, last.id]) : null }
}

function placeOf(cursor: string): { at: Date; id: string } {
  const [at, id] = decodeCursor(cursor) ?? []
  const isPlace =
    typeof at === 'string' && typeof id === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(at) && uuid.test(id)
  if (!isPlace || !isLocalDate(at.slice(0, 10)) || Number.isNaN(Date.parse(at))) throw new Refusal('list/bad-cursor')
  return { at: new Date(at), id }
}

/** A subquery that counts open messages, so that the dashboard counts all open work in one statement. */
export const openEnquiries = sql<number>`(select count(*)::int from contact_messages where handled_at is null)`

type Row = Awaited<ReturnType<ReturnType<typeof selectEnquiries>['execute']>>[number]
const present = ({ handled_at, handled_by, closed_at, created_at, entries, ...rest }: Row): Enquiry => ({
  ...rest,
  state: stateOf({ handled_at, closed_at }),
  answered_at: handled_at?.toISOString() ?? null,
  answered_by: handled_by,
  entries: entries ?? 0,
  created_at: created_at.toISOString(),
})

/** One statement. Refuses 'content/no-enquiry'. */
export async function getEnquiry(core: Core, enquiryId: string): Promise<Enquiry> {
  const row = await selectEnquiries(core.db).where('enquiry.id', '=', enquiryId).executeTakeFirst()
  if (!row) throw new Refusal('content/no-enquiry')
  return present(row)
}

/** Marks a message as answered by the caller, or as new again. Refuses 'content/no-enquiry'. */
export async function answerEnquiry(
  core: Core,
  caller: Caller,
  { enquiryId, answered }: { enquiryId: string; answered: boolean },
): Promise<Enquiry> {
  await setEnquiryState(core, caller, { enquiryId, state: answered ? 'answered' : 'new' })
  return getEnquiry(core, enquiryId)
}
