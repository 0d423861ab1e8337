import type { ExpressionBuilder } from 'kysely'
import { erasedWord } from '../../kernel/scrub.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import { type Erased, holdsAddress } from '../../platform/erasure.server.ts'
import './tables.server.ts'

/**
 * Erases mails to the person, about their bookings, or containing their address. Sent mails keep time and template, so
 * that nothing is sent twice; all others are deleted. Returns the ids of the remaining mails.
 */
export async function eraseMailOf(trx: Trx, { email, bookingIds, placeholder }: Erased): Promise<readonly string[]> {
  const isAbout = (eb: ExpressionBuilder<Tables, 'mail_messages'>) =>
    eb.or([
      eb(eb.fn<string>('lower', ['to_address']), '=', email),
      eb(eb.fn<string>('lower', ['reply_to']), '=', email),
      ...(bookingIds.length > 0 ? [eb('booking_id', 'in', bookingIds)] : []),
      ...(['subject', 'text', 'html'] as const).map((column) => holdsAddress(column, email)),
    ])
  await trx.deleteFrom('mail_messages').where(isAbout).where('status', '<>', 'sent').execute()
  const rows = await trx
    .updateTable('mail_messages')
    .set({ to_address: placeholder, reply_to: null, subject: erasedWord, html: '', text: '', last_error: null })
    .where(isAbout)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
