import * as z from 'zod'
import { id, instant, line, localDate, localTime, moneySchema, procedure, text } from '../../../kernel/contract.ts'
import { bookingAccess, bookingStatuses, paymentStatuses, titleLanguage } from '../../booking/contract.ts'

export const attemptStates = [
  'created',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'partially_refunded',
  'refunded',
] as const

/** The result of checking one attempt with its provider. */
export const attemptCheck = z.object({
  attemptId: id,
  label: z.string(),
  /** 'unreachable': no answer. 'by-hand': a manual method, so there is no provider to ask. */
  outcome: z.enum(['changed', 'unchanged', 'mismatch', 'unreachable', 'by-hand']),
  before: z.enum(attemptStates),
  after: z.enum(attemptStates),
})
export type AttemptCheck = z.infer<typeof attemptCheck>

export const bankDetails = z.object({
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  branch: z.string(),
  ifsc: z.string(),
  upi: z.string(),
  iban: z.string(),
  swift: z.string(),
  /** The customer writes it on the transfer, to match it to the booking. */
  transferReference: z.string(),
})
export type BankDetails = z.infer<typeof bankDetails>

export const paymentMethod = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['api', 'manual']),
  /** What customers pay with. */
  means: z.enum(['card', 'wallet', 'bank', 'cash']),
  /** 'Instant' or 'Manual' */
  badge: z.string(),
  /** Such as card brands; often empty. */
  brands: z.array(z.string()),
  /** The agency's instructions for a manual gateway, else ''. */
  manual_instructions: z.string(),
  /** Of the agency's words, which are not in the reader's language. */
  languages: z.object({ label: z.string().optional(), manual_instructions: z.string().optional() }).optional(),
  /** What happens once the method is chosen. */
  next: z.string(),
  /** Exactly what will be charged. */
  charge: moneySchema,
  isConverted: z.boolean(),
  /** Paying opens a popup: its action type, the supplier's script, and the supplier's name. */
  popup: z.object({ type: z.string(), script: z.string(), name: z.string() }).optional(),
  /** The page must be reloaded for this method, because its security policy names the supplier. */
  needsOrigins: z.boolean().optional(),
})

/** State of a bank transfer's proof, for the customer. */
export const proofState = z.enum([
  'none',
  'awaiting-transfer',
  'pending-verification',
  'new-proof-asked',
  'approved',
  'rejected',
])

export const paymentPage = z.object({
  bookingId: id,
  booking_reference: z.string(),
  summaryLabel: z.string(),
  service_type: z.string(),
  service_title: z.string(),
  languages: titleLanguage,
  travel_date: localDate.nullable(),
  /** Return date of a group departure; null: not known, or no group. */
  return_date: localDate.nullable(),
  /** Local time in `time_zone`. */
  travel_time: localTime.nullable(),
  time_zone: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string().nullable(),
  /** The price, or the difference of the move. */
  amount: moneySchema,
  /** The booking is paid and moves there once the difference is paid, until then. */
  move: z
    .object({
      /** Party or answers change too. */
      changes_party: z.boolean(),
      /** Null: an application without a day. */
      travel_date: localDate.nullable(),
      travel_time: localTime.nullable(),
      /** The day of the return leg after the move; null: one way. */
      return_leg_date: localDate.nullable(),
      until: instant,
    })
    .nullable(),
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  isPayable: z.boolean(),
  /** A payment is being checked: the customer must not pay again. */
  isChecking: z.boolean(),
  methods: z.array(paymentMethod),
  /** Sandbox mode: the page says that no money moves. */
  isSandbox: z.boolean(),
  attempt: z
    .object({
      id,
      provider: z.string(),
      state: z.enum(attemptStates),
      failureMessage: z.string().nullable(),
      /** As far as the provider has answered, nothing was charged. */
      isUncharged: z.boolean(),
      /** The agency's account as it is now, while the transfer is open. */
      bankDetails: bankDetails.nullable(),
      instructions: z.string(),
      /** The language of the instructions, where it is not the reader's. */
      instructions_language: z.string().optional(),
      /** The transfer's bank account is no longer valid; the customer must not pay into it. */
      isWithdrawn: z.boolean(),
    })
    .nullable(),
  proof: z.object({
    state: proofState,
    reason: z.string().nullable(),
    versions: z.int(),
    /** Besides JPG, PNG and PDF (C218). */
    may_be_gif: z.boolean(),
  }),
  expires_at: instant.nullable(),
  /** Places of the unpaid booking that are held for a time; null: they are kept, or places are not limited. */
  hold: z
    .object({
      /** 'released': the hold has ended, and paying takes the places again. 'gone': not enough are left. */
      state: z.enum(['held', 'released', 'gone']),
      /** When the hold ends, or ended. */
      until: instant,
      places: z.int(),
      /** What the departure has left now, once the hold has ended; null: it has more than few, or places are not limited. */
      left: z.int().nullable(),
      /** Once the hold has ended: where to choose another departure. */
      service_href: z.string().nullable(),
    })
    .nullable(),
  /** Last day of free cancellation; null when there is none or it has passed. */
  free_cancellation_until: localDate.nullable(),
})
export type PaymentPage = z.infer<typeof paymentPage>

/** The spec's create-payment call (§7). Amount and customer data are accepted and ignored (C204). */
export const createPaymentInput = z.strictObject({
  ...bookingAccess,
  paymentMethod: line(40),
  amount: z.unknown().optional(),
  customerName: z.unknown().optional(),
  customerEmail: z.unknown().optional(),
  customerPhone: z.unknown().optional(),
})
export const createPaymentAnswer = z.object({
  success: z.boolean(),
  requiresAction: z.boolean(),
  /** razorpay_checkout, stripe_redirect, paypal_redirect, ccavenue_redirect, bank_transfer_details, pay_on_arrival ... */
  actionType: z.string().optional(),
  checkoutData: z.record(z.string(), z.unknown()).optional(),
  checkoutUrl: z.string().optional(),
  bankDetails: bankDetails.optional(),
  message: z.string().optional(),
  error: z.string().optional(),
  attemptId: id.optional(),
})

export const adminPayment = z.object({
  bookingId: id,
  isBankTransfer: z.boolean(),
  /** 'Awaiting transfer' | 'Pending Verification' | 'Verified & Approved' | 'Rejected' (D95, D98); null without a transfer. */
  badge: z.string().nullable(),
  proofState,
  canDecide: z.boolean(),
  /** What the booking has besides its transfer, which decides what a decision does. */
  besideTransfer: z.enum(['nothing', 'other-method', 'paid']),
  proofs: z.array(
    z.object({
      id,
      version: z.int(),
      fileId: id.nullable(),
      contentType: z.string().nullable(),
      externalUrl: z.string().nullable(),
      uploadedBy: z.enum(['customer', 'admin']),
      at: instant,
    }),
  ),
  openRequest: z.object({ reason: z.string(), at: instant }).nullable(),
  attempts: z.array(
    z.object({
      id,
      provider: z.string(),
      label: z.string(),
      /** False for manual methods. */
      canCheck: z.boolean(),
      state: z.enum(attemptStates),
      amount: moneySchema,
      captured: moneySchema,
      refunded: moneySchema,
      /** Neither refunded nor reserved for a refund. */
      refundable: moneySchema,
      /** The provider's fee; null: not reported. */
      fee: moneySchema.nullable(),
      /** Set when the payment was converted: the amount in the booking's currency, and the rate. */
      converted: z.object({ amount: moneySchema, rate: z.string() }).nullable(),
      isDisputed: z.boolean(),
      reference: z.string().nullable(),
      reviewReason: z.string().nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
  ),
  refunds: z.array(
    z.object({ id, amount: moneySchema, state: z.string(), origin: z.string(), reason: z.string(), at: instant }),
  ),
  events: z.array(
    z.object({ id, provider: z.string(), outcome: z.string(), note: z.string().nullable(), at: instant }),
  ),
})
export type AdminPayment = z.infer<typeof adminPayment>

export const attemptProcedures = {
  page: procedure('public', 'GET /bookings/{bookingId}/payment', 'What the payment page shows: amount, methods, state')
    .input(z.strictObject(bookingAccess))
    .output(paymentPage),
  open: procedure(
    'public',
    'POST /bookings/{bookingId}/payment-visits',
    'The customer has opened the payment page: renews the hold on the places',
  )
    .input(z.strictObject(bookingAccess))
    .output(paymentPage),
  create: procedure('public', 'POST /payments', 'create-payment: starts an attempt with the chosen method', {
    idempotent: true,
  })
    .input(createPaymentInput)
    .output(createPaymentAnswer),
  check: procedure(
    'public',
    'POST /bookings/{bookingId}/payment-checks',
    'Asks the provider again; the return page calls it',
  )
    .input(z.strictObject(bookingAccess))
    .output(paymentPage),
}

export const attemptAdminProcedures = {
  get: procedure(
    'staff:payments',
    'GET /admin/bookings/{bookingId}/payment',
    'Attempts, proofs, refunds and events of a booking',
  )
    .input(z.strictObject({ bookingId: id }))
    .output(adminPayment),
  recordArrivalPayment: procedure(
    'staff:payments',
    'POST /admin/bookings/{bookingId}/arrival-payment',
    'Marks as paid by hand, with the reason: cash, or money that came another way',
    { idempotent: true },
  )
    .input(z.strictObject({ bookingId: id, reason: text(1000), receipt: line(100).optional() }))
    .output(adminPayment),
  checkPayment: procedure(
    'staff:payments',
    'POST /admin/bookings/{bookingId}/payment-checks',
    'Asks the providers now about the attempts of a booking, or about one of them',
  )
    .input(z.strictObject({ bookingId: id, attemptId: id.optional() }))
    .output(z.object({ payment: adminPayment, checks: z.array(attemptCheck) })),
}
