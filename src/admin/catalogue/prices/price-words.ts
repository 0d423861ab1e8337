import { formatMoney, money } from '../../../kernel/money.ts'
import type { PricePreview } from '../../../modules/catalogue/index.ts'
import { say, textOf } from '../../text.ts'
import { listed } from '../../written.ts'
import type { EditedKind } from '../edited-kind.ts'
import type { PriceChange } from './price-form.ts'

const t = textOf('prices')
type Step = PricePreview['rows'][number]['steps'][number]

/** 'Adult price' or 'Adult price, schedule 2'. */
export function stepName({ priceFields }: EditedKind, { field, season, rule }: Step): string {
  const spec = priceFields.find(({ name }) => name === field)
  const label = spec ? say(spec.label) : field
  if (season !== null) return t('season', { field: label, number: season + 1 })
  return rule === null ? label : t('rule', { field: label, number: rule + 1 })
}

export const priceText = (minor: number, currency: string): string =>
  formatMoney(money(minor, currency), { exact: true })

const roundingKeys = { none: 'none', '1': 'r1', '5': 'r5', '10': 'r10', '0.99': 'r99' } as const
/** 'Raised by 10%, rounded to multiples of 5'. */
export function changeWords({ direction, by, rounding = 'none' }: PriceChange): string {
  const step = by.unit === 'percent' ? `${by.percent}%` : priceText(by.amount.minor, by.amount.currency)
  const change = t('change', { direction, by: step })
  return rounding === 'none' ? change : listed([change, t('rounded', { rounding: roundingKeys[rounding] })])
}

const maxNamed = 3
/** The first items that were refused, each with its reason. */
export function refusedWords(refused: readonly { readonly title: string; readonly reason: string }[]): string {
  const named = refused
    .slice(0, maxNamed)
    .map(({ title, reason }) => (title ? t('refusedItem', { title, reason }) : reason))
  const more = refused.length - named.length
  return [...named.map((each) => `${each}.`), ...(more > 0 ? [t('more', { count: more })] : [])].join(' ')
}
