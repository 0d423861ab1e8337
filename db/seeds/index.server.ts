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
import { DatabaseNotEmpty, isEmptyDatabase, type SeedDeps, type World } from './world.server.ts'

export { DatabaseNotEmpty, isEmptyDatabase, type SeedDeps, type World, worlds } from './world.server.ts'

const fill: Readonly<Record<World, (deps: SeedDeps) => Promise<void>>> = {
  demo: seedDemo,
  test: seedTest,
  million: (deps) => seedMillion(deps),
}

/** Fills the database with a world. Throws DatabaseNotEmpty. */
export async function seedWorld(deps: SeedDeps, world: World): Promise<void> {
  if (!(await isEmptyDatabase(deps.db))) throw new DatabaseNotEmpty()
  await seedTemplates(deps.db)
  await fill[world](deps)
}
