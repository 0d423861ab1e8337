// npm run gen -- kind cruise | npm run gen -- provider shell-pay: the folder, from the small examples that the tests
// keep working, and the line that makes it part of the shop.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const camel = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
const snake = (name: string): string => name.replaceAll('-', '_')
const title = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
const pascal = (name: string): string => title(name).replaceAll(' ', '')
/** As English mostly has it: the address and the labels are the author's to correct. */
const plural = (name: string): string => {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

/** Copies a template's files, rewriting each text. */
function copy(from: string, to: string, rewrite: (text: string) => string): void {
  cpSync(from, to, { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  for (const file of globSync('**/*.{ts,tsx,json}', { cwd: to })) {
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
  const words: Readonly<Record<string, string>> = {
    // One folder up: the example stands one deeper.
    "'../../../": "'../../",
    "'../../": "'../",
    "'cruises'": `'${plural(name)}'`,
    "'/cruises'": `'/${plural(name)}'`,
    "'cruise'": `'${snake(name)}'`,
    'const cruise': `const ${camel(name)}`,
    CruiseDetails: `${pascal(name)}Details`,
    'services/testing/cruise': `services/${name}`,
    Cruises: plural(title(name)),
    Cruise: title(name),
    'cruises.': `${plural(name).replaceAll('-', ' ')}.`,
  }
  copy(join(services, 'testing/cruise'), join(services, name), (text) =>
    text
      .replace(
        /\/\*\*\n \* A kind that is not sold\.[\s\S]*?\*\/\n/,
        `/**\n * ${title(name)}: say what it owns, what it does not, and what always holds.\n */\n`,
      )
      // In one go: the name may hold a word of the example's.
      .replace(
        /'(\.\.\/){2,3}|services\/testing\/cruise|'\/?cruises?'|const cruise|CruiseDetails|Cruises?|cruises\./g,
        (word) => words[word] ?? word,
      ),
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
      .replaceAll('payments/cash-on-arrival', `payments/${name}`)
      .replaceAll('Cash on Arrival', title(name))
      .replace("means: 'cash'", "means: 'card'")
      .replace(
        /\/\*\* The customer pays our staff[^\n]*\*\/\n/,
        `/** ${title(name)}: say who is paid, and what is special about it. */\n`,
      ),
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

/** Lines in their order and folders as the formatter wants them: `npm run check` has nothing to say of what was made. */
function format(root: string, files: readonly string[]): void {
  const biome = join(root, 'node_modules/.bin/biome')
  const result = spawnSync(biome, ['check', '--write', ...files], { cwd: root, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`The formatter objects to what was made:\n${result.stderr}`)
}

const makers = {
  kind: { make: generateKind, places: (name: string) => [`src/services/${name}`, 'src/services/index.ts'] },
  provider: {
    make: generateProvider,
    places: (name: string) => [`src/adapters/payments/${name}`, 'src/adapters/payments/index.server.ts'],
  },
}

/** Makes the folder and the line; the sentence that says what was wrong, or null. */
export function generate(root: string, what = '', name = ''): string | null {
  if (!(what === 'kind' || what === 'provider') || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    return 'Usage: npm run gen -- kind|provider name-in-lower-case'
  const { make, places } = makers[what]
  const [folder = ''] = places(name)
  if (existsSync(join(root, folder))) return `${folder} is there already: choose another name.`
  make(root, name)
  format(root, places(name))
  return null
}

if (import.meta.filename === process.argv[1]) {
  const [what, name] = process.argv.slice(2)
  const wrong = generate(process.cwd(), what, name)
  if (wrong) {
    console.error(wrong)
    process.exit(1)
  }
  console.log(`Made the folder and the line. docs/recipes/add-a-${what}.md says how to go on.`)
}
