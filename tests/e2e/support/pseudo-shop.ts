// The built shop in the pseudo-locale: a copy whose English is long and accented, and whose Arabic is the same from right
// to left. Only messages differ, so boxes are those of the build. Real languages give up their places because a build has
// no other.
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { runInThisContext } from 'node:vm'
import compile from 'icu-minify/compile'
import { isolateValues } from '../../../src/kernel/direction.ts'
import { pseudoMessage } from '../../../src/platform/pseudo-locale.ts'
import { type RunningShop, startShop } from './running-shop.ts'
import { runTemplate } from './template.ts'

/** The languages whose words are exchanged. */
export const pseudoDirections = ['en', 'ar'] as const
export type PseudoDirection = (typeof pseudoDirections)[number]

type Messages = { readonly [key: string]: string | Messages }
type Compiled = unknown
const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const each = (group: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(group).map(([key, value]) => [key, change(value)]))

const pseudoMessages = (messages: Messages): object =>
  each(messages, (value) => (typeof value === 'string' ? pseudoMessage(value) : pseudoMessages(value as Messages)))

const catalogues = (root: string): string[] => globSync('src/**/messages/en.json', { cwd: root })
const read = (file: string): Messages => JSON.parse(readFileSync(file, 'utf8'))

/** Every English message of the build, compiled, as it is and in the pseudo-locale. */
function pseudoByMessage(root: string): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const add = (value: unknown): void => {
    if (isGroup(value)) Object.values(value).forEach(add)
    else known.set(JSON.stringify(compile(value as string)), pseudoMessage(value as string))
  }
  for (const file of catalogues(root)) add(read(join(root, file)))
  return known
}

/** The end of the object literal that begins at `start`. */
function endOf(code: string, start: number): number {
  let depth = 0
  for (const { 0: part, index } of code.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (part === '{') depth += 1
    if (part === '}') depth -= 1
    if (depth === 0) return start + index + 1
  }
  throw new Error('Messages of the build do not end')
}

/** Exchanges the messages in a built file. Browsers' files hold those of one language, the renderer's of all. */
function exchange(code: string, as: (english: object, languages: object) => object): string {
  let [done, rest] = ['', code]
  for (let at = rest.search(/\{\s*"en":\s*\{/); at >= 0; at = rest.search(/\{\s*"en":\s*\{/)) {
    const end = endOf(rest, at)
    const languages = runInThisContext(`(${rest.slice(at, end)})`)
    done += rest.slice(0, at) + JSON.stringify(as(languages.en, languages))
    rest = rest.slice(end)
  }
  return done + rest
}

function writePseudoFiles(root: string, copy: string): void {
  const known = pseudoByMessage(root)
  const inPseudo = (compiled: Compiled, language: PseudoDirection): unknown => {
    if (isGroup(compiled)) return each(compiled, (value) => inPseudo(value, language))
    const message = known.get(JSON.stringify(compiled))
    if (message === undefined) throw new Error(`The build is older than its messages: ${JSON.stringify(compiled)}`)
    return isolateValues(compile(message), language)
  }
  const write = (file: string, code: string): void => {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), code)
  }
  for (const file of catalogues(root)) {
    const messages = JSON.stringify(pseudoMessages(read(join(root, file))))
    for (const language of pseudoDirections) write(file.replace('en.json', `${language}.json`), messages)
  }
  for (const file of globSync('dist/server/**/*.js', { cwd: root })) {
    const code = readFileSync(join(root, file), 'utf8')
    write(
      file,
      exchange(code, (english, all) => ({ ...all, en: inPseudo(english, 'en'), ar: inPseudo(english, 'ar') })),
    )
  }
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(root, 'dist/client/.vite/manifest.json'), 'utf8'),
  )
  for (const file of new Set(Object.values(manifest).map(({ file }) => file))) {
    if (!file.endsWith('.js')) continue
    const code = readFileSync(join(root, 'dist/client', file), 'utf8')
    for (const language of pseudoDirections) {
      const name = language === 'en' ? file : file.replace('assets/', `assets/${language}/`)
      write(
        `dist/client/${name}`,
        exchange(code, (english) => ({ [language]: inPseudo(english, language) })),
      )
    }
  }
}

/** The files without messages. Modules are copied, because Node reads a link as the file it leads to. */
function copyRest(root: string, copy: string): void {
  const isScript = /^dist\/client\/assets\/(ar|hi|ur)$|^dist\/client\/assets\/.*\.js(\.br|\.gz)?$/
  for (const part of ['src', 'db', 'package.json', 'dist/client'])
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (file) => !isScript.test(relative(root, file)),
    })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** The copy has a folder of its own, which is deleted with its data. */
export async function startPseudoShop(): Promise<RunningShop> {
  const root = process.cwd()
  if (!existsSync(join(root, 'dist/client/.vite/manifest.json'))) throw new Error('Run npm run build first')
  const copy = mkdtempSync(join(tmpdir(), 'safar-pseudo-'))
  copyRest(root, copy)
  writePseudoFiles(root, copy)
  const shop = await startShop({ template: runTemplate(), root: copy })
  return {
    ...shop,
    stop: async () => {
      await shop.stop()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

/** The words of a room's catalogue in the pseudo-locale: 'list.filters'. */
export function pseudoWords(room: string): (key: string) => string {
  const messages = read(join('src', room, 'messages/en.json'))
  return (key) => {
    const message = key.split('.').reduce<unknown>((all, part) => (all as Messages | undefined)?.[part], messages)
    if (typeof message !== 'string') throw new Error(`${room} has no ${key}`)
    return pseudoMessage(message)
  }
}
