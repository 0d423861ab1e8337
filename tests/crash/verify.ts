import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { diskStore } from '../../src/adapters/files/disk/index.server.ts'
import { provePlaces } from '../../src/modules/booking/index.server.ts'
import { openFile } from '../../src/modules/files/index.server.ts'
import { proveLedger } from '../../src/modules/payment/index.server.ts'
import { anonymous } from '../../src/platform/core.server.ts'
import { createKeyring } from '../../src/platform/crypto/keyring.server.ts'
import { openDatabase } from '../../src/platform/db/database.server.ts'
import { onlyPrimary } from '../../src/platform/db/reads.server.ts'
import { createLog } from '../../src/platform/log.server.ts'
import { findRunning } from '../../src/platform/postgres/index.server.ts'
import type { Acknowledged, Crashed } from './clients.ts'
import { query } from './folders.ts'

/** Looks for the rows of everything acknowledged so far, while clients continue. */
export async function findLost(
  dataDir: string,
  { bookings, payments, proofs }: Acknowledged,
): Promise<{ faults: string[]; checked: string }> {
  const searches = [
    ['bookings', 'id', bookings.map(({ id }) => id)],
    ['payment_attempts', 'id', payments.map(({ attemptId }) => attemptId)],
    ['payment_proofs', 'booking_id', proofs.map(({ bookingId }) => bookingId)],
  ] as const
  const faults: string[] = []
  await query(dataDir, async (client) => {
    for (const [table, column, ids] of searches) {
      const { rows } = await client.query<{ id: string }>(
        `select wanted.id from unnest($1::uuid[]) as wanted (id) where not exists (select from ${table} where ${table}.${column} = wanted.id)`,
        [ids],
      )
      faults.push(...rows.map(({ id }) => `lost from ${table}: ${id}`))
    }
  })
  return { faults, checked: `${bookings.length} bookings, ${payments.length} payments, ${proofs.length} proofs` }
}

/**
 * Checks the database and the store of the running shop. Returns a line for each lost, incomplete or duplicate item.
 */
export async function findFaults(run: Crashed): Promise<string[]> {
  const running = findRunning(run.dataDir)
  if (!running) throw new Error('The shop is not running')
  const log = createLog('silent')
  const { db, pool, close } = openDatabase(running.connection, log)
  const keys = createKeyring(readFileSync(join(run.dataDir, 'secret-key'), 'utf8').trim())
  const deps = {
    db,
    pool,
    directPool: pool,
    reads: onlyPrimary(db),
    log,
    keys,
    clock: () => new Date(),
    baseUrl: 'http://shop.test',
    store: diskStore(join(run.dataDir, 'files')),
  }
  const faults: string[] = []
  const each = async (question: string, query: ReturnType<typeof sql<{ what: string }>>) => {
    const { rows } = await query.execute(db)
    for (const row of rows) faults.push(`${question}: ${row.what}`)
  }
  try {
    // What is due, and what failed and is tried again.
    const open = sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs
      where (run_at <= now() or attempts > 0) and attempts < max_attempts`
    await until(async () => (await open.execute(db)).rows[0]?.n === 0)

    const { bookings, payments, proofs, moves } = run.acknowledged
    const stored = await db.selectFrom('bookings').select(['id', 'booking_reference', 'travel_date']).execute()
    const references = new Map(stored.map((row) => [row.id, row.booking_reference]))
    for (const booking of bookings)
      if (references.get(booking.id) !== booking.reference) faults.push(`booking lost: ${booking.reference}`)
    const days = new Map(stored.map((row) => [row.id, row.travel_date]))
    for (const { bookingId, day } of moves)
      if (days.get(bookingId) !== day) faults.push(`move lost: booking ${bookingId}`)
    if (stored.length > run.keysUsed.length) faults.push(`${stored.length} bookings from ${run.keysUsed.length} keys`)
    const attempts = new Set((await db.selectFrom('payment_attempts').select('id').execute()).map((row) => row.id))
    for (const payment of payments)
      if (!attempts.has(payment.attemptId)) faults.push(`payment lost: ${payment.attemptId}`)

    const kept = await db.selectFrom('payment_proofs').select(['booking_id', 'file_id']).execute()
    const sums = new Map<string, Set<string>>()
    for (const proof of kept) {
      const bytes = await openFile(deps, proof.file_id!, anonymous('crash test')).then(
        (file) => file.bytes,
        () => null,
      )
      if (!bytes) faults.push(`proof without its bytes: booking ${proof.booking_id}`)
      else
        sums.set(
          proof.booking_id,
          (sums.get(proof.booking_id) ?? new Set()).add(createHash('sha256').update(bytes).digest('hex')),
        )
    }
    for (const proof of proofs)
      if (!sums.get(proof.bookingId)?.has(proof.sha256)) faults.push(`proof lost: booking ${proof.bookingId}`)

    await each(
      'booking without a history',
      sql`select id::text as what from bookings b where not exists (select from booking_history h where h.booking_id = b.id)`,
    )
    await each(
      'booking without its event',
      sql`select id::text as what from bookings b where not exists (select from events e where e.name = 'booking.created' and e.payload->>'bookingId' = b.id::text)`,
    )
    await each(
      'booking without its mail',
      sql`select id::text as what from bookings b where (select count(*) from mail_messages m where m.booking_id = b.id and m.template_name = 'booking_received') <> 1`,
    )
    await each(
      'two active attempts',
      sql`select booking_id::text as what from payment_attempts where state in ('created', 'requires_action', 'processing') group by 1 having count(*) > 1`,
    )
    await each(
      'counters that lie',
      sql`select service_type as what from booking_counters group by 1 having sum(bookings) <> (select count(*) from bookings b where b.service_type = booking_counters.service_type)`,
    )
    for (const { reference, subject, what } of await proveLedger(db))
      faults.push(`ledger differs: ${reference}, ${what} of its ${subject}`)
    for (const { date, time, taken, booked } of await provePlaces(db))
      faults.push(`places differ: ${date} ${time} has ${taken} taken and ${booked} booked`)
    return faults
  } finally {
    await close()
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('The jobs did not come to an end')
    await wait(100)
  }
}
