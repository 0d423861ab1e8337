/** Erasing who somebody was, from all rooms at once (docs/rules/erasure.md says what goes and what stays). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../kernel/refusal.ts'
import { scrubberOf } from '../kernel/scrub.ts'
import type { PersonFacts } from '../modules/account/contract.ts'
import { type AccountDeps, eraseAccount, findAccount } from '../modules/account/index.server.ts'
import { eraseCustomer, findBookingsOf } from '../modules/booking/index.server.ts'
import { dropRated } from '../modules/catalogue/index.server.ts'
import { eraseEnquiriesOf, findEnquiriesOf } from '../modules/content/index.server.ts'
import { eraseVisits } from '../modules/conversion/index.server.ts'
import { eraseFilesOf, type FilesDeps, removeForgotten } from '../modules/files/index.server.ts'
import { eraseMailOf } from '../modules/mail/index.server.ts'
import { erasePayer, findOpenMoney } from '../modules/payment/index.server.ts'
import { eraseUser } from '../modules/promo/index.server.ts'
import { eraseAuthor } from '../modules/review/index.server.ts'
import { writeAudit } from '../platform/audit.server.ts'
import { anonymous, type Caller } from '../platform/core.server.ts'
import type { Queryable, Trx } from '../platform/db/database.server.ts'
import { beginErasure, type Erased, eraseTold, eraseTrail } from '../platform/erasure.server.ts'

type EraseDeps = FilesDeps & Pick<AccountDeps, 'adminEmail'>

async function find(deps: EraseDeps, q: Queryable, email: string, isLocked = false) {
  const account = await findAccount(deps, q, email)
  const userId = account?.id ?? null
  const bookings = await findBookingsOf(q, deps, { email, userId }, isLocked)
  const [messages, openMoney] = [await findEnquiriesOf(q, email), await findOpenMoney(q, bookings.ids)]
  const facts: PersonFacts = {
    email,
    has_account: account !== null,
    is_staff: account?.isStaff ?? false,
    bookings: bookings.ids.length,
    messages: messages.count,
    open: [...new Set([...bookings.open, ...openMoney])],
  }
  const person: Erased = {
    email,
    userId,
    bookingIds: bookings.ids,
    scrub: scrubberOf([email, ...(account?.words ?? []), ...bookings.words, ...messages.words]),
    placeholder: `erased-${randomBytes(12).toString('hex')}@erased`,
  }
  return { facts, person }
}
type Found = Awaited<ReturnType<typeof find>>

/** What is stored of somebody. Refuses 'account/person-unknown'. */
export async function lookAtPerson(deps: EraseDeps, email: string): Promise<PersonFacts> {
  const { facts } = await find(deps, deps.db, email)
  refuseUnknown(facts)
  return facts
}

function refuseUnknown({ has_account, bookings, messages }: PersonFacts): void {
  if (!has_account && bookings + messages === 0) throw new Refusal('account/person-unknown')
}

/**
 * All or nothing; the bytes of files go after the commit, and where that is cut short by the sweep. Gives back what was
 * found. Refuses 'account/person-unknown', 'account/person-is-staff', 'account/person-open'.
 */
export async function erasePerson(deps: EraseDeps, caller: Caller, email: string): Promise<PersonFacts> {
  const { facts, after } = await deps.db.transaction().execute(async (trx) => {
    const found = await find(deps, trx, email, true)
    refuseUnknown(found.facts)
    if (found.facts.is_staff) throw new Refusal('account/person-is-staff')
    if (found.facts.open.length > 0)
      throw new Refusal('account/person-open', { references: found.facts.open.join(', ') })
    return { facts: found.facts, after: await eraseFound(trx, deps, caller, found) }
  })
  await finish(deps, after)
  return facts
}

interface AfterCommit {
  readonly storageKeys: readonly string[]
  readonly serviceIds: readonly string[]
}

async function eraseFound(trx: Trx, deps: EraseDeps, caller: Caller, { person, facts }: Found): Promise<AfterCommit> {
  await beginErasure(trx)
  const papers = await eraseCustomer(trx, person)
  const payments = await erasePayer(trx, person)
  const storageKeys = await eraseFilesOf(trx, deps, person, [...papers, ...payments.fileIds])
  const reviews = await eraseAuthor(trx, person)
  const enquiries = await eraseEnquiriesOf(trx, person)
  await eraseUser(trx, person)
  await eraseVisits(trx, person)
  const mails = await eraseMailOf(trx, person)
  await eraseAccount(trx, person)
  await eraseTold(trx, person)
  const subjects = [...person.bookingIds, ...payments.subjectIds, ...reviews.ids, ...enquiries, ...mails]
  await eraseTrail(trx, person, person.userId === null ? subjects : [...subjects, person.userId])
  const mark = markOf(deps, person.email)
  const { bookings, messages, has_account } = facts
  const after = { bookings, messages, has_account, reviews: reviews.ids.length, files: storageKeys.length }
  await writeAudit(
    trx,
    caller,
    { action: 'person.erased', subjectType: 'person', subjectId: mark, after },
    deps.clock(),
  )
  // Before the commit: what is noted and then not done is done when somebody asks again; the other way round is lost.
  await deps.store.noteErased?.(`${markFolder}${mark}`)
  return { storageKeys, serviceIds: reviews.serviceIds }
}

async function finish(deps: EraseDeps, { storageKeys, serviceIds }: AfterCommit): Promise<void> {
  for (const serviceId of serviceIds) dropRated(deps, serviceId)
  await removeForgotten(deps, storageKeys)
}

const purpose = 'erased-person'
const markFolder = 'person/'
/** A line of a record of erasures that speaks of a person, not of a file. */
export const isPersonMark = (key: string): boolean => key.startsWith(markFolder)
/** Tells an address again to whoever has it and the shop's key, and nothing of it to anybody else. */
const markOf = ({ keys }: Pick<EraseDeps, 'keys'>, email: string): string =>
  Buffer.from(keys.sign(purpose, email), 'base64url').toString('hex')

export interface ErasedAgain {
  readonly people: number
  /** Addresses of those with whom it did not succeed: all of theirs is as it was. */
  readonly failed: readonly string[]
}

/**
 * After an older state of the database was brought back: erases again whose marks a record of erasures has. `noted` are
 * its lines; those of files are passed over. Whoever is on the staff now is left alone.
 */
export async function erasePeopleAgain(deps: EraseDeps, noted: readonly string[]): Promise<ErasedAgain> {
  const marks = noted.flatMap((key) =>
    isPersonMark(key) ? [Buffer.from(key.slice(markFolder.length), 'hex').toString('base64url')] : [],
  )
  if (marks.length === 0) return { people: 0, failed: [] }
  const { rows } = await sql<{ email: string }>`
    select email from users union select customer_email from bookings union select lower(email) from contact_messages
    order by 1`.execute(deps.db)
  const failed: string[] = []
  let people = 0
  for (const { email } of rows) {
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

async function eraseAgain(deps: EraseDeps, email: string): Promise<boolean> {
  const after = await deps.db.transaction().execute(async (trx) => {
    const found = await find(deps, trx, email, true)
    return found.facts.is_staff ? null : eraseFound(trx, deps, restorer, found)
  })
  if (after) await finish(deps, after)
  return after !== null
}
const restorer: Caller = { ...anonymous('127.0.0.1'), name: 'Restore' }
