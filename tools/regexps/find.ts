import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { analyse } from 'scslre'

// Finds regular expressions whose time grows faster than their input: a visitor's long text would block the event loop.

export interface SlowRegexp {
  readonly file: string
  readonly line: number
  readonly source: string
  /** A text that makes it slow when repeated. */
  readonly repeated: string
  readonly isExponential: boolean
}

type Node = { type: string; start: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

type Literal = { readonly source: string; readonly flags: string }

/** A literal, or `new RegExp('...', '...')` of constant texts. Null for a pattern that is computed. */
function regexpOf(node: Node): Literal | null {
  if (node.type === 'Literal') {
    const regex = node.regex as { pattern: string; flags: string } | undefined
    return regex ? { source: regex.pattern, flags: regex.flags } : null
  }
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
  if (!isCall || (node.callee as Node).name !== 'RegExp') return null
  const [pattern, flags] = (node.arguments as Node[]).map(constantOf)
  return typeof pattern === 'string' ? { source: pattern, flags: flags ?? '' } : null
}

/** The text of a literal, of `String.raw` and of a template; each placeholder of a template counts as one letter. */
function constantOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  const isRaw = node.type === 'TaggedTemplateExpression'
  const template = isRaw ? (node.quasi as Node) : node
  if (template.type !== 'TemplateLiteral') return null
  const parts = template.quasis as { value: { cooked: string; raw: string } }[]
  return parts.map(({ value }) => (isRaw ? value.raw : value.cooked)).join('x')
}

export function findIn(file: string, text: string): SlowRegexp[] {
  const regexps: SlowRegexp[] = []
  const visit = (node: Node): void => {
    const literal = regexpOf(node)
    const [slow] = literal ? analyse(literal).reports : []
    if (literal && slow) {
      const line = text.slice(0, node.start).split('\n').length
      const { pick } = slow.character
      regexps.push({ file, line, source: String(literal.source), repeated: pick, isExponential: slow.exponential })
    }
    for (const child of Object.values(node)) {
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each)
    }
  }
  visit(parseSync(file, text).program as unknown as Node)
  return regexps
}

/** Every slow regular expression of the program. Tests, tools and benchmarks read no text of strangers. */
export const findAll = (root: string): SlowRegexp[] =>
  globSync(['src/**/*.{ts,tsx}', 'db/**/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .sort()
    .flatMap((file) => findIn(file, readFileSync(join(root, file), 'utf8')))
