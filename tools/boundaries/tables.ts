import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

// Each table belongs to the room whose tables.server.ts declares it. Other rooms read and change it through that room's
// door. The check reads table names from Kysely calls and from SQL text; nothing is run.

/** Rooms that work on all tables by design. */
const exempt: readonly { readonly files: RegExp; readonly reason: string }[] = [
  { files: /^src\/app\/backup\//, reason: 'a backup holds every table' },
  { files: /^src\/(app\/erase-person|platform\/erasure)\.server\.ts$/, reason: 'erasure covers every table' },
  { files: /\.test\.tsx?$|\/testing\//, reason: 'tests prepare and inspect rows' },
]
const isExempt = (file: string): boolean => exempt.some(({ files }) => files.test(file))

/** 'src/modules/booking/queries/x.ts' -> 'modules/booking', 'src/platform/x.ts' -> 'platform'. */
const ownerOf = (file: string): string => {
  const [, area = '', room = ''] = file.split('/')
  return ['modules', 'adapters', 'services'].includes(area) ? `${area}/${room}` : area
}

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit)
  else if (isNode(node)) {
    visit(node)
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit)
  }
}

const parse = (file: string, source: string): unknown => parseSync(file, source).program

/** Table -> room, from every `interface Tables` that a room merges into the platform's. */
export function readOwners(root: string): Map<string, string> {
  const owners = new Map<string, string>()
  for (const file of filesOf(root, 'src/**/*.server.ts')) {
    const source = readFileSync(join(root, file), 'utf8')
    if (!source.includes('interface Tables {')) continue
    walk(parse(file, source), (node) => {
      if (node.type !== 'TSInterfaceDeclaration' || (node.id as Node).name !== 'Tables') return
      for (const member of (node.body as { body: Node[] }).body) owners.set(keyOf(member), ownerOf(file))
    })
  }
  return owners
}
const keyOf = (member: Node): string => {
  const key = member.key as Node
  return String(key.name ?? key.value)
}

/** The tables that exist after the last migration. */
function readMigratedTables(root: string): string[] {
  const tables = new Set<string>()
  const change = /\b(create table|drop table|alter table)\s+(?:if (?:not )?exists\s+)?(\w+)(?:\s+rename to (\w+))?/g
  for (const file of filesOf(root, 'db/migrations/*.sql'))
    for (const [, verb, name = '', renamed] of withoutComments(readFileSync(join(root, file), 'utf8')).matchAll(
      change,
    )) {
      if (verb === 'drop table' || renamed) tables.delete(name)
      if (verb === 'create table' || renamed) tables.add(renamed ?? name)
    }
  return [...tables]
}

/** 'src/web/x.ts: bookings' for each table of another room that a file reaches, plus tables that nobody declares. */
export function findForeignTables(root: string): string[] {
  const owners = readOwners(root)
  const orphans = readMigratedTables(root).filter((table) => !owners.has(table))
  const reached = filesOf(root, 'src/**/*.{ts,tsx}')
    .filter((file) => !isExempt(file))
    .flatMap((file) =>
      tablesIn(file, readFileSync(join(root, file), 'utf8'))
        .filter((table) => owners.has(table) && owners.get(table) !== ownerOf(file))
        .map((table) => `${file}: ${table}`),
    )
  return [
    ...orphans.map((table) => `db/migrations: ${table} has no owner: declare it in a room's tables.server.ts`),
    ...reached,
  ].sort()
}

const methods =
  /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|replaceInto|using|from|table|(inner|left|right|full|cross)Join(Lateral)?)$/
const mayHoldSql = /\bsql\b|selectFrom|insertInto|updateTable|deleteFrom|mergeInto|Join(Lateral)?\(|\.query\(|Tables\[/

/** Every name in `source` that stands where a table can stand. */
export function tablesIn(file: string, source: string): string[] {
  if (!mayHoldSql.test(source)) return []
  const names = new Set<string>()
  const add = (tables: readonly string[]) => {
    for (const name of tables) names.add(name)
  }
  walk(parse(file, source), (node) => {
    if (node.type === 'CallExpression') add(inCall(node))
    if (node.type === 'TaggedTemplateExpression' && isSqlTag(node)) add(inSql(textOf(node.quasi as Node)))
    if (node.type === 'TemplateLiteral' || node.type === 'Literal') add(inText(node))
    if (node.type === 'TSIndexedAccessType') add(inTypeAccess(node))
  })
  return [...names].sort()
}

const isSqlTag = ({ tag }: Node): boolean => isNode(tag) && tag.type === 'Identifier' && tag.name === 'sql'

/** `selectFrom('bookings as b')`, `selectFrom(['bookings', 'files'])`, `sql.table('bookings')`. */
function inCall({ callee, arguments: args }: Node): string[] {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return []
  const method = String((callee.property as Node).name ?? '')
  const [first] = args as Node[]
  if (!first || !methods.test(method)) return []
  const all = first.type === 'ArrayExpression' ? (first.elements as Node[]) : [first]
  return all.flatMap((each) => {
    const text = isNode(each) ? literalOf(each) : null
    return text === null ? [] : [text.trim().split(/[\s.]/).at(0) ?? '']
  })
}

const literalOf = (node: Node): string | null => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' ? textOf(node) : null
}
/** The text of a template; each `${...}` becomes a `?`. */
const textOf = (template: Node): string =>
  (template.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ? ')

/** SQL in an ordinary string, for `pool.query(...)` and `sql.raw(...)`. */
function inText(node: Node): string[] {
  const text = literalOf(node)
  return text !== null &&
    /^\s*(select|insert into|update|delete from|with|from|((left|inner|cross) )?join)\s/.test(text)
    ? inSql(text)
    : []
}

/** `Tables['bookings']` */
function inTypeAccess({ objectType, indexType }: Node): string[] {
  const name = ((objectType as Node).typeName as Node | undefined)?.name
  const literal = (indexType as Node).literal as Node | undefined
  return name === 'Tables' && typeof literal?.value === 'string' ? [literal.value] : []
}

const withoutComments = (text: string): string => text.replace(/--[^\n]*/g, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ')

const cteName = /(?:\bwith\s+(?:recursive\s+)?|,\s*)(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/gi
/** A look-ahead, because an alias may turn out to be the next keyword: `from a join b`. */
const tableList =
  /\b(?:from|join|into|update|using|table)\s+(?:(?:only|lateral)\s+)?(?=(\w+(?:\s+(?:as\s+)?\w+)?(?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)*))/gi

/** Names after from, join, into and update, and in the comma list of a from. Names of a `with` clause are no tables. */
function inSql(text: string): string[] {
  const plain = withoutComments(text)
    .replace(/'[^']*'/g, "''")
    .replaceAll('"', '')
  const ctes = new Set([...plain.matchAll(cteName)].map(([, name = '']) => name))
  return [...plain.matchAll(tableList)]
    .flatMap(([, list = '']) => list.split(',').map((each) => each.trim().split(/\s/).at(0) ?? ''))
    .filter((name) => !ctes.has(name))
}

const filesOf = (root: string, pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
