// Is the script of a first visit within its budget? Sums what the page's HTML makes the browser fetch, gzipped, from
// the build's manifest: the entry, what it imports, and the lazily loaded parts of the page.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildManifest, entrySource, readAssets } from '../src/shop/start/assets.ts'

const root = path.dirname(import.meta.dirname)
const kilobyte = 1024

const page = (name: string) => `src/shop/${name}/page.tsx`
const kindParts = (folder: string, ...files: string[]) => files.map((file) => `src/services/${folder}/${file}`)

/** Page, its parts, and the limit in kB (the design's numbers). */
const budgets: readonly (readonly [name: string, parts: readonly string[], limit: number])[] = [
  ['home', [page('home'), ...kindParts('umrah', 'shop.tsx'), ...kindParts('tour', 'shop.tsx')], 150],
  ['list', [page('service-list'), ...kindParts('tour', 'shop.tsx')], 150],
  ['detail', [page('service-detail'), ...kindParts('tour', 'shop.tsx', 'rules.ts')], 170],
  ['booking', [page('service-booking'), ...kindParts('tour', 'shop.tsx', 'rules.ts')], 200],
  ['payment', [page('booking-payment')], 200],
]

const client = path.join(root, 'dist/client')
const manifest = JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8')) as BuildManifest
const assets = readAssets(manifest)
const sizes = new Map<string, number>()
async function sizeOf(address: string): Promise<number> {
  const known = sizes.get(address)
  if (known !== undefined) return known
  const size = gzipSync(await readFile(path.join(client, address)), { level: 9 }).length
  sizes.set(address, size)
  return size
}
const sumOf = async (addresses: Iterable<string>): Promise<number> => {
  let sum = 0
  for (const address of new Set(addresses)) sum += await sizeOf(address)
  return sum / kilobyte
}

let isOver = false
for (const [name, parts, limit] of budgets) {
  const missing = parts.filter((part) => !assets.parts[part])
  if (missing.length > 0) {
    console.log(`${name.padEnd(10)} not built: ${missing.join(', ')}`)
    isOver = true
    continue
  }
  const kilobytes = await sumOf([
    assets.starter,
    assets.script,
    ...assets.shared,
    ...parts.flatMap((part) => assets.parts[part] ?? []),
  ])
  const verdict = kilobytes <= limit ? 'ok' : 'TOO MUCH'
  console.log(`${name.padEnd(10)} ${kilobytes.toFixed(1).padStart(6)} kB of ${limit} kB  ${verdict}`)
  if (kilobytes > limit) isOver = true
}
const styles = await sumOf(assets.styles)
console.log(`${'styles'.padEnd(10)} ${styles.toFixed(1).padStart(6)} kB of 25 kB  ${styles <= 25 ? 'ok' : 'TOO MUCH'}`)
if (styles > 25) isOver = true

/** All that a page of the shop can ever fetch, also later. */
function reach(source: string, seen = new Set<string>()): Set<string> {
  const chunk: { imports?: readonly string[]; dynamicImports?: readonly string[] } | undefined = manifest[source]
  if (!chunk || seen.has(source)) return seen
  seen.add(source)
  for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) reach(next, seen)
  return seen
}
const strangers = [...reach(entrySource)].filter((source) => /^src\/admin\/|\/seed\.ts$/.test(source))
if (strangers.length > 0) {
  console.log(`The shop can fetch parts of the back office or of the demo world: ${strangers.join(', ')}`)
  isOver = true
}
process.exitCode = isOver ? 1 : 0
