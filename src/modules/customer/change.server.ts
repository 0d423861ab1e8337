import { isEmail } from '../../kernel/email.ts'
import { isPersonName } from '../../kernel/person-name.ts'
import { type FieldError, Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { listBookedAddresses, readPhone } from '../booking/index.server.ts'
import type { ChangeInput, CustomerView } from './contract.ts'
import type { CustomerDeps } from './deps.server.ts'
import { readCustomer } from './read.server.ts'
import { lockRecords, refreshContacts } from './records.server.ts'
import { type ContactKind, cleanTags, type Marketing } from './rules.ts'
import { getRecord } from './stored.server.ts'
import type { CustomerRecord } from './tables.server.ts'
import { text } from './text.ts'
import './tables.server.ts'

/** Fields of audit entries that people type into: an erasure removes them. */
export const customerTypedFields = ['name', 'email', 'phone', 'language', 'tags', 'note'] as const

interface Editable {
  readonly name: string
  readonly email: string | null
  readonly phone: string | null
  readonly language: string | null
  readonly tags: readonly string[]
  readonly marketing: Marketing
}

/**
 * Changes a record; its bookings keep the contact that they were made with. The old address stays a further one while
 * bookings have it. Refuses 'customer/not-found', 'customer/changed', 'customer/invalid', also for an address or a
 * number of another record. Audited.
 */
export async function changeCustomer(deps: CustomerDeps, caller: Caller, input: ChangeInput): Promise<CustomerView> {
  await deps.db.transaction().execute(async (trx) => {
    await lockRecords(trx)
    const record = await getRecord(trx, input.customerId)
    if (record.version !== input.version) throw new Refusal('customer/changed')
    const after = readInput(input, record)
    const errors = [...fieldErrors(after, record), ...(await takenErrors(trx, record.id, after))]
    if (errors.length > 0) throw new Refusal('customer/invalid', {}, errors)
    await store(trx, { deps, caller }, { record, after })
  })
  return readCustomer(deps, input.customerId)
}

function readInput(input: ChangeInput, { phone }: CustomerRecord): Editable {
  const { name, email, language, tags, marketing } = input
  const typed = input.phone === (phone ?? '') ? input.phone : (readPhone(input.phone) ?? input.phone)
  return {
    ...{ name, tags: cleanTags(tags), marketing },
    ...{ email: email.toLowerCase() || null, phone: typed || null, language: language || null },
  }
}

/** Values that stay are not checked again: they may be older than the rule. */
function fieldErrors(after: Editable, before: CustomerRecord): FieldError[] {
  const { name, email, phone } = after
  const wrong: [string, boolean, FieldError['message']][] = [
    ['name', name === '', text('errors.nameMissing')],
    ['name', name !== '' && name !== before.name && !isPersonName(name), text('errors.badName')],
    ['email', email === null && phone === null, text('errors.noContact')],
    ['email', email !== null && email !== before.email && !isEmail(email), text('errors.badEmail')],
    ['phone', phone !== null && phone !== before.phone && readPhone(phone) === null, text('errors.badPhone')],
  ]
  return wrong.flatMap(([path, isWrong, message]) => (isWrong ? [{ path, message }] : []))
}

async function takenErrors(trx: Trx, customerId: string, { email, phone }: Editable): Promise<FieldError[]> {
  const taken = await trx
    .selectFrom('customer_contacts as contact')
    .innerJoin('customers as customer', 'customer.id', 'contact.customer_id')
    .select(['contact.kind', 'customer.name'])
    .where('contact.customer_id', '<>', customerId)
    .where(({ eb, and, or }) =>
      or([
        and([eb('contact.kind', '=', 'email'), eb('contact.value', '=', email ?? '')]),
        and([eb('contact.kind', '=', 'phone'), eb('contact.value', '=', phone ?? '')]),
      ]),
    )
    .execute()
  return taken.map(({ kind, name }) => ({ path: kind, message: text(`errors.${kind}Taken`, { name }) }))
}

type Change = { readonly record: CustomerRecord; readonly after: Editable }
type By = { readonly deps: CustomerDeps; readonly caller: Caller }

async function store(trx: Trx, { deps, caller }: By, { record, after }: Change): Promise<void> {
  const fields = (Object.keys(after) as (keyof Editable)[]).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(record[field]),
  )
  if (fields.length === 0) return
  const now = deps.clock()
  const { tags, ...rest } = after
  await trx
    .updateTable('customers')
    .set({ ...rest, tags: [...tags], version: record.version + 1, updated_at: now })
    .$if(fields.includes('marketing'), (query) => query.set({ marketing_at: now }))
    .where('id', '=', record.id)
    .execute()
  await keepContacts(trx, { record, after }, now)
  const of = (values: Editable | CustomerRecord) => Object.fromEntries(fields.map((field) => [field, values[field]]))
  const entry = { action: 'customer.changed', subjectType: 'customer', subjectId: record.id }
  await writeAudit(trx, caller, { ...entry, before: of(record), after: of(after) }, now)
}

/** New contacts lead to the record; an old one that no booking and no account has does not any more. */
async function keepContacts(trx: Trx, { record, after }: Change, now: Date): Promise<void> {
  for (const kind of ['email', 'phone'] as const satisfies readonly ContactKind[]) {
    const [old, value] = [record[kind], after[kind]]
    if (old === value) continue
    if (value !== null)
      await trx
        .insertInto('customer_contacts')
        .values({ kind, value, customer_id: record.id, added_at: now })
        .onConflict((conflict) => conflict.columns(['kind', 'value']).doNothing())
        .execute()
    const isKept = kind === 'email' && old !== null && (await isInUse(trx, record, old))
    if (old !== null && !isKept)
      await trx
        .deleteFrom('customer_contacts')
        .where('kind', '=', kind)
        .where('value', '=', old)
        .where('customer_id', '=', record.id)
        .execute()
  }
  await refreshContacts(trx, [record.id])
}

const isInUse = async (trx: Trx, { user_id }: CustomerRecord, email: string): Promise<boolean> =>
  user_id !== null || (await listBookedAddresses(trx, [email])).length > 0
