// npm run sentences: reports text for people outside the message catalogues (docs/recipes/add-a-message.md), and words
// that the shop spells otherwise (docs/STYLE.md). `--shrink` lowers and removes exceptions that are no longer needed;
// `--show FILE` lists what a file holds.
import { readFileSync, writeFileSync } from 'node:fs'
import { compare, shrink } from '../limits/compare.ts'
import { findMisspellings, findSentences } from './find.ts'

const list = new URL('./exceptions.json', import.meta.url)
const sentences = findSentences(process.cwd())
const counts: Record<string, number> = {}
for (const { file } of sentences) counts[file] = (counts[file] ?? 0) + 1

let exceptions = JSON.parse(readFileSync(list, 'utf8')) as Record<string, number>
if (process.argv.includes('--shrink')) {
  exceptions = shrink(exceptions, counts)
  writeFileSync(list, `${JSON.stringify(exceptions, null, 2)}\n`)
}
const shown = process.argv.indexOf('--show')
if (shown > 0)
  for (const { file, line, text } of sentences)
    if (file.startsWith(process.argv[shown + 1] ?? '')) console.log(`${file}:${line}: ${text}`)

const faults = compare(counts, exceptions)
for (const fault of faults) {
  console.error(`${fault}:`)
  for (const { file, line, text } of sentences) if (fault.startsWith(`${file}: `)) console.error(`  ${line}: ${text}`)
}
console.log(
  faults.length === 0
    ? `Sentences: in order, with ${Object.values(exceptions).reduce((sum, count) => sum + count, 0)} exceptions.`
    : 'Move these texts into messages/en.json; `npm run sentences -- --shrink` removes stale exceptions.',
)
const misspellings = findMisspellings(process.cwd())
for (const { file, line, text } of misspellings) console.error(`${file}:${line}: ${text}`)
process.exitCode = faults.length + misspellings.length === 0 ? 0 : 1
