import { forAnswer } from '../../../kernel/messages.ts'
import type { Reader } from '../../../kernel/translations.ts'
import type { Caller } from '../../../platform/core.server.ts'
import {
  type BookingRecord,
  bookedTrip,
  type CheckedHold,
  checkHold,
  findVisibleBooking,
  openFreeUntil,
  readShownTitle,
} from '../../booking/index.server.ts'
import { readerOf, readRates, readSettings } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { type BankAccount, namesPayee } from '../gateways/rules/bank-details.ts'
import { shownWords } from '../gateways/rules/translated-words.ts'
import { describedAs, type Gateway, isUsable, payeeOf, readGateways } from '../gateways/store.server.ts'
import type { PaymentAction } from '../port.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { readTransfer, transferFacts } from '../transfers/read-transfer.server.ts'
import { mayBeGif, proofState } from '../transfers/rules/proof.ts'
import type { BankDetails, PaymentPage } from './contract.ts'
import { type Due, readDue } from './due.server.ts'
import { isActive } from './rules/attempt.ts'
import { chargeFor } from './rules/charge.ts'
import { describeMethod, fitsKind, type Method } from './rules/method.ts'
import { inTime } from './sale-end.server.ts'
import { listAttempts } from './store.server.ts'

/** What the payment page shows. Refuses 'booking/not-found'. */
export async function readPaymentPage(
  deps: PaymentDeps,
  caller: Caller,
  input: { bookingId: string; token?: string | undefined },
): Promise<PaymentPage> {
  const booking = await findVisibleBooking(deps, caller, input)
  const [gateways, attempts, transfer, trip, hold, title] = await Promise.all([
    readGateways(deps),
    listAttempts(deps.db, booking.id),
    readTransfer(deps.db, booking.id),
    bookedTrip(deps.db, booking),
    checkHold(deps, booking),
    readShownTitle(deps, booking),
  ])
  const reader = deps.language ? await readerOf(deps, deps.language) : null
  const due = await readDue(deps.db, booking, deps.clock())
  const shown = attempts.find(({ move_id: moveId }) => moveId === (due.move?.id ?? null))
  return {
    bookingId: booking.id,
    booking_reference: booking.booking_reference,
    summaryLabel: summaryLabel(deps, booking.service_type),
    ...{ service_type: booking.service_type, ...title },
    ...{ travel_date: booking.travel_date, return_date: trip.returnDate },
    ...{ travel_time: booking.travel_time, time_zone: booking.time_zone },
    ...{ customer_name: booking.customer_name, customer_email: booking.customer_email },
    customer_phone: booking.customer_phone,
    ...{ amount: due.amount, move: viewMove(due) },
    ...{ booking_status: booking.booking_status, payment_status: booking.payment_status },
    ...payability(booking, due),
    methods: await listMethods(deps, due, { booking, gateways, reader }),
    isSandbox: deps.isSandbox,
    attempt: shown ? viewAttempt(shown, gateways, reader) : null,
    proof: {
      state: proofState(transferFacts(booking, transfer)),
      reason: transfer.openRequest?.reason ?? null,
      versions: transfer.proofs.length,
      may_be_gif: mayBeGif(deps.kinds.find(booking.service_type)),
    },
    ...deadlines(booking, hold, deps.clock()),
  }
}

const viewHold = ({ serviceHref, ...hold }: CheckedHold): PaymentPage['hold'] => ({
  ...hold,
  service_href: serviceHref,
})

const deadlines = (booking: BookingRecord, hold: CheckedHold | null, now: Date) => ({
  expires_at: booking.expires_at?.toISOString() ?? null,
  hold: hold && viewHold(hold),
  free_cancellation_until: openFreeUntil(booking, now),
})

const viewMove = ({ move }: Due): PaymentPage['move'] =>
  move && {
    changes_party: move.change.changed !== undefined,
    travel_date: move.change.travel_date,
    travel_time: move.change.travel_time,
    return_leg_date: move.change.return_leg_date ?? null,
    until: move.held_until.toISOString(),
  }

const payability = (booking: BookingRecord, due: Due) => ({
  isPayable: due.isPayable && booking.payment_checking_since === null,
  isChecking: booking.payment_checking_since !== null,
})

function summaryLabel(deps: PaymentDeps, serviceType: string): string {
  return forAnswer(deps.kinds.find(serviceType)?.kind.labels.payment ?? text('page.otherService'))
}

type Choice = { readonly booking: BookingRecord; readonly gateways: readonly Gateway[]; readonly reader: Reader | null }
/** Usable gateways that can charge this amount in time, by name (C198). The difference of a move is paid online. */
async function listMethods(deps: PaymentDeps, { amount, move }: Due, choice: Choice): Promise<Method[]> {
  const kind = deps.kinds.find(choice.booking.service_type)
  const usable = choice.gateways.filter(
    (each) => isUsable(each) && fitsKind(each.provider.describe, kind) && (!move || each.record.type === 'api'),
  )
  const [settings, rates, offered] = await Promise.all([
    readSettings(deps),
    readRates(deps),
    inTime(deps.db, deps, { booking: choice.booking, gateways: usable }),
  ])
  return offered.flatMap((gateway) => {
    const { provider, record } = gateway
    const answer = chargeFor(describedAs(gateway), amount, settings as Readonly<Record<string, unknown>>, rates)
    return 'charge' in answer
      ? [describeMethod(provider.describe, shownWords(record, choice.reader), answer.charge)]
      : []
  })
}

function viewAttempt(
  attempt: AttemptRecord,
  gateways: readonly Gateway[],
  reader: Reader | null,
): NonNullable<PaymentPage['attempt']> {
  const action = isActive(attempt.state) ? attempt.action : null
  const transfer = action?.kind === 'bank-details' ? action : null
  const account = transfer && currentAccount(attempt, gateways)
  const gateway = gatewayOf(attempt, gateways)
  const words = gateway && (account || action?.kind === 'instructions') ? shownWords(gateway.record, reader) : null
  const language = words?.languages?.manual_instructions
  return {
    id: attempt.id,
    provider: attempt.provider,
    state: attempt.state,
    failureMessage: attempt.failure_message && forAnswer(attempt.failure_message),
    isUncharged: attempt.captured_minor === 0 && attempt.checking_since === null && attempt.review_reason === null,
    bankDetails: transfer && account && { ...account, transferReference: transfer.transferReference },
    instructions: words?.manual_instructions ?? '',
    ...(language && { instructions_language: language }),
    isWithdrawn: transfer !== null && account === null,
  }
}

const gatewayOf = ({ provider }: AttemptRecord, gateways: readonly Gateway[]) =>
  gateways.find(({ record }) => record.name === provider)

/** The account as it is now, whatever it was when the transfer was chosen; null: transfers are no longer accepted. */
function currentAccount(attempt: AttemptRecord, gateways: readonly Gateway[]): BankAccount | null {
  const gateway = gatewayOf(attempt, gateways)
  if (!gateway || !isUsable(gateway)) return null
  const { instructions, bankAccount } = payeeOf(gateway)
  const details = bankAccount(attempt.currency)
  return namesPayee(details, instructions) ? details : null
}

export const bankDetailsOf = (action: PaymentAction | null): BankDetails | null =>
  action?.kind === 'bank-details' ? { ...action.details, transferReference: action.transferReference } : null
