// npm run regexps: reports regular expressions whose time grows faster than their input (docs/decisions/0020).
import { findAll } from './find.ts'

const slow = findAll(process.cwd())
for (const { file, line, source, repeated, isExponential } of slow) {
  const growth = isExponential ? 'exponential' : 'more than linear'
  console.error(`${file}:${line}: /${source}/ takes ${growth} time in repetitions of ${JSON.stringify(repeated)}`)
}
console.log(
  slow.length === 0
    ? 'Regular expressions: all linear.'
    : 'Let no two quantifiers match the same text, or write a loop. There is no list of exceptions.',
)
process.exitCode = slow.length === 0 ? 0 : 1
