/** Erases a person in all rooms in one transaction (docs/rules/erasure.md says what is erased and what stays). */
import { randomBytes } from 'node:crypto'
import { joined } from '../kernel/messages.ts'
import { Refusal } from '../kernel/refusal.ts'
import { scrubberOf } from '../kernel/scrub.ts'
import type { PersonFacts } from '../modules/account/contract.ts'
import { type AccountDeps, eraseAccount, findAccount, listUserAddresses } from '../modules/account/index.server.ts'
import {
  correctableFields,
  eraseCustomer,
  eraseViewsOf,
  findBookingsOf,
  listCustomerAddresses,
} from '../modules/booking/index.server.ts'
import { dropRated } from '../modules/catalogue/index.server.ts'
import {
  enquiryTypedFields,
  eraseEnquiriesOf,
  findEnquiriesOf,
  listEnquiryAddresses,
} from '../modules/content/index.server.ts'
import { eraseVisits } from '../modules/conversion/index.server.ts'
import {
  customerTypedFields,
  eraseRecordsOf,
  findRecordsOf,
  listRecordAddresses,
} from '../modules/customer/index.server.ts'
import { eraseFilesOf, type FilesDeps, removeForgotten } from '../modules/files/index.server.ts'
import { eraseWaiting, findWaitingOf, listWaitingAddresses } from '../modules/inventory/index.server.ts'
import { eraseMailOf } from '../modules/mail/index.server.ts'
import { erasePayer, findOpenMoney } from '../modules/payment/index.server.ts'
import { eraseUser } from '../modules/promo/index.server.ts'
import { eraseAuthor } from '../modules/review/index.server.ts'
import { eraseTasksOf, taskTypedFields } from '../modules/task/index.server.ts'
import { writeAudit } from '../platform/audit.server.ts'
import { anonymous, type Caller } from '../platform/core.server.ts'
import type { Queryable, Trx } from '../platform/db/database.server.ts'
import { beginErasure, type Erased, eraseEvents, eraseTrail } from '../platform/erasure.server.ts'

export type EraseDeps = FilesDeps & Pick<AccountDeps, 'adminEmail'>

/** Fields of audit entries that people type into. */
const typedFields = [
  ...[...correctableFields, 'corrected', 'admin_notes', 'q'],
  ...[...customerTypedFields, ...taskTypedFields, ...enquiryTypedFields],
]

async function findPerson(deps: EraseDeps, q: Queryable, email: string, isLocked = false) {
  const account = await findAccount(deps, q, email)
  const userId = account?.id ?? null
  const bookings = await findBookingsOf(q, deps, { email, userId }, isLocked)
  const [messages, openMoney] = [await findEnquiriesOf(q, email), await findOpenMoney(q, bookings.ids)]
  const waiting = await findWaitingOf(q, email)
  const records = await findRecordsOf(q, { email, userId })
  const facts: PersonFacts = {
    email,
    has_account: account !== null,
    is_staff: account?.isStaff ?? false,
    bookings: bookings.ids.length,
    messages: messages.count,
    waiting: waiting.count,
    open: [...new Set([...bookings.open, ...openMoney])],
  }
  const person: Erased = {
    email,
    userId,
    bookingIds: bookings.ids,
    scrub: scrubberOf([
      email,
      ...(account?.words ?? []),
      ...bookings.words,
      ...messages.words,
      ...waiting.words,
      ...records.words,
    ]),
    typedFields,
    placeholder: `erased-${randomBytes(12).toString('hex')}@erased`,
  }
  return { facts, person, recordIds: records.ids }
}
type StoredPerson = Awaited<ReturnType<typeof findPerson>>

/** What the shop stores about a person. Refuses 'account/person-unknown'. */
export async function describePerson(deps: EraseDeps, email: string): Promise<PersonFacts> {
  return (await getPerson(deps, deps.db, email)).facts
}

/** Refuses 'account/person-unknown'. */
export async function getPerson(deps: EraseDeps, q: Queryable, email: string): Promise<StoredPerson> {
  const stored = await findPerson(deps, q, email)
  refuseUnknown(stored)
  return stored
}

function refuseUnknown({ facts, recordIds }: StoredPerson): void {
  const { has_account, bookings, messages, waiting } = facts
  if (!has_account && recordIds.length === 0 && bookings + messages + waiting === 0)
    throw new Refusal('account/person-unknown')
}

/**
 * Erases all or nothing. Files are deleted after the commit; if that is interrupted, the sweep of orphan files deletes
 * them. Returns what was stored. Refuses 'account/person-unknown', 'account/person-is-staff', 'account/person-open'.
 */
export async function erasePerson(deps: EraseDeps, caller: Caller, email: string): Promise<PersonFacts> {
  const { facts, after } = await deps.db.transaction().execute(async (trx) => {
    const stored = await findPerson(deps, trx, email, true)
    refuseUnknown(stored)
    if (stored.facts.is_staff) throw new Refusal('account/person-is-staff')
    if (stored.facts.open.length > 0)
      throw new Refusal('account/person-open', { references: joined(stored.facts.open, 'plain') })
    return { facts: stored.facts, after: await eraseFromRooms(trx, deps, { caller, ...stored }) }
  })
  await finish(deps, after)
  return facts
}

interface AfterCommit {
  readonly storageKeys: readonly string[]
  readonly serviceIds: readonly string[]
}

async function eraseFromRooms(
  trx: Trx,
  deps: EraseDeps,
  { caller, person, facts, recordIds }: StoredPerson & { readonly caller: Caller },
): Promise<AfterCommit> {
  await beginErasure(trx)
  const documents = await eraseCustomer(trx, person)
  const payments = await erasePayer(trx, person)
  const storageKeys = await eraseFilesOf(trx, deps, person, [...documents, ...payments.fileIds])
  const reviews = await eraseAuthor(trx, person)
  const enquiries = await eraseEnquiriesOf(trx, person)
  const waits = await eraseWaiting(trx, person, deps.clock())
  await eraseUser(trx, person)
  await eraseVisits(trx, person)
  const mails = await eraseMailOf(trx, person)
  await eraseTasksOf(trx, person, recordIds)
  const records = await eraseRecordsOf(trx, person)
  const views = await eraseViewsOf(trx, person)
  await eraseAccount(trx, person)
  await eraseEvents(trx, person)
  const texts = [...enquiries, ...waits, ...mails, ...records, ...views]
  const subjects = [...person.bookingIds, ...payments.subjectIds, ...reviews.ids, ...texts]
  await eraseTrail(trx, person, person.userId === null ? subjects : [...subjects, person.userId])
  const mark = markOf(deps, person.email)
  const { bookings, messages, waiting, has_account } = facts
  const after = { bookings, messages, waiting, has_account, reviews: reviews.ids.length, files: storageKeys.length }
  await writeAudit(
    trx,
    caller,
    { action: 'person.erased', subjectType: 'person', subjectId: mark, after },
    deps.clock(),
  )
  // Noted before the commit: a note without an erasure is repeated later, an erasure without a note would be lost.
  await deps.store.noteErased?.(`${markFolder}${mark}`)
  return { storageKeys, serviceIds: reviews.serviceIds }
}

async function finish(deps: EraseDeps, { storageKeys, serviceIds }: AfterCommit): Promise<void> {
  for (const serviceId of serviceIds) dropRated(deps, serviceId)
  await removeForgotten(deps, storageKeys)
}

const purpose = 'erased-person'
const markFolder = 'person/'
/** Whether a line of the erasure log is about a person, not a file. */
export const isPersonMark = (key: string): boolean => key.startsWith(markFolder)
/** A keyed hash; matching an address against it needs the shop's key. */
export const markOf = ({ keys }: Pick<EraseDeps, 'keys'>, email: string): string =>
  Buffer.from(keys.sign(purpose, email), 'base64url').toString('hex')

export interface ErasedAgain {
  readonly people: number
  /** Addresses whose erasure failed and was rolled back. */
  readonly failed: readonly string[]
}

/**
 * Repeats erasures after a restored backup. `log` has the lines of the erasure log; lines about files are ignored.
 * Present staff are left alone.
 */
export async function erasePeopleAgain(deps: EraseDeps, log: readonly string[]): Promise<ErasedAgain> {
  const marks = log.flatMap((key) =>
    isPersonMark(key) ? [Buffer.from(key.slice(markFolder.length), 'hex').toString('base64url')] : [],
  )
  if (marks.length === 0) return { people: 0, failed: [] }
  const failed: string[] = []
  let people = 0
  for (const email of await knownAddresses(deps)) {
    if (!marks.some((mark) => deps.keys.isSigned(purpose, email, mark))) continue
    try {
      if (await eraseAgain(deps, email)) people++
    } catch (error) {
      deps.log.error({ err: error }, 'a person could not be erased again')
      failed.push(email)
    }
  }
  return { people, failed }
}

async function knownAddresses({ db }: EraseDeps): Promise<readonly string[]> {
  const [users, customers] = [await listUserAddresses(db), await listCustomerAddresses(db)]
  const [visitors, waiting] = [await listEnquiryAddresses(db), await listWaitingAddresses(db)]
  const records = await listRecordAddresses(db)
  return [...new Set([...users, ...customers, ...visitors, ...waiting, ...records])].sort()
}

async function eraseAgain(deps: EraseDeps, email: string): Promise<boolean> {
  const after = await deps.db.transaction().execute(async (trx) => {
    const stored = await findPerson(deps, trx, email, true)
    return stored.facts.is_staff ? null : eraseFromRooms(trx, deps, { caller: restorer, ...stored })
  })
  if (after) await finish(deps, after)
  return after !== null
}
const restorer: Caller = { ...anonymous('127.0.0.1'), name: 'Restore' }
