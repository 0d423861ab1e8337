import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { findRings } from './cycles.ts'
import { type Import, judge } from './rules.ts'
import { findForeignTables } from './tables.ts'

/** Reads every import of the code below `root` (static, dynamic, re-export, type) as text; nothing is run. */
export function readImports(root: string): { edges: Import[]; faults: string[] } {
  const edges: Import[] = []
  const faults: string[] = []
  for (const file of globSync('{src,db,tools,tests,bench}/**/*.{ts,tsx}', { cwd: root }).sort()) {
    const from = file.replaceAll('\\', '/')
    const source = readFileSync(join(root, from), 'utf8')
    const { module, errors } = parseSync(from, source)
    if (errors.length > 0) faults.push(`${from}: cannot be parsed: ${errors[0]?.message}`)
    const seen: { specifier: string; isTypeOnly: boolean; isLazy?: boolean }[] = [
      ...module.staticImports.map((i) => ({
        specifier: i.moduleRequest.value,
        isTypeOnly: i.entries.length > 0 && i.entries.every((entry) => entry.isType),
      })),
      ...module.staticExports.flatMap((e) =>
        e.entries
          .filter((entry) => entry.moduleRequest)
          .map((entry) => ({ specifier: entry.moduleRequest!.value, isTypeOnly: entry.isType })),
      ),
      ...module.dynamicImports.flatMap((i) => {
        const text = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(i.moduleRequest.start, i.moduleRequest.end))?.[1]
        return text ? [{ specifier: text, isTypeOnly: false, isLazy: true }] : []
      }),
    ]
    if (/\/index(\.server)?\.ts$/.test(from) && /^export \* /m.test(source))
      faults.push(`${from}: a door lists names; no export *`)
    for (const { specifier, isTypeOnly, isLazy = false } of seen) {
      const isPackage = !specifier.startsWith('.')
      const to = isPackage ? specifier : relative(root, join(root, dirname(from), specifier)).replaceAll('\\', '/')
      if (!isPackage && /\.tsx?$/.test(to) && !existsSync(join(root, to)))
        faults.push(`${from}: imports ${to}, which is not there`)
      edges.push({ from, to, isTypeOnly, isPackage, isLazy })
    }
  }
  return { edges, faults }
}

/** Violations of today that their owners are removing. A line may only be deleted: one that is no longer true fails. */
export interface KnownViolations {
  /** 'src/web/x.ts: bookings', as `findForeignTables` reports them. */
  readonly tables: readonly string[]
  /** Files that are part of a ring. */
  readonly ringFiles: readonly string[]
}
const none: KnownViolations = { tables: [], ringFiles: [] }

/** Everything that breaks the rules of docs/ARCHITECTURE.md, one line each; empty when all is well. */
export function findViolations(root: string, known: KnownViolations = none): string[] {
  const { edges, faults } = readImports(root)
  const broken = edges.flatMap((edge) => {
    const reason = judge(edge)
    return reason ? [`${edge.from} -> ${edge.to}: ${reason}`] : []
  })
  return [...new Set([...faults, ...broken, ...judgeRings(findRings(edges), known), ...judgeTables(root, known)])]
}

function judgeRings(rings: readonly string[][], { ringFiles }: KnownViolations): string[] {
  const inRings = new Set(rings.flat())
  return [
    ...rings
      .filter((ring) => ring.some((file) => !ringFiles.includes(file)))
      .map((ring) => `cycle: ${ring.join(', ')}`),
    ...ringFiles.filter((file) => !inRings.has(file)).map(staleEntry),
  ]
}

function judgeTables(root: string, { tables }: KnownViolations): string[] {
  const foreign = findForeignTables(root)
  return [
    ...foreign.filter((each) => !tables.includes(each)).map((each) => `${each}: this table belongs to another room`),
    ...tables.filter((each) => !foreign.includes(each)).map(staleEntry),
  ]
}

const staleEntry = (entry: string) => `${entry}: no longer a violation; delete it from tools/boundaries/known.ts`
