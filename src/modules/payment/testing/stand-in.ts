import type { PaymentAction, ReturnVisit, WebhookHeaders } from '../port.ts'

/** What goes wrong at the supplier, until it is told otherwise. */
export type SupplierFault =
  /** Answers after three seconds. */
  | 'slow'
  /** Takes the request and never answers. */
  | 'hanging'
  /** Closes the connection without an answer; nothing was done. */
  | 'resetting'
  /** Does what was asked, and closes the connection without an answer. */
  | 'losing-answers'
  | 'error-500'
  /** 200 with bytes that are no answer. */
  | 'garbage'

/** What a customer, a bank or the agency does at the supplier's. */
export type SupplierAct =
  | 'pay'
  /** The bank has not decided yet; `pay` or `decline` may follow. */
  | 'pay-later'
  | 'decline'
  | 'cancel'
  /** Its own time limit ends. */
  | 'lapse'

/** Something told that is not so; each is one report or answer of the supplier's about a paid order. */
export type SupplierLie = 'wrong-amount' | 'wrong-currency' | 'wrong-order' | 'wrong-mode'

export type SupplierReport = { readonly rawBody: Uint8Array; readonly headers: WebhookHeaders }

/**
 * A supplier on this machine, for tests and for `npm run dev`: a server that keeps state, refuses what the supplier's
 * contract refuses and answers with bodies that keep it. One per provider, in its folder's `testing/stand-in.ts`.
 */
export type StandIn = {
  readonly provider: string
  /** The environment of a shop that talks to it: 'ACME_API_URL' and the like. */
  readonly env: Readonly<Record<string, string>>
  /** What staff enter in the payment settings. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  /** One in which it can charge. */
  readonly currency: string
  /**
   * The customer's browser opens the page with what `start` gave: before any `act`. Absent: the supplier has known the
   * order since `start`, and nothing need be opened.
   */
  readonly arrive?: (action: PaymentAction) => Promise<void>
  readonly act: (orderRef: string, act: SupplierAct) => Promise<void>
  /** What it would report now about the order, oldest first, signed at `at`; none where it has nothing to say. */
  readonly reports: (orderRef: string, at: Date) => Promise<readonly SupplierReport[]>
  /** What the browser brings back to the return address after the last act; null: it never comes back. */
  readonly returnVisit: (orderRef: string) => Promise<ReturnVisit | null>
  /** Money given back in the supplier's dashboard. */
  readonly refundElsewhere: (orderRef: string, amountMinor: number) => Promise<void>
  /** It reports nothing of money given back in its dashboard: staff have the payment checked. */
  readonly isSilentOnRefunds?: boolean
  /** Refunds that it has taken are pending until this decides them. Absent: they are final at once. */
  readonly decideRefund?: (orderRef: string, outcome: 'succeeded' | 'failed') => Promise<void>
  /** From now on it tells this of the order, in reports and answers alike. */
  readonly lie: (orderRef: string, lie: SupplierLie) => Promise<void>
  readonly setFault: (fault: SupplierFault | null) => void
  /** Where its reports go by themselves after each act of a customer on its page (browser tests, `npm run dev`). */
  readonly deliverTo: (webhookUrl: string) => void
  /** Payment objects that it has made: two for one attempt would be a fault of ours. */
  readonly orderCount: () => number
  /** Requests of ours or answers of its own that broke the supplier's contract. Empty at the end of every test. */
  readonly breaches: () => readonly string[]
  /** False where the contract files are absent: then nothing is validated, and tests say so. */
  readonly isValidating: boolean
  readonly close: () => Promise<void>
}
