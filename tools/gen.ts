// npm run gen -- kind cruise | npm run gen -- provider shell-pay: the folder, from the small examples that the tests
// keep working, and the line that makes it part of the shop.
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const camel = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const snake = (name: string): string => name.replaceAll('-', '_')
const title = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

/** Copies a template's files, rewriting each text. */
function copy(from: string, to: string, rewrite: (text: string) => string): void {
  if (existsSync(to)) throw new Error(`${relative(process.cwd(), to)} is there already`)
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  for (const file of globSync('**/*.{ts,tsx}', { cwd: to })) {
    const path = join(to, file)
    writeFileSync(path, rewrite(readFileSync(path, 'utf8')))
  }
}

/** Adds text before the first match of a line; fails rather than leave the list as it was. */
function insert(file: string, marker: RegExp, text: (match: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = before.replace(marker, text)
  if (after === before) throw new Error(`Found no place for the line in ${file}`)
  writeFileSync(file, after)
}

/** src/services/NAME, and its line in src/services/index.ts. */
export function generateKind(root: string, name: string): void {
  const services = join(root, 'src/services')
  copy(join(services, 'testing/cruise'), join(services, name), (text) =>
    text
      // One folder up: the example stands one deeper.
      .replaceAll("'../../../", "'>>>")
      .replaceAll("'../../", "'../")
      .replaceAll("'>>>", "'../../")
      .replace(
        /\/\*\*\n \* A kind that nobody sells[\s\S]*?\*\/\n/,
        `/**\n * ${title(name)}: say what it owns, what it does not, and what always holds.\n */\n`,
      )
      .replaceAll("'cruises'", `'${name}s'`)
      .replaceAll("'/cruises'", `'/${name}s'`)
      .replaceAll("key: 'cruise'", `key: '${snake(name)}'`)
      .replaceAll('Cruises', `${title(name)}s`)
      .replaceAll('Cruise', title(name).replaceAll(' ', ''))
      .replaceAll('const cruise', `const ${camel(name)}`)
      .replaceAll("'cruise'", `'${snake(name)}'`),
  )
  const index = join(services, 'index.ts')
  insert(index, /\nimport \{ okToBoard \}/, (match) => `\nimport { ${camel(name)} } from './${name}/index.ts'${match}`)
  insert(index, /(kinds: readonly ServiceKind\[\] = \[[^\]]*?)(,?\s*)\]/, (match) =>
    match.replace(/(,?\s*)\]$/, `, ${camel(name)}]`),
  )
}

/** src/adapters/payments/NAME, and its line in src/adapters/payments/index.server.ts. */
export function generateProvider(root: string, name: string): void {
  const payments = join(root, 'src/adapters/payments')
  copy(join(payments, 'cash-on-arrival'), join(payments, name), (text) =>
    text
      .replaceAll('cashOnArrival', camel(name))
      .replaceAll('cash_on_arrival', snake(name))
      .replaceAll('Cash on Arrival', title(name)),
  )
  const index = join(payments, 'index.server.ts')
  const line = `${camel(name)}Line`
  insert(
    index,
    /\nimport \{ sandboxCardLine \}/,
    (match) => `\nimport { ${line} } from './${name}/provider.ts'${match}`,
  )
  insert(index, /(const lines: readonly ProviderLine<Core>\[\] = \[[^\]]*?)(,?\s*)\]/, (match) =>
    match.replace(/(,?\s*)\]$/, `, ${line}]`),
  )
}

if (import.meta.filename === process.argv[1]) {
  const [what, name = ''] = process.argv.slice(2)
  const make = { kind: generateKind, provider: generateProvider }[what ?? '']
  if (!make || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    console.error('Usage: npm run gen -- kind|provider name-in-lower-case')
    process.exit(1)
  }
  make(process.cwd(), name)
  console.log(`Made the folder and the line. docs/recipes/add-a-${what}.md says how to go on.`)
}
