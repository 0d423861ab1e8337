/**
 * What a payment provider is to the shop: declared data and a few functions. A provider knows its supplier's API and
 * nothing of bookings, HTML or our states beyond a snapshot; the payment room alone decides what a snapshot means.
 * A call has 8 seconds (`ctx.signal`), so that the customer has an answer within 10.
 */
import type { CurrencyCode, Money } from '../../kernel/money.ts'
import type { Attempt } from './rules/attempt.ts'
import type { BankAccount } from './rules/bank-details.ts'

export { isActive } from './rules/attempt.ts'
export type { Attempt }

export type ProviderField = {
  /** 'api_key', 'api_secret', 'webhook_secret', 'account' ... */
  readonly name: string
  readonly label: string
  readonly input: 'text' | 'textarea' | 'select' | 'switch'
  /** Sealed in the database, never shown again. */
  readonly isSecret?: boolean
  readonly isRequired?: boolean
  /** '{baseUrl}' in it becomes the address of this shop. */
  readonly help?: string
  readonly options?: readonly { value: string; label: string }[]
  readonly initial?: string
}

/** Which currency the customer is charged in (D41): the booking's own, or the one that the agency has set. */
export type ChargeRule =
  | { readonly rule: 'booking' }
  | { readonly rule: 'setting'; readonly key: string; readonly fallback: CurrencyCode }

/**
 * What the payment page may load, show, ask and post to beyond our own origin: its content security policy is made of it.
 */
export type BrowserOrigins = Readonly<
  Partial<Record<'script' | 'frame' | 'connect' | 'form' | 'img', readonly string[]>>
>

/** In minor units of the currency charged. */
export type AmountLimits = Readonly<Record<CurrencyCode, { readonly min?: number; readonly max?: number }>>

export type ProviderDescription = {
  readonly name: string
  readonly type: 'api' | 'manual'
  readonly label: string
  /** Card brands and the like. */
  readonly brands: readonly string[]
  readonly fields: readonly ProviderField[]
  readonly charge: ChargeRule
  /** null: every currency. */
  readonly currencies: readonly CurrencyCode[] | null
  /** Said when the currency is not on the list, such as why it takes no AED (D42). */
  readonly currencyRefusal?: string
  readonly limits?: AmountLimits
  /** How long the provider keeps a started payment open; null: until the booking expires. */
  readonly opensForMinutes: number | null
  /**
   * Choosing this method is all that the customer has to do before the travel day: the booking no longer expires, and
   * one with instant confirmation is confirmed unpaid (cash on arrival, D80).
   */
  readonly isDueOnArrival?: boolean
  /** Exists in sandbox mode only. */
  readonly isSandboxOnly?: boolean
  /** Absent: the page needs nothing but our own origin (a plain redirect does not). */
  readonly origins?: BrowserOrigins
  /** Present when paying opens a popup on the payment page. */
  readonly popup?: PopupDescription
}

/** The supplier's script is loaded when the method is chosen; adapters/payments/shop.ts knows how to open it. */
export type PopupDescription = {
  readonly type: PopupType
  /** The address of the supplier's script. */
  readonly script: string
  /** What the customer knows the supplier by: '{name} is still loading. ...' */
  readonly name: string
}
export type PopupType = `${string}_checkout`

/** What is paid for; several bookings in one payment stay possible. */
export type Payable = {
  readonly reference: string
  readonly amount: Money
  readonly description: string
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string | null }
}

/** The way to `fetch` with the call's time limit, and all that the agency has set. */
export type ProviderContext = {
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly instructions: string
  /** The agency's own account for a currency; where none is stored, what the instructions say of it. */
  readonly bankAccount: (currency: CurrencyCode) => BankAccount
  readonly baseUrl: string
  readonly now: Date
  /** Aborts after the time that a call may take. Give it to every request. */
  readonly signal: AbortSignal
}

export type StartRequest = {
  readonly attempt: Attempt
  readonly payable: Payable
  /** Where the provider sends the browser back to, paid or not. Proves nothing. */
  readonly returnUrl: string
  /** The same for every repetition of this attempt's start: an unknown outcome is repeated, never begun anew. */
  readonly idempotencyKey: string
  readonly expiresAt: Date | null
}

export type PaymentAction =
  | {
      /** The provider's name before it: 'acme_redirect'. */
      readonly type: `${string}_redirect`
      readonly kind: 'redirect'
      readonly url: string
      /** Present when the browser has to POST: the fields of the form. */
      readonly form?: Readonly<Record<string, string>>
    }
  /** A popup drawn by the supplier's own script. */
  | { readonly type: PopupType; readonly kind: 'popup'; readonly data: PopupData }
  | {
      readonly type: 'bank_transfer_details'
      readonly kind: 'bank-details'
      readonly details: BankAccount
      readonly transferReference: string
      readonly instructions: string
    }
  | { readonly type: 'pay_on_arrival'; readonly kind: 'instructions'; readonly instructions: string }

export type PopupData = {
  /** Plain data that the supplier's script is opened with; what it calls back is added in the browser. */
  readonly options: Readonly<Record<string, unknown>>
  /** The supplier's own page, where no script can run: the browser posts this form. */
  readonly page?: { readonly url: string; readonly form: Readonly<Record<string, string>> }
}

/** How a popup was left. Neither is a fact about money. */
export type PopupEnd =
  /** What the browser brings to the attempt's return address. */
  | { readonly kind: 'returned'; readonly form: Readonly<Record<string, string>> }
  /** `failure`: what the supplier said of the last failed try. */
  | { readonly kind: 'dismissed'; readonly failure: string | null }

/** The browser's side of a popup. It knows its supplier's script and nothing of our pages. */
export type CheckoutPopup = {
  /** False where popups cannot work, such as in the browsers inside of other apps. */
  readonly canOpen: (userAgent: string) => boolean
  /** Null when the supplier's script is not there. */
  readonly open: (options: PopupData['options']) => Promise<PopupEnd> | null
}

export type StartOutcome =
  | {
      readonly outcome: 'requires_action'
      readonly orderRef: string | null
      readonly action: PaymentAction
      readonly expiresAt?: Date
    }
  /** A definite no. */
  | { readonly outcome: 'failed'; readonly message: string }
  /** No answer, or one that does not say: the attempt stays `created`. */
  | { readonly outcome: 'unknown'; readonly message: string }

export type SnapshotStatus =
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** The provider knows no such order (yet): says nothing about the money. */
  | 'not-found'

/** `live`: money moves. A test-mode object must never pay for anything. */
export type ProviderMode = 'live' | 'test'

/** A provider's object, reduced to what the state machine asks of it. Amounts are totals, never differences. */
export type Snapshot = {
  readonly orderRef: string | null
  readonly paymentRef: string | null
  readonly status: SnapshotStatus
  readonly currency: CurrencyCode
  readonly capturedMinor: number
  /** Sum of the refunds that have gone through. */
  readonly refundedMinor: number
  /** Each refund, where the provider lists them; null where it knows only the total. */
  readonly refunds: readonly RefundSnapshot[] | null
  readonly mode: ProviderMode
  readonly failureMessage: string | null
  /** What the provider keeps of the captured money, in minor units of `currency`; absent where it does not tell. */
  readonly feeMinor?: number
  /** The payer disputes the payment (chargeback): a flag for people, never a state. */
  readonly isDisputed?: boolean
  /** 'processing' with the money captured: the provider suspects fraud, and people have to decide in its dashboard. */
  readonly isHeld?: boolean
  /** The order is open still, but the payer has to go there again, such as for another means of payment. */
  readonly payerUrl?: string
}
export type RefundSnapshot = {
  readonly ref: string
  /** Our refund's id, when the provider carries it. */
  readonly ourId: string | null
  readonly amountMinor: number
  readonly state: 'pending' | 'succeeded' | 'failed'
}

export type WebhookEvent = {
  /** The provider's id of the event; where it has none, one derived from the content. */
  readonly eventId: string
  /** Either suffices to find the attempt; ours first. */
  readonly attemptId: string | null
  readonly orderRef: string | null
  /** null: the event is only a hint, fetch the object. */
  readonly snapshot: Snapshot | null
  /** Events that say nothing about an attempt (account news): stored, not followed. */
  readonly isIrrelevant?: boolean
}
export type WebhookReading =
  | { readonly verified: true; readonly events: readonly WebhookEvent[] }
  | { readonly verified: false; readonly why: string }

export type WebhookHeaders = Readonly<Record<string, string | undefined>>

/** What came back with the browser: query and form fields. */
export type ReturnVisit = {
  readonly query: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}
/**
 * `isProven`: the visit carries something that only this attempt's payer has from the provider. `isCancelled`: the payer
 * came back by the way of those who give up; a wish, so that what is still open then is closed with the provider.
 */
export type ReturnReading = { readonly isProven: boolean; readonly isCancelled?: boolean }

export type CloseOutcome =
  /** Nobody can pay it any more. */
  | { readonly outcome: 'closed' }
  /** It has moved on meanwhile: apply this. */
  | { readonly outcome: 'moved-on'; readonly snapshot: Snapshot }
  | { readonly outcome: 'unknown' }

export type RefundRequest = {
  readonly attempt: Attempt
  /** Ours, and the idempotency key. */
  readonly refundId: string
  readonly amount: Money
  readonly reason: string
}
export type RefundOutcome =
  | { readonly outcome: 'pending' | 'succeeded'; readonly ref: string }
  | { readonly outcome: 'failed'; readonly message: string }
  | { readonly outcome: 'unknown'; readonly message: string }

/** Whether the provider knows us with what is set: a sentence for staff, without any secret. */
export type ConnectionTest = { readonly isFine: boolean; readonly message: string }

export interface PaymentProvider {
  readonly describe: ProviderDescription
  /** Whether the keys that are set move money. */
  mode: (ctx: Pick<ProviderContext, 'settings' | 'secrets'>) => ProviderMode
  /** A reason why it cannot work with what is set, such as a key that is missing; null: ready. */
  notReady?: (ctx: Pick<ProviderContext, 'settings' | 'secrets'>) => string | null
  /**
   * The currencies that it can charge with what is set, where that depends on it (an account per country); some of
   * `describe.currencies`. Absent: all of those.
   */
  currenciesOf?: (ctx: Pick<ProviderContext, 'settings' | 'secrets'>) => readonly CurrencyCode[]
  start: (ctx: ProviderContext, request: StartRequest) => Promise<StartOutcome>
  /** The truth about an attempt. Throws when the provider cannot be asked. Absent: only people know (manual). */
  fetchStatus?: (ctx: ProviderContext, attempt: Attempt) => Promise<Snapshot>
  /** From the raw bytes, fail closed. */
  readWebhook?: (ctx: ProviderContext, rawBody: Uint8Array, headers: WebhookHeaders) => Promise<WebhookReading>
  readReturn?: (ctx: ProviderContext, attempt: Attempt, visit: ReturnVisit) => Promise<ReturnReading>
  /** Absent: an order cannot be closed; it is asked again instead. */
  close?: (ctx: ProviderContext, attempt: Attempt) => Promise<CloseOutcome>
  /** Absent: people give the money back and record it. */
  refund?: (ctx: ProviderContext, request: RefundRequest) => Promise<RefundOutcome>
  /** Asks the provider for something harmless that needs the keys. Absent: there is nothing to connect to. */
  testConnection?: (ctx: ProviderContext) => Promise<ConnectionTest>
}

export type ProviderRegistry = {
  readonly all: readonly PaymentProvider[]
  readonly find: (name: string) => PaymentProvider | undefined
}
/** What the payment page may reach, for every provider that there is. */
export function browserOrigins({ all }: ProviderRegistry): BrowserOrigins {
  const places = ['script', 'frame', 'connect', 'form', 'img'] as const
  const allOf = (place: (typeof places)[number]) => all.flatMap(({ describe }) => describe.origins?.[place] ?? [])
  return Object.fromEntries(places.map((place) => [place, [...new Set(allOf(place))]]))
}

/** By name; names are unique. */
export function providerRegistry(providers: readonly PaymentProvider[]): ProviderRegistry {
  const byName = new Map(providers.map((provider) => [provider.describe.name, provider]))
  if (byName.size !== providers.length) throw new Error('Two payment providers have the same name')
  return { all: providers, find: (name) => byName.get(name) }
}

/** Addresses that differ from the suppliers' own, by the name of the environment variable. */
export type SupplierUrls = Readonly<Record<string, string>>

/** What a provider's folder gives to the list of all providers; `Core`: what it is given of the server. */
export type ProviderLine<Core> = {
  /** The environment variables that name its supplier's addresses: 'ACME_API_URL'. */
  readonly urlNames?: readonly string[]
  /** Cheap and without any request: a supplier's library is loaded when it is first needed. */
  readonly create: (core: Core, urls: SupplierUrls) => PaymentProvider
}
