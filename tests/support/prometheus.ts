import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * Evaluates the expressions of deploy/compose/alerts.yml on two scrapes, as if the time between them had lasted as long as
 * every window: a rate is the growth between the two, an average over time is the newer value. It knows only what those
 * rules use, and throws at anything else. Where promtool is installed, the rules are tested with that, too.
 */
export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}
export type Scrape = { readonly at: number; readonly samples: readonly Sample[] }

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** The text of `/metrics`; null for a node that does not answer. */
export function readScrape(text: string | null, at = performance.now() / 1_000): Scrape {
  const up: Sample = { name: 'up', labels: { job: 'safar' }, value: text === null ? 0 : 1 }
  const rows = (text ?? '').split('\n').filter((row) => row !== '' && !row.startsWith('#'))
  const samples = rows.map((row): Sample => {
    const [, name = '', labels = '', value = ''] = line.exec(row) ?? []
    if (name === '') throw new Error(`not a metric: ${row}`)
    const pairs = [...labels.matchAll(label)].map(([, key = '', word = '']) => [key, word])
    return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }
  })
  return { at, samples: [up, ...samples] }
}

type Rule = {
  readonly expr: string
  readonly record?: string
  readonly alert?: string
  readonly labels?: { severity?: string }
}
export function readRules(): readonly Rule[] {
  const file = new URL('../../deploy/compose/alerts.yml', import.meta.url)
  const { groups } = parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

/** The names of the alerts whose condition holds, apart from its duration. */
export function firing(before: Scrape, after: Scrape, rules: readonly Rule[] = readRules()): readonly string[] {
  const records = new Map(rules.flatMap(({ record, expr }) => (record ? [[record, expr]] : [])))
  return rules.flatMap(({ alert, expr }) =>
    alert && evaluate(expr, { before, after, records }).length > 0 ? [alert] : [],
  )
}

type World = { readonly before: Scrape; readonly after: Scrape; readonly records: ReadonlyMap<string, string> }
type Row = Omit<Sample, 'name'>
const tokenOf = /\s*(\d+(?:\.\d+)?|[a-zA-Z_:][\w:]*|"[^"]*"|=~|!~|!=|==|>=|<=|[-+*/(){}[\],<>=])/y

export function evaluate(expr: string, world: World): readonly Row[] {
  const tokens: string[] = []
  for (tokenOf.lastIndex = 0; tokenOf.lastIndex < expr.trimEnd().length; ) {
    const from = tokenOf.lastIndex
    const match = tokenOf.exec(expr)
    if (!match) throw new Error(`cannot read the rule at: ${expr.slice(from)}`)
    tokens.push(match[1] ?? '')
  }
  const reader = new Reader(tokens, world)
  const rows = reader.either()
  reader.end()
  return rows
}

const comparisons = ['>', '<', '>=', '<=', '==', '!='] as const
const operations: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '>': (a, b) => Number(a > b),
  '<': (a, b) => Number(a < b),
  '>=': (a, b) => Number(a >= b),
  '<=': (a, b) => Number(a <= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
}
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
const folds: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum,
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
}
const keyOf = ({ labels }: Row): string => JSON.stringify(Object.entries(labels).sort())
const isScalar = (rows: readonly Row[]): boolean => rows.length === 1 && Object.keys(rows[0]?.labels ?? {}).length === 0

class Reader {
  private at = 0
  private readonly tokens: readonly string[]
  private readonly world: World
  constructor(tokens: readonly string[], world: World) {
    this.tokens = tokens
    this.world = world
  }

  end(): void {
    if (this.at < this.tokens.length) throw new Error(`unexpected ${this.tokens[this.at]}`)
  }
  either(): readonly Row[] {
    let rows = this.both()
    while (this.take('or')) rows = [...rows, ...this.both()]
    return rows
  }
  private both(): readonly Row[] {
    let rows = this.compared()
    while (this.take('and')) {
      const others = new Set(this.compared().map(keyOf))
      rows = rows.filter((row) => others.has(keyOf(row)))
    }
    return rows
  }
  private compared(): readonly Row[] {
    const left = this.terms()
    const sign = comparisons.find((each) => this.take(each))
    if (!sign) return left
    const isNumber = this.take('bool')
    const rows = combine(left, this.terms(), sign)
    return isNumber
      ? rows
      : left.filter((row) => rows.some((other) => keyOf(other) === keyOf(row) && other.value === 1))
  }
  private terms(): readonly Row[] {
    let rows = this.factors()
    for (;;) {
      const sign = ['+', '-'].find((each) => this.take(each))
      if (!sign) return rows
      rows = combine(rows, this.factors(), sign)
    }
  }
  private factors(): readonly Row[] {
    let rows = this.single()
    for (;;) {
      const sign = ['*', '/'].find((each) => this.take(each))
      if (!sign) return rows
      rows = combine(rows, this.single(), sign)
    }
  }
  private single(): readonly Row[] {
    if (this.take('(')) {
      const rows = this.either()
      this.need(')')
      return rows
    }
    const word = this.next()
    if (/^\d/.test(word)) return [{ labels: {}, value: Number(word) }]
    if (word in folds) return this.folded(folds[word] ?? sum)
    if (word === 'rate') return this.inside(() => this.selected(this.next(), true))
    if (word === 'avg_over_time') return this.inside(() => this.selected(this.next(), false))
    return this.selected(word, false)
  }
  private inside(read: () => readonly Row[]): readonly Row[] {
    this.need('(')
    const rows = read()
    this.need(')')
    return rows
  }
  private folded(fold: (values: readonly number[]) => number): readonly Row[] {
    const by: string[] = []
    if (this.take('by')) {
      this.need('(')
      do by.push(this.next())
      while (this.take(','))
      this.need(')')
    }
    const groups = new Map<string, { labels: Record<string, string>; values: number[] }>()
    for (const { labels, value } of this.inside(() => this.either())) {
      const kept = Object.fromEntries(by.flatMap((name) => (name in labels ? [[name, labels[name] ?? '']] : [])))
      const group = groups.get(JSON.stringify(kept)) ?? { labels: kept, values: [] }
      group.values.push(value)
      groups.set(JSON.stringify(kept), group)
    }
    return [...groups.values()].map(({ labels, values }) => ({ labels, value: fold(values) }))
  }
  /** A metric or a recorded one, with its labels and its window. */
  private selected(name: string, isRate: boolean): readonly Row[] {
    const tests = this.matchers()
    if (this.take('[')) while (!this.take(']')) this.next()
    const recorded = this.world.records.get(name)
    if (recorded !== undefined) return evaluate(recorded, this.world)
    const { before, after } = this.world
    const rowsOf = ({ samples }: Scrape): Row[] =>
      samples
        .filter((sample) => sample.name === name && tests.every((test) => test(sample.labels)))
        .map(({ labels, value }) => ({ labels, value }))
    const rows = rowsOf(after)
    if (!isRate) return rows
    const earlier = new Map(rowsOf(before).map((row) => [keyOf(row), row.value]))
    const seconds = after.at - before.at
    return rows.map((row) => ({ ...row, value: (row.value - (earlier.get(keyOf(row)) ?? 0)) / seconds }))
  }
  private matchers(): ((labels: Readonly<Record<string, string>>) => boolean)[] {
    const tests: ((labels: Readonly<Record<string, string>>) => boolean)[] = []
    if (!this.take('{')) return tests
    while (!this.take('}')) {
      const [name, sign, quoted] = [this.next(), this.next(), this.next()]
      const wanted = quoted.slice(1, -1)
      const pattern = new RegExp(`^(?:${wanted})$`)
      const isEqual = (value: string): boolean => (sign.endsWith('~') ? pattern.test(value) : value === wanted)
      tests.push((labels) => isEqual(labels[name] ?? '') !== sign.startsWith('!'))
      this.take(',')
    }
    return tests
  }
  private next(): string {
    const token = this.tokens[this.at++]
    if (token === undefined) throw new Error('the rule ends too early')
    return token
  }
  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false
    this.at++
    return true
  }
  private need(token: string): void {
    if (!this.take(token)) throw new Error(`${token} expected instead of ${this.tokens[this.at]}`)
  }
}

function combine(left: readonly Row[], right: readonly Row[], sign: string): readonly Row[] {
  const operate = operations[sign]
  if (!operate) throw new Error(`unknown sign ${sign}`)
  if (isScalar(right)) return left.map((row) => ({ ...row, value: operate(row.value, right[0]?.value ?? 0) }))
  if (isScalar(left)) return right.map((row) => ({ ...row, value: operate(left[0]?.value ?? 0, row.value) }))
  const others = new Map(right.map((row) => [keyOf(row), row.value]))
  return left.flatMap((row) => {
    const other = others.get(keyOf(row))
    return other === undefined ? [] : [{ ...row, value: operate(row.value, other) }]
  })
}
