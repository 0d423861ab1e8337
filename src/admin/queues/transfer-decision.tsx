import { useRef, useState } from 'react'
import { formatAmount, formatMoney } from '../../kernel/money.ts'
import type { AdminPayment, WaitingProof } from '../../modules/payment/contract.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Choice, DecisionPanel } from './decision-panel.tsx'
import { ReceivedAmount, readReceived } from './received-amount.tsx'
import { useDecision } from './use-decision.ts'
import type { QueueHands } from './use-queue.ts'

const t = textOf('queues')
const words = textOf('transfer')
type Props = { proof: WaitingProof; payment: AdminPayment; hands: QueueHands }

/** Approve with the amount received, reject with a note, or request another proof. None of them can be undone. */
export function TransferDecision({ proof, payment, hands }: Props) {
  const choices = [useApprove(proof, hands), useReject(proof, payment, hands), useAsk(proof, hands)]
  return <DecisionPanel choices={choices} />
}

/** One key for each entry: a request that is repeated decides once. */
const useKey = () => useRef(crypto.randomUUID()).current

function useApprove({ bookingId, amount: due }: WaitingProof, hands: QueueHands): Choice {
  const [typed, setTyped] = useState(formatAmount(due))
  const [isWrong, setWrong] = useState(false)
  const idempotencyKey = useKey()
  const received = readReceived(typed, due)
  const isShort = received !== null && received.minor < due.minor
  const decision = useDecision({
    ...{ id: bookingId, hands, done: t(isShort ? 'shortRecorded' : 'transferApproved') },
    call: () =>
      api.payment.admin.decide(
        { bookingId, decision: 'approved', ...(received && { received_amount: received }) },
        { context: { idempotencyKey: `${idempotencyKey}-${received?.minor}` } },
      ),
  })
  const amount = formatMoney(received ?? due, { exact: true })
  return {
    ...decision,
    ...{ name: 'approve', label: words('approve'), variant: 'primary' },
    step: {
      title: t('approveTitle'),
      submit: t(isShort ? 'recordAmount' : 'approveAmount', { amount }),
      fields: <ReceivedAmount due={due} typed={typed} isWrong={isWrong} onType={setTyped} />,
      canSend: () => {
        setWrong(received === null)
        return received !== null
      },
    },
  }
}

function useReject({ bookingId }: WaitingProof, { besideTransfer }: AdminPayment, hands: QueueHands): Choice {
  const idempotencyKey = useKey()
  const decision = useDecision({
    ...{ id: bookingId, hands, done: words('rejected') },
    call: (notes) =>
      api.payment.admin.decide(
        { bookingId, decision: 'rejected', admin_notes: notes },
        { context: { idempotencyKey } },
      ),
  })
  return {
    ...decision,
    ...{ name: 'reject', label: words('reject'), variant: 'danger' },
    step: {
      title: words('rejectTitle'),
      hint: words(besideTransfer === 'nothing' ? 'rejectHint' : 'rejectKeepsHint'),
      submit: words('reject'),
      reason: { label: t('rejectReason'), needed: t('reasonNeeded') },
    },
  }
}

function useAsk({ bookingId }: WaitingProof, hands: QueueHands): Choice {
  const idempotencyKey = useKey()
  const decision = useDecision({
    ...{ id: bookingId, hands, done: words('asked') },
    call: (reason) => api.payment.admin.askForProof({ bookingId, reason }, { context: { idempotencyKey } }),
  })
  return {
    ...decision,
    ...{ name: 'ask', label: words('ask'), variant: 'secondary' },
    step: {
      title: words('ask'),
      hint: words('askHint'),
      submit: words('send'),
      reason: { label: words('askReason'), needed: words('askReasonNeeded') },
    },
  }
}
