// npm run build: dist/client (what browsers fetch, compressed beforehand) and dist/server (the renderer of pages).
// Does nothing while its inputs are those of the last build; --force builds anyway, --uncompressed leaves out the
// compressed files, which take a third of its CPU.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, createBuilder } from 'vite'
import { catalogueLanguage, languages } from '../src/kernel/language.ts'
import { putAside, putBack } from './earlier-assets.ts'
import { makeShareCards } from './share-cards.ts'
import { writeLanguages } from './vite/languages.ts'
import { messageAlias, messages } from './vite/messages.ts'

const root = path.dirname(import.meta.dirname)
const stampFile = path.join(root, 'dist/.stamp')
/** A file of the server's that draws for the build as well. */
const drawings = 'src/modules/files/picture-drawings.server.ts'
/** All that can change what is built; tests and the server's other files cannot. */
const inputs = [
  ...['src', 'public', 'tools/build.ts', 'tools/share-cards.ts', 'tools/vite'],
  ...['vite.config.ts', 'package-lock.json', 'tsconfig.json'],
]
const isInput = (file: string): boolean =>
  file === drawings ||
  !/\.server\.ts$|\.test\.tsx?$|[\\/]testing[\\/]|^src[\\/](app|web|platform|adapters)[\\/]/.test(file)

async function filesUnder(place: string): Promise<string[]> {
  const at = path.join(root, place)
  if (!existsSync(at)) return []
  if (!(await stat(at)).isDirectory()) return [place]
  const entries = await readdir(at, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
}

/** Content, not times: a checkout that touches every file builds nothing again. */
async function fingerprint(): Promise<string> {
  const files = (await Promise.all(inputs.map(filesUnder))).flat().filter(isInput).sort()
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(file).update(await readFile(path.join(root, file)))
  return hash.digest('hex')
}

async function isFresh(wanted: string): Promise<boolean> {
  return existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === wanted
}

const compressible = /\.(js|css|svg|json|txt|xml|webmanifest|map)$/
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** .br and .gz beside each file that gains by it, at the highest levels: it is done once. */
async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    (entry) => entry.isFile() && compressible.test(entry.name) && !entry.parentPath.includes('.vite'),
  )
  const known = new Map<string, readonly [Buffer, Buffer]>()
  for (const entry of files) {
    const file = path.join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    if (bytes.length < 1024) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    // Files without messages are the same in every language.
    const digest = createHash('sha256').update(bytes).digest('hex')
    const [br, gzipped] = known.get(digest) ?? (await Promise.all([brotli(bytes, { params }), gz(bytes, { level: 9 })]))
    known.set(digest, [br, gzipped])
    if (br.length < bytes.length) await writeFile(`${file}.br`, br)
    if (gzipped.length < bytes.length) await writeFile(`${file}.gz`, gzipped)
  }
}

/** One plain script at the root of the site, so that it may look after all of it. */
async function buildServiceWorker(): Promise<void> {
  await build({
    ...{ root, configFile: false, publicDir: false, mode: 'production', logLevel: 'warn' },
    plugins: [messages()],
    resolve: { alias: messageAlias },
    build: {
      outDir: 'dist/client',
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: 'src/shop/offline/worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

const wanted = await fingerprint()
if (!process.argv.includes('--force') && (await isFresh(wanted))) {
  console.log('The build is up to date.')
} else {
  const started = performance.now()
  process.env.NODE_ENV = 'production'
  await rm(stampFile, { force: true })
  // Those of the other languages first: their folders are within the first one.
  const folders = [...languages.filter((language) => language !== catalogueLanguage), '']
  const places = folders.map((folder) => ({
    assets: path.join(root, 'dist/client/assets', folder.toLowerCase()),
    aside: path.join(root, `dist/earlier-assets${folder && `-${folder.toLowerCase()}`}`),
  }))
  for (const { assets, aside } of places) await putAside(assets, aside)
  const builder = await createBuilder({ root, mode: 'production', logLevel: 'warn' })
  await builder.buildApp()
  await writeLanguages(path.join(root, 'dist/client'))
  await buildServiceWorker()
  await makeShareCards(path.join(root, 'public/pictures'), path.join(root, 'dist/client/og'))
  if (!process.argv.includes('--uncompressed')) await compress(path.join(root, 'dist/client'))
  for (const { assets, aside } of places) await putBack(aside, assets, new Date())
  await mkdir(path.dirname(stampFile), { recursive: true })
  await writeFile(`${stampFile}.new`, wanted)
  await rename(`${stampFile}.new`, stampFile)
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}
