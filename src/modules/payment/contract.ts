import * as z from 'zod'
import { id, instant, line, localDate, localTime, moneySchema, procedure, text } from '../../kernel/contract.ts'
import { adminBookingView, bookingAccess, bookingStatuses, paymentStatuses } from '../booking/contract.ts'
import { gatewayProcedures } from './gateway-contract.ts'
import { reportProcedures } from './report-contract.ts'
import { attemptCheck, attemptStates, reviewProcedures } from './review-contract.ts'
import { saleProcedures } from './sale-contract.ts'

export type { BankSettings, ConnectionAnswer, GatewayView } from './gateway-contract.ts'
export type { LedgerState, PaymentReport, ProviderReport } from './report-contract.ts'
export type { AttemptCheck, PaymentReview, RefusedReports, WaitingProof } from './review-contract.ts'
export type { PaymentLink, Sale } from './sale-contract.ts'

export const bankDetails = z.object({
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  branch: z.string(),
  ifsc: z.string(),
  upi: z.string(),
  iban: z.string(),
  swift: z.string(),
  /** What the customer writes on the transfer, so that it can be matched. */
  transferReference: z.string(),
})
export type BankDetails = z.infer<typeof bankDetails>

export const paymentMethod = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(['api', 'manual']),
  /** 'Instant' or 'Manual' */
  badge: z.string(),
  /** Card brands and the like; empty for most. */
  brands: z.array(z.string()),
  /** How to pay by a manual gateway, as the agency wrote it; '' for the others. */
  manual_instructions: z.string(),
  /** Exactly what will be charged. */
  charge: moneySchema,
  isConverted: z.boolean(),
  /** Paying opens a popup: its action type, the supplier's script, and what the supplier is called. */
  popup: z.object({ type: z.string(), script: z.string(), name: z.string() }).optional(),
  /** Only a document that was loaded to pay in may reach this supplier: its security policy names it. */
  needsOrigins: z.boolean().optional(),
})

/** Where a bank-transfer proof stands, for the customer. */
export const proofState = z.enum([
  'none',
  'awaiting-transfer',
  'pending-verification',
  'new-proof-asked',
  'approved',
  'rejected',
])

/** Everything that the payment page shows. */
export const paymentPage = z.object({
  bookingId: id,
  booking_reference: z.string(),
  summaryLabel: z.string(),
  service_type: z.string(),
  service_title: z.string(),
  travel_date: localDate.nullable(),
  /** On the clock of `time_zone`. */
  travel_time: localTime.nullable(),
  time_zone: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string().nullable(),
  amount: moneySchema,
  booking_status: z.enum(bookingStatuses),
  payment_status: z.enum(paymentStatuses),
  isPayable: z.boolean(),
  methods: z.array(paymentMethod),
  /** True in sandbox mode: the page says that no money moves. */
  isSandbox: z.boolean(),
  attempt: z
    .object({
      id,
      provider: z.string(),
      state: z.enum(attemptStates),
      failureMessage: z.string().nullable(),
      bankDetails: bankDetails.nullable(),
      instructions: z.string(),
    })
    .nullable(),
  proof: z.object({
    state: proofState,
    reason: z.string().nullable(),
    versions: z.int(),
    /** Beside JPG, PNG and PDF (C218). */
    may_be_gif: z.boolean(),
  }),
  expires_at: instant.nullable(),
  /** All that is paid goes back until the end of that day; null where the terms do not say so, or it is over. */
  free_cancellation_until: localDate.nullable(),
})
export type PaymentPage = z.infer<typeof paymentPage>

/** The create-payment call of the spec (§7): amount and customer data are accepted and never trusted (C204). */
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
  canDecide: z.boolean(),
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
      /** The provider can be asked about it; otherwise only people know. */
      canCheck: z.boolean(),
      state: z.enum(attemptStates),
      amount: moneySchema,
      captured: moneySchema,
      refunded: moneySchema,
      /** What the provider keeps; null: it has not told. */
      fee: moneySchema.nullable(),
      /** The same payment in the booking's money, and the rate, where it was converted. */
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

export const paymentContract = {
  page: procedure('public', 'GET /bookings/{bookingId}/payment', 'What the payment page shows: amount, methods, state')
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
  admin: {
    get: procedure(
      'staff:payments',
      'GET /admin/bookings/{bookingId}/payment',
      'Attempts, proofs, refunds and events of a booking',
    )
      .input(z.strictObject({ bookingId: id }))
      .output(adminPayment),
    decide: procedure(
      'staff:payments',
      'POST /admin/bookings/{bookingId}/verification',
      'Approves or rejects a bank transfer, once',
      { idempotent: true },
    )
      .input(
        z.strictObject({
          bookingId: id,
          decision: z.enum(['approved', 'rejected']),
          admin_notes: text(10_000).optional(),
        }),
      )
      .output(z.object({ booking: adminBookingView, payment: adminPayment })),
    askForProof: procedure(
      'staff:payments',
      'POST /admin/bookings/{bookingId}/proof-requests',
      'Asks the customer for a new proof, with a reason',
      { idempotent: true },
    )
      .input(z.strictObject({ bookingId: id, reason: text(1000) }))
      .output(adminPayment),
    setProofUrl: procedure(
      'staff:payments',
      'PUT /admin/bookings/{bookingId}/proof-url',
      'A further version of the proof, by http(s) address',
      { idempotent: true },
    )
      .input(z.strictObject({ bookingId: id, url: line(2000) }))
      .output(adminPayment),
    recordArrivalPayment: procedure(
      'staff:payments',
      'POST /admin/bookings/{bookingId}/arrival-payment',
      'Marks as paid by hand, with the reason: cash, or money that came another way',
      { idempotent: true },
    )
      .input(z.strictObject({ bookingId: id, reason: text(1000), receipt: line(100).optional() }))
      .output(adminPayment),
    refund: procedure(
      'staff:refunds',
      'POST /admin/payment-attempts/{attemptId}/refunds',
      'Gives money back: an amount in minor units, or all that is left',
      { idempotent: true },
    )
      .input(z.strictObject({ attemptId: id, amountMinor: z.int().positive().optional(), reason: text(300) }))
      .output(adminPayment),
    settleRefund: procedure(
      'staff:refunds',
      'POST /admin/refunds/{refundId}/settlement',
      'A refund that people make (transfer, cash) has been made, or could not be',
      { idempotent: true },
    )
      .input(z.strictObject({ refundId: id, outcome: z.enum(['succeeded', 'failed']) }))
      .output(adminPayment),
    closeReview: procedure(
      'staff:payments',
      'POST /admin/payment-attempts/{attemptId}/review',
      'A person has looked at what did not match',
      { idempotent: true },
    )
      .input(z.strictObject({ attemptId: id, note: text(1000) }))
      .output(adminPayment),
    checkPayment: procedure(
      'staff:payments',
      'POST /admin/bookings/{bookingId}/payment-checks',
      'Asks the providers now about the attempts of a booking, or about one of them',
    )
      .input(z.strictObject({ bookingId: id, attemptId: id.optional() }))
      .output(z.object({ payment: adminPayment, checks: z.array(attemptCheck) })),
    ...saleProcedures,
    ...reviewProcedures,
    ...reportProcedures,
    ...gatewayProcedures,
  },
}
