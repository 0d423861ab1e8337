/**
 * The payment provider port: a description and a few functions. A provider knows its supplier's API and nothing about
 * bookings, HTML or our states; the payment room alone decides what a snapshot means. A call may take 8 seconds
 * (`ctx.signal`), so that the customer gets an answer within 10.
 */
import type { Text } from '../../kernel/messages.ts'
import type { CurrencyCode, Money } from '../../kernel/money.ts'
import type { Attempt } from './attempts/rules/attempt.ts'
import type { BankAccount } from './gateways/rules/bank-details.ts'

export { isActive } from './attempts/rules/attempt.ts'
export { namesPayee } from './gateways/rules/bank-details.ts'
export type { Attempt }

export type ProviderField = {
  /** 'api_key', 'api_secret', 'webhook_secret', 'account' ... */
  readonly name: string
  readonly label: Text
  readonly input: 'text' | 'textarea' | 'select' | 'switch'
  /** Sealed in the database and never shown again. */
  readonly isSecret?: boolean
  readonly isRequired?: boolean
  readonly help?: Text
  readonly options?: readonly { value: string; label: Text }[]
  readonly initial?: string
}

/** The currency charged (D41): the booking's own, or one that the agency sets. */
export type ChargeRule =
  | { readonly rule: 'booking' }
  | { readonly rule: 'setting'; readonly key: string; readonly fallback: CurrencyCode }

/**
 * Origins besides our own that the payment page may load, frame, call and post to. Its content security policy lists
 * them.
 */
export type BrowserOrigins = Readonly<
  Partial<Record<'script' | 'frame' | 'connect' | 'form' | 'img', readonly string[]>>
>

/** In minor units of the currency charged. */
export type AmountLimits = Readonly<Record<CurrencyCode, { readonly min?: number; readonly max?: number }>>

export type ProviderDescription = {
  readonly name: string
  readonly type: 'api' | 'manual'
  readonly label: Text
  /** Such as card brands. */
  readonly brands: readonly Text[]
  /** What customers pay with; the shop draws it. */
  readonly means: 'card' | 'wallet' | 'bank' | 'cash'
  /** What customers see for a payment in this currency in place of `label` and `brands`; null: those. */
  readonly shownIn?: (currency: CurrencyCode) => { readonly label: Text; readonly brands: readonly Text[] } | null
  /** The supplier's name for customers, who pay on its page. */
  readonly supplier?: string
  readonly fields: readonly ProviderField[]
  readonly charge: ChargeRule
  /** null: every currency. */
  readonly currencies: readonly CurrencyCode[] | null
  /** Why other currencies are refused, such as AED (D42). */
  readonly currencyRefusal?: Text
  readonly limits?: AmountLimits
  /** How long a started payment stays open; null: until the booking expires. */
  readonly opensForMinutes: number | null
  /**
   * The customer pays on arrival: the booking no longer expires, and with instant confirmation it is confirmed unpaid
   * (D80).
   */
  readonly isDueOnArrival?: boolean
  /** Exists in sandbox mode only. */
  readonly isSandboxOnly?: boolean
  /** Omitted: only our own origin is needed, as for a redirect. */
  readonly origins?: BrowserOrigins
  /** Set when paying opens a popup. */
  readonly popup?: PopupDescription
}

/** The supplier's script is loaded when the customer chooses the method; adapters/payments/shop.ts opens it. */
export type PopupDescription = {
  readonly type: PopupType
  readonly script: string
  /** The supplier's name for customers. */
  readonly name: string
}
export type PopupType = `${string}_checkout`

/** What is paid for. It names no booking, so that one payment may cover several. */
export type Payable = {
  readonly reference: string
  readonly amount: Money
  readonly description: string
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string | null }
}

/** The agency's settings, and the time limit of the call. */
export type ProviderContext = {
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly instructions: string
  /** The agency's account for a currency, else the one in the instructions. */
  readonly bankAccount: (currency: CurrencyCode) => BankAccount
  readonly baseUrl: string
  readonly now: Date
  /** Aborts at the time limit. Pass it to every request. */
  readonly signal: AbortSignal
}

export type StartRequest = {
  readonly attempt: Attempt
  readonly payable: Payable
  /** The provider sends the browser back here, paid or not. A visit proves nothing. */
  readonly returnUrl: string
  /** The same for every retry of this attempt's start. */
  readonly idempotencyKey: string
  readonly expiresAt: Date | null
  /** The customer's; without one the shop's default. */
  readonly language?: string | null
}

export type PaymentAction =
  | {
      /** With the provider's name: 'acme_redirect'. */
      readonly type: `${string}_redirect`
      readonly kind: 'redirect'
      readonly url: string
      /** Set when the browser must POST: the form's fields. */
      readonly form?: Readonly<Record<string, string>>
    }
  /** A popup of the supplier's script. */
  | { readonly type: PopupType; readonly kind: 'popup'; readonly data: PopupData }
  | {
      readonly type: 'bank_transfer_details'
      readonly kind: 'bank-details'
      readonly details: BankAccount
      readonly transferReference: string
      readonly instructions: string
    }
  | { readonly type: 'pay_on_arrival'; readonly kind: 'instructions'; readonly instructions: Text }

export type PopupData = {
  /** Options for the supplier's script; the browser adds the callbacks. */
  readonly options: Readonly<Record<string, unknown>>
  /** The supplier's page for browsers without scripts: the browser posts this form. */
  readonly page?: { readonly url: string; readonly form: Readonly<Record<string, string>> }
}

/** How the popup was closed. It proves nothing about money. */
export type PopupEnd =
  /** The browser posts this form to the attempt's return address. */
  | { readonly kind: 'returned'; readonly form: Readonly<Record<string, string>> }
  /** `failure`: the supplier's message about the last failed try. */
  | { readonly kind: 'dismissed'; readonly failure: string | null }

/** The popup in the browser. It knows the supplier's script and nothing of our pages. */
export type CheckoutPopup = {
  /** False where popups do not work, such as in-app browsers. */
  readonly canOpen: (userAgent: string) => boolean
  /** Null when the supplier's script did not load. */
  readonly open: (options: PopupData['options']) => Promise<PopupEnd> | null
}

export type StartOutcome =
  | {
      readonly outcome: 'requires_action'
      readonly orderRef: string | null
      readonly action: PaymentAction
      readonly expiresAt?: Date
    }
  /** The provider refused. */
  | { readonly outcome: 'failed'; readonly message: Text }
  /** No clear answer: the attempt stays `created` and is retried. */
  | { readonly outcome: 'unknown'; readonly message: Text }

export type SnapshotStatus =
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** The provider does not know the order (yet). Says nothing about money. */
  | 'not-found'

/** `live`: money moves. A test payment must never pay for anything. */
export type ProviderMode = 'live' | 'test'

/** A provider's object, reduced to what the state machine needs. Amounts are totals, never differences. */
export type Snapshot = {
  readonly orderRef: string | null
  readonly paymentRef: string | null
  readonly status: SnapshotStatus
  readonly currency: CurrencyCode
  readonly capturedMinor: number
  /** Total of the succeeded refunds. */
  readonly refundedMinor: number
  /** Each refund; null when the provider knows only the total. */
  readonly refunds: readonly RefundSnapshot[] | null
  readonly mode: ProviderMode
  /** Stored, and shown to the customer. */
  readonly failureMessage: Text | null
  /** The provider's fee in minor units of `currency`, if it reports one. */
  readonly feeMinor?: number
  /** The payer disputes the payment (chargeback). A flag for staff, not a state. */
  readonly isDisputed?: boolean
  /** Captured but 'processing': the provider suspects fraud and staff must decide in its dashboard. */
  readonly isHeld?: boolean
  /** The order is open, and the payer must return there, for example to pay another way. */
  readonly payerUrl?: string
}
export type RefundSnapshot = {
  readonly ref: string
  /** Our refund's id, if the provider returns it. */
  readonly ourId: string | null
  readonly amountMinor: number
  readonly state: 'pending' | 'succeeded' | 'failed'
}

export type WebhookEvent = {
  /** The provider's event id, or one derived from the content. */
  readonly eventId: string
  /** One of the two is enough to find the attempt; ours is tried first. */
  readonly attemptId: string | null
  readonly orderRef: string | null
  /** null: the event is only a hint, so fetch the status. */
  readonly snapshot: Snapshot | null
  /** Events about other things, such as the account, are stored and ignored. */
  readonly isIrrelevant?: boolean
}
export type WebhookReading =
  | { readonly verified: true; readonly events: readonly WebhookEvent[] }
  | { readonly verified: false; readonly why: string }

export type WebhookHeaders = Readonly<Record<string, string | undefined>>

/** Query and form fields of a returning browser. */
export type ReturnVisit = {
  readonly query: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
}
/**
 * `isProven`: the visit carries something that only this attempt's payer has from the provider. `isCancelled`: the
 * payer cancelled at the provider, so an open attempt should be closed.
 */
export type ReturnReading = { readonly isProven: boolean; readonly isCancelled?: boolean }

export type CloseOutcome =
  /** It can no longer be paid. */
  | { readonly outcome: 'closed' }
  /** Its state changed in the meantime: apply this. */
  | { readonly outcome: 'moved-on'; readonly snapshot: Snapshot }
  | { readonly outcome: 'unknown' }

export type RefundRequest = {
  readonly attempt: Attempt
  /** Our id and the idempotency key. */
  readonly refundId: string
  readonly amount: Money
  readonly reason: string
}
export type RefundOutcome =
  | { readonly outcome: 'pending' | 'succeeded'; readonly ref: string }
  | { readonly outcome: 'failed'; readonly message: Text }
  | { readonly outcome: 'unknown'; readonly message: Text }

/** Result of a connection test: a sentence for staff without secrets. */
export type ConnectionTest = { readonly isFine: boolean; readonly message: Text }

export interface PaymentProvider {
  readonly describe: ProviderDescription
  /** Whether the stored keys move money. */
  mode: (ctx: Pick<ProviderContext, 'settings' | 'secrets'>) => ProviderMode
  /** Why the stored settings are not enough; null: ready. */
  notReady?: (ctx: Pick<ProviderContext, 'settings' | 'secrets'>) => Text | null
  /**
   * The currencies that the stored settings allow, such as one account per country. A subset of `describe.currencies`.
   * Omitted: all of them.
   */
  currenciesOf?: (
    ctx: Pick<ProviderContext, 'settings' | 'secrets' | 'instructions' | 'bankAccount'>,
  ) => readonly CurrencyCode[]
  start: (ctx: ProviderContext, request: StartRequest) => Promise<StartOutcome>
  /** Returns the state of an attempt. Throws when the provider cannot be reached. Omitted for manual methods. */
  fetchStatus?: (ctx: ProviderContext, attempt: Attempt) => Promise<Snapshot>
  /** Verifies the signature over the raw bytes. */
  readWebhook?: (ctx: ProviderContext, rawBody: Uint8Array, headers: WebhookHeaders) => Promise<WebhookReading>
  readReturn?: (ctx: ProviderContext, attempt: Attempt, visit: ReturnVisit) => Promise<ReturnReading>
  /** Omitted: orders cannot be closed, so they are checked again instead. */
  close?: (ctx: ProviderContext, attempt: Attempt) => Promise<CloseOutcome>
  /** Omitted: staff make refunds by hand and record them. */
  refund?: (ctx: ProviderContext, request: RefundRequest) => Promise<RefundOutcome>
  /** Sends a harmless request that needs the keys. Omitted: there is no API. */
  testConnection?: (ctx: ProviderContext) => Promise<ConnectionTest>
}

export type ProviderRegistry = {
  readonly all: readonly PaymentProvider[]
  readonly find: (name: string) => PaymentProvider | undefined
}
/** Origins of all providers. */
export function browserOrigins({ all }: ProviderRegistry): BrowserOrigins {
  const places = ['script', 'frame', 'connect', 'form', 'img'] as const
  const allOf = (place: (typeof places)[number]) => all.flatMap(({ describe }) => describe.origins?.[place] ?? [])
  return Object.fromEntries(places.map((place) => [place, [...new Set(allOf(place))]]))
}

/** Throws when two providers share a name. */
export function providerRegistry(providers: readonly PaymentProvider[]): ProviderRegistry {
  const byName = new Map(providers.map((provider) => [provider.describe.name, provider]))
  if (byName.size !== providers.length) throw new Error('Two payment providers have the same name')
  return { all: providers, find: (name) => byName.get(name) }
}

/** Overrides of suppliers' addresses, by environment variable. */
export type SupplierUrls = Readonly<Record<string, string>>

/** A provider's entry in the list of providers. `Core` is what it needs of the server. */
export type ProviderLine<Core> = {
  /** Environment variables for its supplier's addresses: 'ACME_API_URL'. */
  readonly urlNames?: readonly string[]
  /** Must be cheap and send no request: load the supplier's library on first use. */
  readonly create: (core: Core, urls: SupplierUrls) => PaymentProvider
}
