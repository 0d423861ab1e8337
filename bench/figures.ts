/** A measured figure and its limit, measured in the same run. */
export type Figure = {
  readonly name: string
  readonly unit: 'requests/s' | 'purchases/s' | 'rows/s' | 'ms'
  readonly value: number
  readonly limitName: string
  readonly limit: number
  /** Value divided by limit: for rates the share of the limit, for times a multiple of it. */
  readonly ratio: number
  /** Times only: the 95th percentile. */
  readonly p95?: number
}
/** A figure that does not depend on the machine. */
export type Count = {
  readonly name: string
  readonly value: number
  readonly unit: 'statements' | 'bytes' | 'files' | 'ms'
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export type Pair = { readonly value: number; readonly limit: number }
/** The round with the median ratio: a busy moment of the machine affects both sides of a round. */
export function middlePair(pairs: readonly Pair[]): Pair {
  const sorted = [...pairs].sort((a, b) => a.value / a.limit - b.value / b.limit)
  const middle = sorted[sorted.length >> 1]
  if (!middle) throw new Error('Nothing was measured')
  return middle
}

export function figureOf(
  names: Pick<Figure, 'name' | 'unit' | 'limitName'>,
  pairs: readonly Pair[],
  p95?: number,
): Figure {
  const { value, limit } = middlePair(pairs)
  return { ...names, value, limit, ratio: value / limit, ...(p95 !== undefined && { p95 }) }
}

const written = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

export function printFigures(figures: readonly Figure[]): void {
  const rows = figures.map(({ name, unit, value, limitName, limit, ratio, p95 }) => [
    name,
    `${written(value)} ${unit}`,
    p95 === undefined ? '' : written(p95),
    `${written(limit)}  ${limitName}`,
    unit === 'ms' ? `${written(ratio)} x` : `${(ratio * 100).toFixed(ratio < 0.1 ? 1 : 0)} %`,
  ])
  printTable(['figure', 'measured', 'p95', 'limit', 'ratio'], rows)
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  console.log(`\n${line(head)}\n${line(widths.map((width) => '-'.repeat(width)))}`)
  for (const row of rows) console.log(line(row))
}
