// The refund of a cancellation: the server's proposal, or another amount with a reason. Pure.
import { formatMoney, type Money, parseAmount } from '../../kernel/money.ts'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'

const t = textOf('booking')
export const shown = (amount: Money): string => formatMoney(amount, { exact: true })

export type Proposal = NonNullable<Booking['refund_proposal']>
export type RefundChoice = { readonly kind: 'proposed' | 'other'; readonly amount: string; readonly why: string }
export const firstChoice: RefundChoice = { kind: 'proposed', amount: '', why: '' }

type Sent = { refund_amount?: Money; refund_reason?: string }
export type ReadRefund =
  | { readonly sent: Sent; readonly errors?: never }
  | { readonly sent?: never; readonly errors: RefundErrors }
export type RefundErrors = { readonly refund_amount?: string; readonly refund_reason?: string }

/**
 * Returns the refund to send, or the errors. The proposed amount is sent too, so that the refund never differs from
 * what was shown.
 */
export function readRefund(proposal: Proposal | null, choice: RefundChoice): ReadRefund {
  if (!proposal) return { sent: {} }
  if (choice.kind === 'proposed') return { sent: { refund_amount: proposal.amount } }
  const amount = parseAmount(choice.amount, proposal.most.currency)
  const { least, most } = proposal
  const isAmount = amount !== null && amount.minor >= least.minor && amount.minor <= most.minor
  const why = choice.why.trim()
  if (isAmount && why !== '') return { sent: { refund_amount: amount, refund_reason: why } }
  return {
    errors: {
      ...(isAmount ? {} : { refund_amount: t('refundRange', { least: shown(least), most: shown(most) }) }),
      ...(why === '' ? { refund_reason: t('refundWhyNeeded') } : {}),
    },
  }
}

/** The total refund for this choice; null while the input is not an amount. */
export function chosenAmount(proposal: Proposal, choice: RefundChoice): Money | null {
  if (choice.kind === 'proposed') return proposal.amount
  const amount = parseAmount(choice.amount, proposal.most.currency)
  return amount !== null && amount.minor <= proposal.most.minor ? amount : null
}

/** 'By the terms: 50% = AED 300.00 of AED 600.00 paid (18 days before the start)' */
export function proposalInWords({ percent, days_left: days, amount, least, most }: Proposal): string {
  const amounts = { amount: shown(amount), paid: shown(most) }
  if (percent === null || days === null) return t('refundNoTerms', amounts)
  const when = days > 0 ? t('daysBefore', { days }) : t(days === 0 ? 'onTheDay' : 'afterTheDay')
  if (least.minor > 0 && amount.minor === least.minor) return t('refundAlreadyMore', { percent, ...amounts, when })
  return t('refundByTerms', { percent, ...amounts, when })
}
