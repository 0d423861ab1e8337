import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

export type SqlTag = {
  /** 'src/web/x.ts:12' */
  readonly where: string
  /** The offsets of the word `sql`. */
  readonly start: number
  readonly end: number
}

/** Files whose tags must run in a test. Tests run their own. */
export const isCovered = (file: string): boolean =>
  /^(src|db)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)

/** Every `sql` tag of the code that runs in a shop, as 'file:line'. */
export const findSqlTags = (root: string): string[] =>
  globSync('{src,db}/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(isCovered)
    .sort()
    .flatMap((file) => tagsIn(file, readFileSync(join(root, file), 'utf8')).map(({ where }) => where))

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Two tags of one line are told apart by '#2', '#3'. */
export function tagsIn(file: string, source: string): SqlTag[] {
  if (!/\bsql[`<]/.test(source)) return []
  const tags: SqlTag[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (!isNode(node)) return
    if (node.type === 'TaggedTemplateExpression') {
      const { name, start, end } = node.tag as Node
      if (name === 'sql') tags.push({ where: `${file}:${source.slice(0, start).split('\n').length}`, start, end })
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value)
  }
  visit(parseSync(file, source).program)
  const inOrder = tags.sort((one, other) => one.start - other.start)
  return inOrder.map((tag, index) => {
    const before = inOrder.slice(0, index).filter(({ where }) => where === tag.where).length
    return before === 0 ? tag : { ...tag, where: `${tag.where}#${before + 1}` }
  })
}

/** 'src/web/x.ts' -> how many of these tags it contains. */
export function countByFile(tags: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const where of tags) {
    const file = where.split(':')[0] ?? ''
    counts[file] = (counts[file] ?? 0) + 1
  }
  return counts
}
