import { sql } from 'kysely'
import { foldText } from '../../../kernel/fold-text.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { listAddressesOfPhones, listPersonPhones } from '../../booking/index.server.ts'
import type { MergeCandidate } from '../contract.ts'
import type { CustomerDeps } from '../deps.server.ts'
import { rowColumns, viewRow } from '../list.server.ts'
import { getRecord, listContacts } from '../stored.server.ts'
import { mailboxOf, rankCandidates } from './rules.ts'
import '../tables.server.ts'

const maxShown = 10
/** More similar records than this are not compared: the name is too common to be a reason. */
const maxCompared = 300

/** Records that may be the same person, the likeliest first. Six statements. Refuses 'customer/not-found'. */
export async function listCandidates({ db }: CustomerDeps, customerId: string): Promise<MergeCandidate[]> {
  const record = await getRecord(db, customerId)
  const contacts = await listContacts(db, customerId)
  const valuesOf = (wanted: string) => contacts.flatMap(({ kind, value }) => (kind === wanted ? [value] : []))
  const emails = valuesOf('email')
  const phones = [...valuesOf('phone'), ...(await listPersonPhones(db, { emails, userId: record.user_id }))]
  const sharing = await listOwners(db, [...phones, ...(await listAddressesOfPhones(db, phones))])
  const rows = await listAlike(db, { customerId, sharing, texts: [record.name, ...emails.map(mailboxOf)] })
  const others = rows.map((row) => ({
    ...{ id: row.id, name: row.name, row, hasPhone: sharing.includes(row.id) },
    emails: row.contacts
      .split('\n')
      .map((contact) => contact.trim())
      .filter((contact) => contact.includes('@')),
  }))
  const ranked = rankCandidates({ id: record.id, name: record.name, emails }, others)
  return ranked.slice(0, maxShown).map(({ candidate, because }) => ({ ...viewRow(candidate.row), because }))
}

async function listOwners(q: Queryable, values: readonly string[]): Promise<readonly string[]> {
  if (values.length === 0) return []
  const rows = await q
    .selectFrom('customer_contacts')
    .select('customer_id')
    .distinct()
    .where(({ eb, fn, val }) => eb('kind', 'in', ['email', 'phone']).and(eb('value', '=', fn.any(val([...values])))))
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

type Wanted = { readonly customerId: string; readonly sharing: readonly string[]; readonly texts: readonly string[] }
/** By the trigram index of the search. */
const listAlike = (q: Queryable, { customerId, sharing, texts }: Wanted) =>
  q
    .selectFrom('customers')
    .select([...rowColumns, 'contacts'])
    .where('id', '<>', customerId)
    .where(({ eb, fn, or, val }) =>
      or([
        eb('id', '=', fn.any(val([...sharing]))),
        ...texts
          .filter((text) => text.length >= 3)
          .slice(0, 20)
          .map((text) => sql<boolean>`search_text %> ${foldText(text)}`),
      ]),
    )
    .limit(maxCompared)
    .execute()
