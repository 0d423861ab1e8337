// One HTML file that anybody can read, with the same data for machines inside.

import { escapeHtml } from '../../kernel/html.ts'
import { formatMoney, isShopCurrency, money } from '../../kernel/money.ts'
import { formatDateTime } from '../../kernel/written-times.ts'
import type { Exported, Row } from './read.server.ts'

export interface Shown {
  readonly email: string
  readonly madeAt: Date
  readonly zone: string
  readonly exported: readonly Exported[]
  readonly words: {
    readonly title: string
    readonly intro: string
    readonly yes: string
    readonly no: string
    readonly heading: (title: string) => string
  }
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
h2{margin-top:2.5rem;border-bottom:2px solid #ddd}dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;
border-bottom:1px solid #e5e5e5;padding-bottom:1rem}dt{color:#555}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media(max-width:36rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`

export function personPage(shown: Shown): string {
  const { words, exported } = shown
  const parts = exported.map(
    ({ section, rows }) =>
      `<section><h2>${escapeHtml(words.heading(section.title))} (${rows.length})</h2>${rows.map((row) => listOf(row, shown)).join('')}</section>`,
  )
  const data = Object.fromEntries(exported.map(({ section, rows }) => [section.table, rows]))
  // A "<" inside would end the element.
  const json = JSON.stringify({ email: shown.email, made_at: shown.madeAt, data }, null, 1).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(words.title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(words.intro)}</p>
${parts.join('\n')}
<script type="application/json" id="data">${json}</script></body></html>
`
}

/** Ids and counters say nothing to a reader; they are in the data for machines. */
const isTechnical = (name: string): boolean => /(^|_)(id|version|shard|key|digest)$/.test(name)

function listOf(row: Row, shown: Shown): string {
  const lines = Object.entries(row).flatMap(([name, value]) => {
    if (isTechnical(name) || isEmpty(value)) return []
    return [`<dt>${escapeHtml(labelOf(name))}</dt><dd>${escapeHtml(shownValue(name, value, { row, shown }))}</dd>`]
  })
  return lines.length === 0 ? '' : `<dl>${lines.join('')}</dl>`
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const labelOf = (name: string): string => {
  const words = name.replace(/_minor$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shownValue(name: string, value: unknown, at: { readonly row: Row; readonly shown: Shown }): string {
  const { words, zone } = at.shown
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number' && name.endsWith('_minor')) return amountOf(value, currencyOf(name, at.row))
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value))
    return formatDateTime(new Date(value), zone)
  if (Array.isArray(value)) return value.map((each) => shownValue(name, each, at)).join('\n')
  if (typeof value !== 'object' || value === null) return String(value)
  const row = value as Row
  if (typeof row.minor === 'number' && row.currency !== undefined) return amountOf(row.minor, row.currency)
  return Object.entries(row)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([inner, each]) => `${labelOf(inner)}: ${shownValue(inner, each, { ...at, row })}`)
    .join('\n')
}

const currencyOf = (name: string, row: Row): unknown =>
  name.startsWith('booking_') ? row.booking_currency : row.currency
const amountOf = (minor: number, currency: unknown): string =>
  isShopCurrency(currency) ? formatMoney(money(minor, currency), { exact: true }) : String(minor)
