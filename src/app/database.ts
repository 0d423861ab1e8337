/** npm run db:migrate, npm run db:seed -- --world demo|test|million */
import { parseArgs } from 'node:util'
import { DatabaseNotEmpty, isEmptyDatabase, seedWorld, type World, worlds } from '../../db/seeds/index.server.ts'
import { runCommand, withShop } from './command.server.ts'

/** Without a world the database is only migrated. */
type Wanted = { world: World | null }

function readArguments(args: string[]): Wanted | null {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { world: { type: 'string' } } })
  const [what, ...rest] = positionals
  if (rest.length > 0) return null
  if (what === 'migrate' && values.world === undefined) return { world: null }
  const world = worlds.find((each) => each === (values.world ?? 'demo'))
  return what === 'seed' && world ? { world } : null
}

await runCommand<Wanted>({
  usage: ['Usage: npm run db:migrate', `       npm run db:seed -- --world ${worlds.join('|')}`],
  read: readArguments,
  run: ({ world }, started) =>
    // Opening the shop migrates it.
    withShop(started, async ({ core, shop }) => {
      if (world === null) return { lines: ['Up to date.'], isWell: true }
      if (!(await isEmptyDatabase(core.db))) return { lines: [new DatabaseNotEmpty().message], isWell: false }
      await seedWorld({ ...shop.deps, isSandbox: started.env.paymentsMode === 'sandbox' }, world)
      return { lines: [`The ${world} world is in.`], isWell: true }
    }),
})
