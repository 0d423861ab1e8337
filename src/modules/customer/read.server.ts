import { dateIn } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { findCustomerAccount } from '../account/index.server.ts'
import {
  listPassports,
  listPersonBookings,
  listPersonDocuments,
  type PersonSums,
  sumPersonBookings,
} from '../booking/index.server.ts'
import { sumOpenRefunds } from '../payment/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { CustomerView } from './contract.ts'
import type { CustomerDeps } from './deps.server.ts'
import { viewRow } from './list.server.ts'
import type { MergeFacts } from './merge/facts.ts'
import { findMergedInto, listMerges } from './merge/stored.server.ts'
import { listNotes } from './notes.server.ts'
import { expiryStateOf } from './rules.ts'
import { bookedByOf, getRecord, listContacts } from './stored.server.ts'

/** Of a merged record, the one that it is in now. Refuses 'customer/not-found'. */
export async function findCustomer(deps: CustomerDeps, customerId: string): Promise<CustomerView> {
  try {
    return await readCustomer(deps, customerId)
  } catch (error) {
    const mergedInto = isRefusal(error, 'customer/not-found') && (await findMergedInto(deps.db, customerId))
    if (!mergedInto) throw error
    return readCustomer(deps, mergedInto)
  }
}

/** Nine statements. Refuses 'customer/not-found'. */
export async function readCustomer(deps: CustomerDeps, customerId: string): Promise<CustomerView> {
  const { db } = deps
  const record = await getRecord(db, customerId)
  const contacts = await listContacts(db, customerId)
  const valuesOf = (wanted: string) => contacts.flatMap(({ kind, value }) => (kind === wanted ? [value] : []))
  const emails = valuesOf('email')
  const sums = await sumPersonBookings(db, { emails, userId: record.user_id })
  const account = record.user_id === null ? null : await findCustomerAccount(deps, db, record.user_id)
  const { time_zone } = await readSettings(deps)
  const [notes, papers] = [
    await listNotes(db, customerId),
    await readPapers(db, sums.ids, dateIn(time_zone, deps.clock())),
  ]
  return {
    ...viewRow(record),
    ...{ version: record.version, language: record.language, marketing: record.marketing },
    marketing_at: record.marketing_at?.toISOString() ?? null,
    emails: emails.map((value) => ({ value, is_verified: value === account?.email })),
    phones: valuesOf('phone'),
    created_at: record.created_at.toISOString(),
    bookings: sums.ids.length,
    balance: await readBalance(db, sums),
    notes,
    ...papers,
    merges: await readMerges(db, customerId),
  }
}

const readMerges = async (q: Queryable, customerId: string): Promise<CustomerView['merges']> =>
  (await listMerges(q, customerId)).flatMap(({ from_id: id, facts, merged_by: by, merged_at }) =>
    facts ? [{ id, ...contactOf(facts.from), by, at: merged_at.toISOString() }] : [],
  )
const contactOf = ({ name, email, phone }: MergeFacts['from']) => ({ name, email, phone })

async function readPapers(q: Queryable, bookingIds: readonly string[], today: string) {
  const passports = await listPassports(q, bookingIds)
  const documents = await listPersonDocuments(q, bookingIds)
  const nameOf = (first: string | null, last: string | null) => [first, last].filter(Boolean).join(' ')
  return {
    passports: passports.map(({ passport_number, passport_expiry, booking_reference, service_title, ...each }) => ({
      ...{ booking_reference, service_title, passport_expiry },
      name: nameOf(each.first_name, each.last_name),
      passport_number: passport_number ?? '',
      state: expiryStateOf(passport_expiry, today),
    })),
    documents: documents.map(({ id, name, created_at, booking_reference, service_title, ...each }) => ({
      ...{ id, name, booking_reference, service_title, at: created_at.toISOString() },
      traveller: nameOf(each.first_name, each.last_name) || null,
    })),
  }
}

async function readBalance(q: Queryable, { ids, owed }: PersonSums): Promise<CustomerView['balance']> {
  const refunds = await sumOpenRefunds(q, ids)
  const currencies = [...new Set([...owed, ...refunds].map(({ currency }) => currency))].sort()
  const inCurrency = (sums: PersonSums['owed'], currency: string) =>
    money(sums.find((each) => each.currency === currency)?.minor ?? 0, currency)
  return currencies.map((currency) => ({
    owed: inCurrency(owed, currency),
    refund_due: inCurrency(refunds, currency),
  }))
}

/** Newest first. Refuses 'customer/not-found', 'list/bad-cursor'. */
export async function listCustomerBookings(
  deps: CustomerDeps,
  { customerId, ...page }: { customerId: string; limit: number; cursor?: string | undefined },
): ReturnType<typeof listPersonBookings> {
  const record = await getRecord(deps.db, customerId)
  return listPersonBookings(deps, await bookedByOf(deps.db, record), page)
}
