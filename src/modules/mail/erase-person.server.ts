import { sql } from 'kysely'
import { erasedWord } from '../../kernel/scrub.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { type Erased, holdsAddress } from '../../platform/erasure.server.ts'
import './tables.server.ts'

/**
 * Mail to the person, about their bookings, or with their address in it: what was sent keeps its time and template, so
 * that nothing is sent twice; what was not goes. Gives back the ids of what is left.
 */
export async function eraseMailOf(trx: Trx, { email, bookingIds, placeholder }: Erased): Promise<readonly string[]> {
  const isAbout = sql<boolean>`(lower(to_address) = ${email} or booking_id = any (${[...bookingIds]}::uuid[])
    or ${holdsAddress('subject', email)} or ${holdsAddress('text', email)} or ${holdsAddress('html', email)})`
  await trx.deleteFrom('mail_messages').where(isAbout).where('status', '<>', 'sent').execute()
  const { rows } = await sql<{ id: string }>`
    update mail_messages set to_address = ${placeholder}, subject = ${erasedWord}, html = '', text = '', last_error = null
    where ${isAbout} returning id`.execute(trx)
  return rows.map(({ id }) => id)
}
