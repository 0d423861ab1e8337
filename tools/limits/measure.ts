import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

// The sizes that docs/STYLE.md allows. Lines are counted without blank lines and comments.
export const limits = { fileLines: 300, testFileLines: 400, functionLines: 40, componentLines: 150, parameters: 3 }

/** 'src/web/x.ts: file lines' or 'src/web/x.ts: createServer: parameters' -> how many. */
export type Excesses = Record<string, number>

/** Everything below `root` that is larger than the limits. */
export function measure(root: string): Excesses {
  const files = globSync('{src,db,tools,bench,tests}/**/*.{ts,tsx,mjs}', { cwd: root })
  return Object.assign(
    {},
    ...files
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
      .map((file) => measureFile(file, readFileSync(join(root, file), 'utf8'))),
  )
}

const isTest = (file: string) => /^tests\/|\.test\.tsx?$|\/testing\//.test(file)

export function measureFile(file: string, source: string): Excesses {
  const { program, comments } = parseSync(file, source)
  const linesOf = lineCounter(source, comments)
  const excesses: Excesses = {}
  const report = (what: string, count: number, limit: number): void => {
    if (count > limit) excesses[`${file}: ${what}`] = Math.max(count, excesses[`${file}: ${what}`] ?? 0)
  }
  report('file lines', linesOf(0, source.length), isTest(file) ? limits.testFileLines : limits.fileLines)
  if (isTest(file)) return excesses
  visitFunctions(program, 'anonymous', (node, name) => {
    const isComponent = file.endsWith('.tsx') && /^[A-Z]/.test(name)
    const limit = isComponent ? limits.componentLines : limits.functionLines
    report(`${name}: lines`, linesOf(node.start, node.end), limit)
    report(`${name}: parameters`, node.params.filter((each) => !isThis(each)).length, limits.parameters)
  })
  return excesses
}

/** Counts the lines between two offsets that hold code. */
function lineCounter(source: string, comments: readonly { start: number; end: number }[]) {
  let code = source
  for (const { start, end } of comments)
    code = code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end)
  return (start: number, end: number): number =>
    code
      .slice(start, end)
      .split('\n')
      .filter((line) => line.trim() !== '').length
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type FunctionNode = Node & { params: Node[] }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const isFunction = (node: Node): node is FunctionNode =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
const isThis = (parameter: Node): boolean => parameter.type === 'Identifier' && parameter.name === 'this'

/** A function is named by its own name, else by what it is assigned to, else by the function around it. */
function visitFunctions(node: unknown, name: string, visit: (node: FunctionNode, name: string) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) visitFunctions(each, name, visit)
    return
  }
  if (!isNode(node)) return
  const ownName = nameOf(node) ?? name
  if (isFunction(node)) visit(node, ownName)
  for (const value of Object.values(node)) if (typeof value === 'object') visitFunctions(value, ownName, visit)
}

function nameOf(node: Node): string | null {
  const named = /^(FunctionDeclaration|FunctionExpression|ClassDeclaration|VariableDeclarator)$/.test(node.type)
    ? node.id
    : /^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type)
      ? node.key
      : null
  return isNode(named) && named.type === 'Identifier' ? String(named.name) : null
}
