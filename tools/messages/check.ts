// npm run messages: compares the catalogues of every language with the English ones (docs/recipes/add-a-message.md).
// A language that visitors can choose (src/kernel/language.ts) must be complete; of another one it is reported how
// much is there, and what is there must be right.
//   npm run messages -- ar          lists what is missing in one language
//   npm run messages -- ar shop     ... in one room
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '../../src/kernel/language.ts'
import { translatedRooms, writtenLanguages } from './catalogues.ts'
import { readGlossary } from './glossary.ts'
import { type Finding, type Report, reportOn } from './report.ts'

const root = path.join(import.meta.dirname, '../..')
const source = path.join(root, 'src')
const glossary = path.join(root, 'docs/glossary.md')
const terms = existsSync(glossary) ? readGlossary(readFileSync(glossary, 'utf8')) : []
const exceptions = JSON.parse(readFileSync(path.join(import.meta.dirname, 'exceptions.json'), 'utf8')) as string[]

const offered: readonly string[] = languages
const [wanted, wantedRoom] = process.argv.slice(2).filter((argument) => argument !== '--')

function show(report: Report, language: string): boolean {
  const { faults, missing, total } = report
  for (const exception of report.excused) excused.add(exception)
  const isOffered = offered.includes(language)
  const place = ({ room, key }: Finding) => `src/${room}/messages/${language}.json: ${key}`
  for (const fault of faults) console.error(`${place(fault)} ${fault.text}`)
  const lists = wanted === language || (isOffered && missing.length > 0)
  const listed = missing.filter(({ room }) => wantedRoom === undefined || room === wantedRoom)
  if (lists) for (const { text, ...at } of listed) console.error(`${place({ ...at, text })} is missing: ${text}`)
  console.log(`Messages, ${language}: ${total - missing.length} of ${total}, ${faults.length} faults.`)
  return faults.length === 0 && !(isOffered && missing.length > 0)
}

const rooms = translatedRooms(source, wanted ?? 'en')
if (wantedRoom !== undefined && !rooms.includes(wantedRoom))
  console.error(`No room '${wantedRoom}'. Rooms: ${rooms.join(', ')}`)
const excused = new Set<string>()
const all = wanted ? [wanted] : [...new Set([...offered, ...writtenLanguages(source)])].sort()
const fine = all.map((language) => show(reportOn(source, language, { terms, exceptions }), language))
const stale = wanted ? [] : exceptions.filter((exception) => !excused.has(exception))
for (const exception of stale) console.error(`tools/messages/exceptions.json: '${exception}' is no longer needed`)
process.exitCode = fine.includes(false) || stale.length > 0 ? 1 : 0
