// Fails on a requirement id that is cited but not listed in docs/requirements/, and on an id that is listed twice.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const listFolder = 'docs/requirements'
const cited = /(?<![\w#-])([CA]\d{3}|D[1-9]\d{0,2})(?![\w-])/g
const listed = /^- \*\*([CAD]\d+)\*\* \S/gm
const textFile = /\.(ts|tsx|mts|mjs|sql|css|md)$/

/** The ids that a text cites, each once. */
export const citedIds = (text: string): string[] => [...new Set([...text.matchAll(cited)].map(([, id]) => id!))]

/** The ids that a list explains, in order; an id that is listed twice comes twice. */
export const listedIds = (text: string): string[] => [...text.matchAll(listed)].map(([, id]) => id!)

function* textFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* textFiles(path)
    else if (textFile.test(entry.name)) yield path
  }
}

/** One line per fault: an id without an explanation, with the first file that cites it, or an id listed twice. */
export function findFaults(root: string): string[] {
  const ids = [...textFiles(join(root, listFolder))].flatMap((path) => listedIds(readFileSync(path, 'utf8')))
  const known = new Set(ids)
  const faults = ids
    .filter((id, place) => ids.indexOf(id) !== place)
    .map((id) => `${id} is listed twice in ${listFolder}`)
  const reported = new Set<string>()
  for (const folder of ['src', 'db', 'tests', 'tools', 'bench', 'docs'])
    for (const path of textFiles(join(root, folder)))
      for (const id of citedIds(readFileSync(path, 'utf8')))
        if (!known.has(id) && !reported.has(id)) {
          reported.add(id)
          faults.push(`${id} is cited in ${path.slice(root.length + 1)} and not listed in ${listFolder}`)
        }
  return faults
}

if (import.meta.filename === process.argv[1]) {
  const faults = findFaults(process.cwd())
  for (const fault of faults) console.error(fault)
  console.log(
    faults.length === 0 ? 'Every cited requirement is listed.' : `${faults.length} faults in requirement ids.`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}
