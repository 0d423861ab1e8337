import { jsonOf } from '../../../kernel/json.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Erased } from '../../../platform/erasure.server.ts'
import './tables.server.ts'

/** A message went to other customers too, so only the person's words are removed from it. */
export async function scrubRuns(trx: Trx, { bookingIds, scrub }: Pick<Erased, 'bookingIds' | 'scrub'>): Promise<void> {
  const runs = await trx
    .selectFrom('booking_runs')
    .select(['id', 'options'])
    .where('action', '=', 'message')
    .where('id', 'in', (q) =>
      q
        .selectFrom('booking_run_items')
        .select('run_id')
        .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val([...bookingIds])))),
    )
    .execute()
  for (const { id, options } of runs)
    await trx
      .updateTable('booking_runs')
      .set({ options: jsonOf(scrub(options)) })
      .where('id', '=', id)
      .execute()
}
