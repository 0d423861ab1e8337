import type { ShopApi } from '../api.ts'

export type PaymentAnswer = Awaited<ReturnType<ShopApi['payment']['create']>>

/** What the page does next; where nothing can be said in the provider's own words, a sentence of ours by its key. */
export type NextStep =
  | { readonly kind: 'leave'; readonly url: string }
  | { readonly kind: 'bank-details' }
  | { readonly kind: 'pay-on-arrival' }
  | { readonly kind: 'confirmation' }
  | { readonly kind: 'failed'; readonly message: string; readonly otherwise: 'failed' | 'cannotProcess' }

/** A redirect leads to its address, a transfer to its account, and what this page cannot show is a failure (C206). */
export function nextStep(answer: Omit<PaymentAnswer, 'bankDetails'>): NextStep {
  if (!answer.success) return { kind: 'failed', message: answer.error ?? '', otherwise: 'failed' }
  if (answer.checkoutUrl) return { kind: 'leave', url: answer.checkoutUrl }
  if (answer.actionType === 'bank_transfer_details') return { kind: 'bank-details' }
  if (answer.actionType === 'pay_on_arrival') return { kind: 'pay-on-arrival' }
  if (answer.requiresAction) return { kind: 'failed', message: answer.message ?? '', otherwise: 'cannotProcess' }
  return { kind: 'confirmation' }
}
