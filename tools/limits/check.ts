// npm run limits: reports what is larger than docs/STYLE.md allows. `--shrink` lowers and removes exceptions that are
// no longer needed; it never adds one.
import { readFileSync, writeFileSync } from 'node:fs'
import { compare, shrink } from './compare.ts'
import { measure } from './measure.ts'

const list = new URL('./exceptions.json', import.meta.url)
const excesses = measure(process.cwd())
let exceptions = JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>
if (process.argv.includes('--shrink')) {
  exceptions = shrink(exceptions, excesses)
  writeFileSync(list, `${JSON.stringify(exceptions, null, 2)}\n`)
}
const faults = compare(excesses, exceptions)
for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0
    ? `Limits: in order, with ${Object.keys(exceptions).length} exceptions.`
    : `Limits: ${faults.length} faults. Split what is too large; run \`npm run limits -- --shrink\` for stale exceptions.`,
)
process.exitCode = faults.length === 0 ? 0 : 1
