// Is the script of a first visit within its budget? Sums what the page's HTML makes the browser fetch, gzipped, from
// the build's manifest: the entry, what it imports, and the lazily loaded parts of the page. Each file also costs a request
// and its headers.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { catalogueLanguage, languages } from '../src/kernel/language.ts'
import { fileIn } from '../src/kernel/language-files.ts'
import { type BuildManifest, entrySource, readAssets } from '../src/shop/start/assets.ts'
import { fontsOf } from '../src/shop/start/document.ts'

const root = path.dirname(import.meta.dirname)
const kilobyte = 1024
/** Of a script's response, measured in Chromium. */
const headerBytes = 400

const page = (name: string) => `src/shop/${name}/page.tsx`
const kindParts = (folder: string, ...files: string[]) => files.map((file) => `src/services/${folder}/${file}`)

/** Page, its parts, the limit in kB without headers (the design's numbers), and the number of files. Only ever lowered. */
const budgets: readonly (readonly [name: string, parts: readonly string[], limit: number, maxFiles: number])[] = [
  ['home', [page('home'), ...kindParts('umrah', 'shop.tsx'), ...kindParts('tour', 'shop.tsx')], 148, 11],
  ['list', [page('service-list'), ...kindParts('tour', 'shop.tsx')], 146, 10],
  ['detail', [page('service-detail'), ...kindParts('tour', 'shop.tsx', 'rules.ts')], 163, 13],
  ['booking', [page('service-booking'), ...kindParts('tour', 'shop.tsx', 'rules.ts')], 165, 13],
  ['payment', [page('booking-payment')], 161, 12],
  ['sign-in', ['src/shop/account/login-page.tsx'], 152, 12],
  ['tracking', [page('booking-tracker')], 166, 16],
]

/** Letters beyond ASCII take two or three bytes each: 2 to 3 kB more in Arabic. */
const moreInOthers = 5

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
/** Kilobytes by language and page. */
const scripts = new Map<string, number>()
for (const [language, [name, parts, limit, maxFiles]] of languages.flatMap((language) =>
  budgets.map((budget) => [language, budget] as const),
)) {
  const missing = parts.filter((part) => !assets.parts[part])
  if (missing.length > 0) {
    console.log(`${name.padEnd(10)} not built: ${missing.join(', ')}`)
    isOver = true
    continue
  }
  const files = new Set(
    [assets.starter, assets.script, ...assets.shared, ...parts.flatMap((part) => assets.parts[part] ?? [])].map(
      (file) => fileIn(language, file),
    ),
  )
  const kilobytes = await sumOf(files)
  scripts.set(`${language} ${name}`, kilobytes)
  const maxKilobytes = language === catalogueLanguage ? limit : limit + moreInOthers
  const isWithin = kilobytes <= maxKilobytes && files.size <= maxFiles
  const sent = kilobytes + (files.size * headerBytes) / kilobyte
  console.log(
    `${language} ${name.padEnd(10)} ${kilobytes.toFixed(1).padStart(6)} kB of ${maxKilobytes} kB, ${sent.toFixed(1)} kB with headers, ` +
      `in ${files.size} of ${maxFiles} files  ${isWithin ? 'ok' : 'TOO MUCH'}`,
  )
  if (!isWithin) isOver = true
}

/** What a page may cost more than in English, its own fonts included. */
const maxMore = 25
for (const language of languages.filter((code) => code !== catalogueLanguage)) {
  const own = fontsOf(language).filter((font) => !fontsOf(catalogueLanguage).includes(font))
  const sizes = await Promise.all(own.map((font) => readFile(path.join(root, 'public/fonts', `${font}.woff2`))))
  const fonts = sizes.reduce((sum, { length }) => sum + length, 0) / kilobyte
  const more =
    fonts +
    Math.max(
      ...budgets.map(
        ([name]) => (scripts.get(`${language} ${name}`) ?? 0) - (scripts.get(`${catalogueLanguage} ${name}`) ?? 0),
      ),
    )
  console.log(
    `${language} costs ${more.toFixed(1)} kB of ${maxMore} kB more than ${catalogueLanguage}, ${fonts.toFixed(1)} kB of it fonts  ` +
      (more <= maxMore ? 'ok' : 'TOO MUCH'),
  )
  if (more > maxMore) isOver = true
}
const styles = await sumOf(assets.styles)
console.log(`${'styles'.padEnd(10)} ${styles.toFixed(1).padStart(6)} kB of 25 kB  ${styles <= 25 ? 'ok' : 'TOO MUCH'}`)
if (styles > 25) isOver = true

/** All that a file fetches at once, or can ever fetch. */
function reach(source: string, when: 'at once' | 'ever', seen = new Set<string>()): Set<string> {
  const chunk: { imports?: readonly string[]; dynamicImports?: readonly string[] } | undefined = manifest[source]
  if (!chunk || seen.has(source)) return seen
  seen.add(source)
  const later = when === 'ever' ? (chunk.dynamicImports ?? []) : []
  for (const next of [...(chunk.imports ?? []), ...later]) reach(next, when, seen)
  return seen
}
const strangers = [...reach(entrySource, 'ever')].filter((source) => /^src\/admin\/|\/seed\.ts$/.test(source))
if (strangers.length > 0) {
  console.log(`The shop can fetch parts of the back office or of the demo world: ${strangers.join(', ')}`)
  isOver = true
}
// The other way round: a file that both share must not bring the shop along.
const back = Object.keys(manifest).filter((source) =>
  /^src\/(admin\/.*|services\/.*\/(rules|fields)\.ts)$/.test(source),
)
const withShop = back.filter((source) => reach(source, 'at once').has(entrySource))
if (withShop.length > 0) {
  console.log(`The back office fetches the shop: ${withShop.join(', ')}`)
  isOver = true
}
process.exitCode = isOver ? 1 : 0
