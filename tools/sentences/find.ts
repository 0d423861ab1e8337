import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

// Finds text for people that stands in code instead of a message catalogue: sentences, and labels of one word where the
// place shows that they are shown (JSX, `label: ...`). Log lines, errors for developers and the API's documentation stay
// English.

export interface Sentence {
  readonly file: string
  readonly line: number
  readonly text: string
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Demo content, stand-ins for tests, and commands whose readers run the server. */
const isExempt = (file: string, source: string): boolean =>
  /\.test\.tsx?$|\/testing\/|\/seed[^/]*\.ts$|\.d\.ts$/.test(file) || /from '\.\/command\.server\.ts'/.test(source)

const isSentence = (text: string): boolean => /^\s*[A-Z][\p{L}’'-]*[,:]?\s+[\s\S]*[a-z]{2}/u.test(text)
const isLabel = (text: string): boolean => /^\s*[A-Z][a-z]+/.test(text)
const shownNames = /^(label|hint|title|heading|description|message|placeholder|alt|aria-label|emptyText|sentence)$/

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`
  return String(node.name ?? node.value ?? '')
}

/** Calls whose texts are for developers and operators. */
function isTechnical({ type, callee, tag }: Node): boolean {
  if (type === 'TaggedTemplateExpression') return /^(sql|String\.raw)$/.test(nameOf(tag))
  if (type === 'NewExpression') return /(Error|Promise|RegExp|URL)$/.test(nameOf(callee))
  if (type !== 'CallExpression') return false
  // The message of an error class.
  if (isNode(callee) && callee.type === 'Super') return true
  if (nameOf(callee) === 'properName') return true
  return /(^|\.)(log|console|procedure|assert|error|warn|info|debug|fatal|trace|describe)(\.|$)/.test(nameOf(callee))
}
const skipped = /^(ImportDeclaration|ExportAllDeclaration|TSLiteralType|TSTypeAliasDeclaration|TSInterfaceDeclaration)$/

/** The literal text of a node; placeholders of a template become '{}'. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value)
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')
}

export function findIn(file: string, source: string): Sentence[] {
  if (isExempt(file, source)) return []
  const sentences: Sentence[] = []
  const visit = (node: Node, shown: boolean): void => {
    if (skipped.test(node.type) || isTechnical(node)) return
    const text = textOf(node)
    const isShown = node.type === 'JSXText' ? /\p{L}{2}/u.test(text ?? '') : shown && isLabel(text ?? '')
    if (text !== null && (isShown || isSentence(text)))
      sentences.push({ file, line: source.slice(0, node.start).split('\n').length, text: text.trim() })
    for (const [key, child] of Object.entries(node)) {
      if (key === 'key') continue
      const isProperty = node.type === 'Property' || node.type === 'JSXAttribute'
      const name = nameOf(node.key ?? node.name)
      if (isProperty && name === 'summary') continue
      const leadsToShown = isProperty
        ? shownNames.test(name)
        : shown && /^(Conditional|Logical|JSXExpr)/.test(node.type)
      for (const each of [child].flat()) if (isNode(each)) visit(each, leadsToShown)
    }
  }
  visit(parseSync(file, source).program as unknown as Node, false)
  return sentences
}

/** The spelling of the shop (docs/STYLE.md, Words). Exempt: migrations stay as they ran, and people search for both. */
const spellings: readonly (readonly [RegExp, string])[] = [[/\be-mail/i, 'email']]
const isExemptLine = (line: string): boolean => /"contactWords"|not \*e-mail\*/.test(line)

export const misspellingsIn = (file: string, source: string): Sentence[] =>
  source
    .split('\n')
    .flatMap((line, index) =>
      spellings.flatMap(([wrong, right]) =>
        wrong.test(line) && !isExemptLine(line)
          ? [{ file, line: index + 1, text: `write '${right}': ${line.trim().slice(0, 120)}` }]
          : [],
      ),
    )

export const findMisspellings = (root: string): Sentence[] =>
  globSync(['{src,docs,db/seeds,tests,bench}/**/*.{ts,tsx,json,md,css}', '*.md'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => misspellingsIn(file, readFileSync(join(root, file), 'utf8')))

export const findSentences = (root: string): Sentence[] =>
  globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => findIn(file, readFileSync(join(root, file), 'utf8')))
