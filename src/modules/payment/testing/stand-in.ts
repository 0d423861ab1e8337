import type { PaymentAction, ReturnVisit, WebhookHeaders } from '../port.ts'

/** A fault of the supplier, until it is reset. */
export type SupplierFault =
  /** Answers after three seconds. */
  | 'slow'
  /** Accepts the request and never answers. */
  | 'hanging'
  /** Closes the connection without doing anything. */
  | 'resetting'
  /** Does what was requested, then closes the connection without an answer. */
  | 'losing-answers'
  | 'error-500'
  /** 200 with an invalid body. */
  | 'garbage'

/** An action of a customer, a bank or the agency at the supplier. */
export type SupplierAct =
  | 'pay'
  /** The bank is still deciding; `pay` or `decline` may follow. */
  | 'pay-later'
  | 'decline'
  | 'cancel'
  /** The supplier's own time limit. */
  | 'lapse'

/** A false report or answer of the supplier about a paid order. */
export type SupplierLie = 'wrong-amount' | 'wrong-currency' | 'wrong-order' | 'wrong-mode'

export type SupplierReport = { readonly rawBody: Uint8Array; readonly headers: WebhookHeaders }

/**
 * A local supplier for tests and for `npm run dev`: a server with state that enforces the supplier's contract on
 * requests and on its own answers. One per provider, in its folder's `testing/stand-in.ts`.
 */
export type StandIn = {
  readonly provider: string
  /** Environment variables of a shop that uses it: 'ACME_API_URL' and the like. */
  readonly env: Readonly<Record<string, string>>
  /** What staff enter in the payment settings. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  /** A currency that it can charge. */
  readonly currency: string
  /**
   * The customer's browser opens the page from `start`, before any `act`. Omitted: the supplier knows the order since
   * `start`.
   */
  readonly arrive?: (action: PaymentAction) => Promise<void>
  readonly act: (orderRef: string, act: SupplierAct) => Promise<void>
  /** Its current webhooks about the order, oldest first, signed at `at`. */
  readonly reports: (orderRef: string, at: Date) => Promise<readonly SupplierReport[]>
  /** What the browser sends to the return address after the last act; null: it never returns. */
  readonly returnVisit: (orderRef: string) => Promise<ReturnVisit | null>
  /** A refund in the supplier's dashboard. */
  readonly refundElsewhere: (orderRef: string, amountMinor: number) => Promise<void>
  /** It sends no webhook about dashboard refunds: staff must check the payment. */
  readonly isSilentOnRefunds?: boolean
  /** Decides pending refunds. Omitted: refunds are final at once. */
  readonly decideRefund?: (orderRef: string, outcome: 'succeeded' | 'failed') => Promise<void>
  /** From now on, webhooks and answers about the order contain this lie. */
  readonly lie: (orderRef: string, lie: SupplierLie) => Promise<void>
  readonly setFault: (fault: SupplierFault | null) => void
  /** Address for webhooks after each act of a customer on its page (browser tests, `npm run dev`). */
  readonly deliverTo: (webhookUrl: string) => void
  /** Number of payment objects: two for one attempt would be our bug. */
  readonly orderCount: () => number
  /** Requests or answers that broke the supplier's contract. Empty at the end of every test. */
  readonly breaches: () => readonly string[]
  /** False without the contract files: nothing is validated then, and tests are reported as skipped. */
  readonly isValidating: boolean
  readonly close: () => Promise<void>
}
