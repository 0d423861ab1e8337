import { money } from '../../kernel/money.ts'
import type { FieldSpec } from '../../services/kind.ts'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { count } from '../written.ts'
import { answerName, plainKey } from './answer-names.ts'
import type { Booking } from './panel.tsx'
import { shown } from './refund-choice.ts'
import { nameOf } from './traveller-names.ts'

const t = textOf('booking')
type Data = Booking['history'][number]['data']

export interface HistoryOwner {
  readonly booking: Booking
  /** What the booking's kind asks. */
  readonly specs: readonly FieldSpec[]
}
/** What an entry of the history adds to its name. */
export const eventFacts = ({ booking, specs }: HistoryOwner, event: string, data: Data): string[] =>
  event === 'details-corrected'
    ? correctionFacts(data, specs)
    : event === 'booking-changed'
      ? changeFacts({ booking, specs }, data)
      : [
          ...travellerFacts(booking, data),
          ...moveFacts(booking, data),
          ...refundFacts(booking, data),
          ...factsOf(booking, data),
        ]

/** Whose document it is. */
function travellerFacts({ travelers }: Booking, { travelerId }: Data): string[] {
  const traveller = travelers.find(({ id }) => id === travelerId)
  const name = traveller ? nameOf(traveller) : ''
  return name ? [t('facts.traveller', { name })] : []
}

const ofMove = ['movedFrom', 'movedTo', 'priceBeforeMinor', 'priceAfterMinor']
/** Where a booking was moved, and its price when that changed. */
function moveFacts(booking: Booking, data: Data): string[] {
  const { movedFrom: from, movedTo: to, priceBeforeMinor: before, priceAfterMinor: after } = data
  if (typeof from !== 'string' || typeof to !== 'string') return []
  return [t('facts.moved', { from, to }), ...newPrice(booking, before, after)]
}
function newPrice({ final_amount: { currency } }: Booking, before: unknown, after: unknown): string[] {
  if (typeof before !== 'number' || typeof after !== 'number' || before === after) return []
  const amount = (minor: number) => shown(money(minor, currency))
  return [t('facts.newPrice', { before: amount(before), after: amount(after) })]
}

/** Refund facts of a cancellation, listed first and together. */
const ofRefund = ['refundDueMinor', 'refundByTermsMinor', 'refundPercent', 'refundReason', 'currency']
function refundFacts({ final_amount: { currency } }: Booking, data: Data): string[] {
  const { refundDueMinor: due, refundByTermsMinor: byTerms, refundPercent: percent, refundReason: why } = data
  if (typeof due !== 'number') return []
  const amount = (minor: number) => shown(money(minor, currency))
  return [
    t('facts.refundDue', { amount: amount(due) }),
    ...(typeof byTerms === 'number' && typeof percent === 'number'
      ? [t('facts.refundByTerms', { amount: amount(byTerms), percent })]
      : []),
    ...(typeof why === 'string' ? [t('facts.refundWhy', { why })] : []),
  ]
}

/** The old and the new values, then the price, the reason and whether the customer was told. */
function changeFacts({ booking, specs }: HistoryOwner, data: Data): string[] {
  const { priceBeforeMinor, priceAfterMinor, reason, customer, ...values } = data
  const changed = Object.entries(values).filter(([, value]) => typeof value === 'string')
  const rest = { ...(reason !== undefined && { reason }), ...(customer !== undefined && { customer }) }
  const price = newPrice(booking, priceBeforeMinor, priceAfterMinor)
  return [...correctionFacts(Object.fromEntries(changed), specs), ...price, ...factsOf(booking, rest)]
}

/** Old and new values are shown as they are. */
const correctionFacts = (data: Data, specs: readonly FieldSpec[]): string[] =>
  Object.entries(data).map(([key, change]) => {
    const name = answerName(key, (field) => specs.find((spec) => spec.name === field)?.label)
    return `${name ?? inWords(key)}: ${String(change)}`
  })

/** Ids lead machines, not staff. */
const isId = (value: string): boolean => /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value)

function factsOf({ final_amount: booked }: Booking, data: Data): string[] {
  const currency = typeof data.currency === 'string' ? data.currency : booked.currency
  return Object.entries(data).flatMap(([key, value]) => {
    if (ofRefund.includes(key) || ofMove.includes(key)) return []
    const name = answerName(plainKey(key), () => undefined) ?? inWords(plainKey(key))
    if (typeof value === 'number')
      return [key.endsWith('Minor') ? `${name}: ${shown(money(value, currency))}` : `${name}: ${count(value)}`]
    if (typeof value !== 'string' || value === '' || isId(value)) return []
    if (key === 'reason') return [value]
    return [`${name}: ${key === 'receipt' || key === 'subject' ? value : inWords(value)}`]
  })
}
