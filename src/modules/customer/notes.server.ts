import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../platform/idempotency.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import type { CustomerView } from './contract.ts'
import type { CustomerDeps } from './deps.server.ts'
import { holdRecord } from './stored.server.ts'
import { text } from './text.ts'
import './tables.server.ts'

type Note = CustomerView['notes'][number]
type NoteRow = { id: string; text: string; author_name: string; created_at: Date }
const view = ({ id, text, author_name, created_at }: NoteRow): Note => ({
  ...{ id, text, author: author_name },
  at: created_at.toISOString(),
})
const columns = ['id', 'text', 'author_name', 'created_at'] as const

/** Newest first. One statement. */
export async function listNotes(q: Queryable, customerId: string): Promise<Note[]> {
  const rows = await q
    .selectFrom('customer_notes')
    .select(columns)
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(view)
}

/** Once per idempotency key. Refuses 'customer/not-found', 'customer/invalid' without a text. */
export async function addNote(
  deps: CustomerDeps,
  { caller, idempotencyKey: key }: Pick<RequestContext, 'caller' | 'idempotencyKey'>,
  input: { readonly customerId: string; readonly text: string },
): Promise<Note> {
  if (input.text === '')
    throw new Refusal('customer/invalid', {}, [{ path: 'text', message: text('errors.noteMissing') }])
  return deps.db.transaction().execute((trx) =>
    onceIfKeyed(
      trx,
      key === null ? null : { scope: `customer.note:${caller.userId}`, key, request: input },
      async () => {
        await holdRecord(trx, input.customerId)
        const now = deps.clock()
        const row = { id: newId(now), text: input.text, author_name: caller.name, created_at: now }
        await trx
          .insertInto('customer_notes')
          .values({ ...row, customer_id: input.customerId, author_id: caller.userId })
          .execute()
        const after = { note: input.text }
        await writeAudit(trx, caller, { action: 'customer.note-added', ...subject(input.customerId), after }, now)
        return view(row)
      },
    ),
  )
}

const subject = (customerId: string) => ({ subjectType: 'customer', subjectId: customerId })

/** Deletes a note, or brings it back. The same again changes nothing. Refuses 'customer/no-note'. */
export async function setNoteDeleted(
  deps: CustomerDeps,
  caller: Caller,
  { customerId, noteId, isDeleted }: { customerId: string; noteId: string; isDeleted: boolean },
): Promise<Note> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('customer_notes')
      .select(columns)
      .select('deleted_at')
      .where('id', '=', noteId)
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('customer/no-note')
    if ((row.deleted_at !== null) === isDeleted) return view(row)
    const now = deps.clock()
    await trx
      .updateTable('customer_notes')
      .set({ deleted_at: isDeleted ? now : null })
      .where('id', '=', noteId)
      .execute()
    const entry = isDeleted
      ? { action: 'customer.note-deleted', before: { note: row.text } }
      : { action: 'customer.note-restored', after: { note: row.text } }
    await writeAudit(trx, caller, { ...entry, ...subject(customerId) }, now)
    return view(row)
  })
}
