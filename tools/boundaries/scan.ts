import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { type Import, isFree, judge } from './rules.ts'

/** Reads every import below `root`/src (static, dynamic, re-export, type) as text; nothing is run. */
export function readImports(root: string): { edges: Import[]; faults: string[] } {
  const edges: Import[] = []
  const faults: string[] = []
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root }).sort()) {
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

/** Everything that breaks the house's rules, a line each; empty = in order. */
export function findViolations(root: string): string[] {
  const { edges, faults } = readImports(root)
  const broken = edges.flatMap((edge) => {
    const reason = judge(edge)
    return reason ? [`${edge.from} -> ${edge.to}: ${reason}`] : []
  })
  return [...new Set([...faults, ...broken, ...findCycles(edges)])]
}

/** Rings of files that need each other when they run (types do not count). */
function findCycles(edges: readonly Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to, isTypeOnly, isPackage } of edges)
    if (!isTypeOnly && !isPackage && !isFree(from)) next.set(from, [...(next.get(from) ?? []), to])
  const rings: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      rings.push(`cycle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`)
      return
    }
    state.set(file, 'open')
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    state.set(file, 'done')
  }
  for (const file of next.keys()) visit(file, [])
  return rings
}
