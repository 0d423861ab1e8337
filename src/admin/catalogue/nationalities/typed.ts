/** A rule by nationality as typed in the editor, valid or not. Pure. */
import { formatAmount, money, parseAmount } from '../../../kernel/money.ts'
import type { NationalityRule } from '../../../services/shared/nationality-rules.ts'

export interface TypedRule {
  readonly nationalities: readonly string[]
  readonly residences: readonly string[]
  readonly is_available: boolean
  readonly next_step: string
  readonly price: string
  readonly child_price: string
  readonly processing_days: string
  readonly max_stay_days: string
  readonly validity_days: string
  readonly documents: readonly string[]
}
export const blankRule: TypedRule = {
  ...{ nationalities: [], residences: [], is_available: true, next_step: '', documents: [] },
  ...{ price: '', child_price: '', processing_days: '', max_stay_days: '', validity_days: '' },
}

const amount = (minor: number | null, currency: string): string =>
  minor === null ? '' : formatAmount(money(minor, currency)).replaceAll(',', '')
const days = (number: number | null): string => (number === null ? '' : String(number))

export const typedRule = (stored: NationalityRule, currency: string): TypedRule => ({
  ...stored,
  price: amount(stored.price, currency),
  child_price: amount(stored.child_price, currency),
  processing_days: days(stored.processing_days),
  max_stay_days: days(stored.max_stay_days),
  validity_days: days(stored.validity_days),
})

const amountIn = (typed: string, currency: string): unknown => {
  const text = typed.trim()
  return text === '' ? null : (parseAmount(text, currency)?.minor ?? text)
}
const numberIn = (typed: string): unknown => {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** The values to send; text that is not a number stays text, so that the kind's schema reports it at its field. */
export function readTypedRule(typed: TypedRule, currency: string): Readonly<Record<string, unknown>> {
  const { nationalities, residences, is_available, next_step, documents } = typed
  const whom = { nationalities, residences, is_available, next_step: next_step.trim() }
  // What is not sold has no price and no documents.
  const sold = is_available ? typed : blankRule
  return {
    ...whom,
    documents: is_available ? documents : [],
    price: amountIn(sold.price, currency),
    child_price: amountIn(sold.child_price, currency),
    processing_days: numberIn(sold.processing_days),
    max_stay_days: numberIn(sold.max_stay_days),
    validity_days: numberIn(sold.validity_days),
  }
}

export const nationalityWords = ({ is_available: isAvailable, ...rest }: TypedRule): string =>
  [isAvailable ? '+' : '-', ...Object.values(rest).flat()].filter((word) => word !== '').join(' ')
