// Runs after all tests: PostgreSQL must have executed every `sql` tag in one of them. TypeScript does not check raw SQL,
// so a renamed column is noticed here, or by the test that runs the statement. `--shrink` lowers the exceptions.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shrink } from '../limits/compare.ts'
import { countByFile, findSqlTags } from './tags.ts'

const folder = process.env.SQL_COVERAGE
if (!folder) throw new Error('SQL_COVERAGE must name the folder that the tests wrote to')
const executed = new Set(
  globSync('*.txt', { cwd: folder }).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
)
const tags = findSqlTags(process.cwd())
const missing = tags.filter((where) => !executed.has(where))
const counts = countByFile(missing)

/** File -> how many of its tags no test executes. */
const list = new URL('./exceptions.json', import.meta.url)
let exceptions = JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>
if (process.argv.includes('--shrink')) {
  exceptions = shrink(exceptions, counts)
  writeFileSync(list, `${JSON.stringify(exceptions, null, 2)}\n`)
}
const faults = Object.keys(counts).filter((file) => (counts[file] ?? 0) > (exceptions[file] ?? 0))
for (const where of missing)
  if (faults.includes(where.split(':')[0] ?? '')) console.error(`${where}: no test executes this SQL`)
for (const file of Object.keys(exceptions))
  if ((counts[file] ?? 0) < (exceptions[file] ?? 0)) console.log(`${file}: lower its exception with --shrink`)
console.log(`SQL: ${tags.length - missing.length} of ${tags.length} tags were executed by a test.`)
process.exitCode = faults.length === 0 ? 0 : 1
