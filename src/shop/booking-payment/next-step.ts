import type { ShopApi } from '../client/api.ts'
import type { FormPost } from './submit-form.ts'

export type PaymentAnswer = Awaited<ReturnType<ShopApi['payment']['create']>>

/** What the page does next. `failed` names one of our own messages where the provider gave none. */
export type NextStep =
  | { readonly kind: 'leave'; readonly url: string }
  /** This address accepts POST only. */
  | { readonly kind: 'leave-by-form'; readonly post: FormPost }
  | {
      readonly kind: 'popup'
      readonly attemptId: string
      readonly options: Readonly<Record<string, unknown>>
      /** The provider's page, for browsers in which its script does not run. */
      readonly page: FormPost | null
    }
  | { readonly kind: 'bank-details' }
  | { readonly kind: 'pay-on-arrival' }
  | { readonly kind: 'confirmation' }
  | { readonly kind: 'failed'; readonly message: string; readonly otherwise: 'failed' | 'cannotProcess' }

/** A redirect goes to its address, a transfer to its account; anything this page cannot show is a failure (C206). */
export function nextStep(answer: Omit<PaymentAnswer, 'bankDetails'>): NextStep {
  if (!answer.success) return { kind: 'failed', message: answer.error ?? '', otherwise: 'failed' }
  if (answer.checkoutUrl) return leaving(answer.checkoutUrl, answer.checkoutData?.form)
  if (answer.actionType === 'bank_transfer_details') return { kind: 'bank-details' }
  if (answer.actionType === 'pay_on_arrival') return { kind: 'pay-on-arrival' }
  const popup = answer.requiresAction && popupOf(answer)
  if (popup) return popup
  if (answer.requiresAction) return { kind: 'failed', message: answer.message ?? '', otherwise: 'cannotProcess' }
  return { kind: 'confirmation' }
}

function leaving(url: string, form: unknown): NextStep {
  return isFields(form) ? { kind: 'leave-by-form', post: { url, form } } : { kind: 'leave', url }
}

function popupOf({ actionType, attemptId, checkoutData }: Omit<PaymentAnswer, 'bankDetails'>): NextStep | null {
  const options = checkoutData?.options
  if (!actionType?.endsWith('_checkout') || !attemptId || !isRecord(options)) return null
  const page = isRecord(checkoutData?.page) ? checkoutData.page : {}
  const post = typeof page.url === 'string' && isFields(page.form) ? { url: page.url, form: page.form } : null
  return { kind: 'popup', attemptId, options, page: post }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isFields = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((field) => typeof field === 'string')
