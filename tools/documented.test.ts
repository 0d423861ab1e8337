/** What README and docs name exists: commands, options, environment variables, files, links and their headings. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string): string => readFileSync(file, 'utf8')
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md').sort()]
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** `code` and blocks of a page, each in one line. */
const codeOf = (page: string): string[] =>
  [...read(page).matchAll(/```\w*\n([\s\S]*?)```|`([^`]+)`/g)].flatMap(([, block, span = '']) =>
    block === undefined ? [span.replaceAll(/\s+/g, ' ')] : block.split('\n'),
  )
/** 'page: what' for each thing in the code of the pages that does not exist. */
const missing = (thingsIn: (code: string, page: string) => readonly string[]): string[] =>
  pages.flatMap((page) => codeOf(page).flatMap((code) => thingsIn(code, page).map((thing) => `${page}: ${thing}`)))

test('every documented npm script exists', () => {
  const namesIn = (code: string) => [...code.matchAll(/\bnpm (?:run )?(?:-s )?([\w:]+)/g)].map(([, name = '']) => name)
  const ofNpm = ['sbom', 'prune']
  expect(missing((code) => namesIn(code).filter((name) => !(name in scripts) && !ofNpm.includes(name)))).toEqual([])
  expect(pages.flatMap(codeOf).flatMap(namesIn).length).toBeGreaterThan(50)
})

test('every documented option of a script is one that its program reads', () => {
  const programOf = (name: string): string =>
    scripts[name]?.split(' ').findLast((word) => /\.m?[jt]s$/.test(word)) ?? ''
  const unknown = (code: string): string[] => {
    const [, name = '', rest = ''] = /\bnpm (?:run )?([\w:]+) -- (.*)/.exec(code) ?? []
    const options = [...rest.matchAll(/--([\w-]+)/g)].map(([, option = '']) => option)
    return options.filter((option) => !read(programOf(name)).includes(option)).map((option) => `${name} --${option}`)
  }
  expect(missing(unknown)).toEqual([])
})

test('every documented environment variable is read somewhere, and every one of the shop is documented', () => {
  const files = globSync([
    '{src/{app,platform},tools,bench,tests,deploy}/**/*.{ts,mjs,yaml,env,sh}',
    'src/**/*.test.ts',
  ])
  const readers = files.filter((file) => path.basename(file) !== 'documented.test.ts')
  const used = new Set(readers.flatMap((file) => read(file).match(/\b[A-Z][A-Z\d_]+\b/g) ?? []))
  // OpenTelemetry reads these itself.
  for (const name of ['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES']) used.add(name)
  const namesIn = (code: string): string[] => [
    ...(code.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b(?!_)/g) ?? []),
    ...[...code.matchAll(/(?:^|\s)([A-Z][A-Z\d]+)=/g)].map(([, name = '']) => name),
  ]
  expect(missing((code) => namesIn(code).filter((name) => !used.has(name)))).toEqual([])
  const text = pages.map(read).join('\n')
  const own = [...read('src/platform/env.server.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name = '']) => name)
  expect(own.length).toBeGreaterThan(30)
  expect(own.filter((name) => name !== 'NODE_ENV' && !text.includes(name))).toEqual([])
})

test('every documented file and folder exists', () => {
  const places = ['', 'src/', 'src/modules/', 'src/services/', 'tests/']
  const tops = new Set(places.flatMap((place) => globSync(`${place}*`).map((file) => path.basename(file))))
  // What the recipes add, and placeholders.
  const invented = /\/(?:cruise|acme|[A-Z])\/|[{}<>]/
  const isThere = (file: string): boolean => places.some((place) => globSync(place + file).length > 0)
  const filesIn = (code: string): string[] =>
    code
      .split(/[\s,()=]+/)
      .map((word) => word.replace(/[.:;]$/, ''))
      .filter((word) => /^[\w.*-]+\/[\w.*/-]*$/.test(word) && tops.has(word.split('/')[0] ?? ''))
      .filter((word) => /\/$|\.\w+$/.test(word) && !invented.test(word))
  expect(missing((code) => filesIn(code).filter((file) => !isThere(file)))).toEqual([])
  expect(pages.flatMap(codeOf).flatMap(filesIn).length).toBeGreaterThan(500)
})

test('every link leads to a file and a heading that exist', () => {
  const anchorsOf = (page: string): string[] =>
    [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    )
  const isBroken = (page: string, link: string): boolean => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : path.join(path.dirname(page), file)
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  }
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  )
  expect(links.filter(({ page, link }) => !/^https?:/.test(link) && isBroken(page, link))).toEqual([])
})
