/**
 * Sample data ("worlds") for an empty database. Owns: the demo agency, the world of tests, the world of load tests. Does
 * not own: the items of each kind (services/K/seed.ts), mail templates (mail). Invariants: only an empty database is
 * filled; items are saved by the catalogue's command and priced by their kind's rules; no event is written, so no mail
 * is sent.
 */
import { refreshDaysAhead } from '../../src/modules/inventory/index.server.ts'
import { seedTemplates } from '../../src/modules/mail/index.server.ts'
import { seedDemo } from './demo.server.ts'
import { seedMillion } from './million.server.ts'
import { seedTest } from './test-world.server.ts'
import {
  beginWorld,
  DatabaseNotEmpty,
  finishWorld,
  isEmptyDatabase,
  type SeedDeps,
  type World,
} from './world.server.ts'

export { DatabaseNotEmpty, isEmptyDatabase, type SeedDeps, type World, worlds } from './world.server.ts'

const fill: Readonly<Record<World, (deps: SeedDeps) => Promise<void>>> = {
  demo: seedDemo,
  test: seedTest,
  million: (deps) => seedMillion(deps),
}

/** Advisory lock: nodes that start at the same time wait for each other. */
const seedLock = 0x5afa3

/**
 * Fills an empty database with a world and restarts an interrupted one. Does nothing if another node filled it
 * meanwhile. Throws DatabaseNotEmpty.
 */
export async function seedWorld(deps: SeedDeps, world: World): Promise<void> {
  if (!(await isEmptyDatabase(deps.db))) throw new DatabaseNotEmpty()
  const client = await deps.directPool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [seedLock])
    if (!(await isEmptyDatabase(deps.db))) return
    await beginWorld(deps)
    await seedTemplates(deps.db)
    await fill[world](deps)
    await finishWorld(deps.db)
    await refreshDaysAhead(deps)
  } finally {
    // Ending the session releases the lock and resets the limits.
    client.release(true)
  }
}
