/**
 * The worlds that a database can start with. Owns: the demo agency, the small world of tests, the big one of load
 * tests. Does not own: the items of each kind (services/K/seed.ts), mail templates (mail). Invariants: only an empty
 * database is filled; items go through the catalogue's own command, prices come from the kinds' rules; no event is
 * written, so no mail is sent about what never happened.
 */
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

/** Nodes that start together on an empty database queue for this. */
const seedLock = 0x5afa3

/**
 * Fills the database with a world; one that was cut short is begun again. When another node fills it meanwhile, that
 * one's world stays. Throws DatabaseNotEmpty.
 */
export async function seedWorld(deps: SeedDeps, world: World): Promise<void> {
  if (!(await isEmptyDatabase(deps.db))) throw new DatabaseNotEmpty()
  const client = await deps.pool.connect()
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [seedLock])
    if (!(await isEmptyDatabase(deps.db))) return
    await beginWorld(deps)
    await seedTemplates(deps.db)
    await fill[world](deps)
    await finishWorld(deps.db)
  } finally {
    // Ends the session, and the lock with it.
    client.release(true)
  }
}
