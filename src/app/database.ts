/** npm run db:migrate, npm run db:seed -- --world demo|test|million: the database by hand. */
import { parseArgs } from 'node:util'
import { DatabaseNotEmpty, isEmptyDatabase, seedWorld, type World, worlds } from '../../db/seeds/index.server.ts'
import { openShop } from './open-shop.server.ts'
import { begin, endWith } from './started.server.ts'

const usage = `Usage: npm run db:migrate
       npm run db:seed -- --world ${worlds.join('|')}
`

/** `null`: only bring the database up to date. */
function readArguments(args: readonly string[]): World | null | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { world: { type: 'string' } },
    })
    if (positionals[0] === 'migrate' && values.world === undefined) return null
    const world = worlds.find((each) => each === (values.world ?? 'demo'))
    return positionals[0] === 'seed' ? world : undefined
  } catch {
    return undefined
  }
}

const wanted = readArguments(process.argv.slice(2))
if (wanted === undefined) {
  process.stderr.write(usage)
  process.exit(2)
}
const { env, log } = begin()
try {
  // Opening brings it up to date.
  const { core, shop, close } = await openShop(env, log, env.port, { besideRunning: true })
  const isRefused = wanted !== null && !(await isEmptyDatabase(core.db))
  if (wanted !== null && !isRefused)
    await seedWorld({ ...shop.deps, isSandbox: env.paymentsMode === 'sandbox' }, wanted)
  await close()
  const said = isRefused ? new DatabaseNotEmpty().message : wanted ? `The ${wanted} world is in.` : 'Up to date.'
  process.stdout.write(`${said}\n`)
  process.exitCode = isRefused ? 1 : 0
} catch (error) {
  endWith(error)
}
