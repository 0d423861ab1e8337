/**
 * A rule by nationality as one line of text, for the cells of tables: 'IN,PK living=AE price=120.00 days=5
 * documents=residence_permit', or 'AF unavailable: Please ask us first'. '*' is every nationality. Pure.
 */
import { formatAmount, money, parseAmount } from '../../kernel/money.ts'
import type { NationalityRule } from './nationality-rules.ts'
import { text } from './text.ts'

export const nationalityExample = text('fields.nationality_rules.example')

const amounts = [
  ['price', 'price'],
  ['child', 'child_price'],
] as const
const numbers = [
  ['days', 'processing_days'],
  ['stay', 'max_stay_days'],
  ['validity', 'validity_days'],
] as const

export function writeNationalityRule(rule: NationalityRule, currency: string): string {
  const { nationalities, residences, is_available: isAvailable, next_step: nextStep, documents } = rule
  const words = [
    nationalities.join(',') || '*',
    residences.length > 0 ? `living=${residences.join(',')}` : '',
    ...amounts.map(([word, field]) => {
      const minor = rule[field]
      return minor === null ? '' : `${word}=${formatAmount(money(minor, currency)).replaceAll(',', '')}`
    }),
    ...numbers.map(([word, field]) => (rule[field] === null ? '' : `${word}=${rule[field]}`)),
    documents.length > 0 ? `documents=${documents.join(',')}` : '',
    isAvailable ? (nextStep === '' ? '' : `available: ${nextStep}`) : `unavailable: ${nextStep}`,
  ]
  return words.filter((word) => word !== '').join(' ')
}

/** The parsed line, for the kind's schema to validate; the line itself if a word of it is unknown. */
export function readNationalityRule(line: string, currency: string): unknown {
  const marker = /\s(un)?available(?::|$)/.exec(line)
  const head = marker ? line.slice(0, marker.index) : line
  const nextStep = marker ? line.slice(marker.index + marker[0].length).trim() : ''
  const [who = '', ...words] = head.split(/\s+/).filter((word) => word !== '')
  const rule: Record<string, unknown> = { nationalities: who === '*' ? [] : who.split(',') }
  if (marker) Object.assign(rule, { is_available: marker[1] === undefined, next_step: nextStep })
  for (const word of words) {
    const at = word.indexOf('=')
    const part = at < 1 ? null : readPart(word.slice(0, at), word.slice(at + 1), currency)
    if (part === null || Object.hasOwn(rule, part[0])) return line
    rule[part[0]] = part[1]
  }
  return rule
}

function readPart(name: string, value: string, currency: string): readonly [string, unknown] | null {
  if (name === 'living') return ['residences', value.split(',')]
  if (name === 'documents') return ['documents', value.split(',')]
  const amount = amounts.find(([word]) => word === name)
  if (amount) return [amount[1], parseAmount(value, currency)?.minor ?? value]
  const number = numbers.find(([word]) => word === name)
  return number ? [number[1], /^\d{1,9}$/.test(value) ? Number(value) : value] : null
}
