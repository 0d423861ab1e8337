import { useState } from 'react'
import type { PaymentPage } from '../../modules/payment/contract.ts'
import { hasOpenTransfer } from './payment-state.ts'

export interface TransferScreen {
  readonly isShown: boolean
  /** The question before leaving it, while staff check a proof. */
  readonly isAsking: boolean
  /** Back to the methods; asks first while staff check a proof, because the customer may pay twice. */
  readonly leave: () => void
  readonly answer: (wantsOther: boolean) => void
  /** After the transfer was chosen (again). */
  readonly open: () => void
}

/** The screen of a chosen bank transfer, which has its own way back to the methods (C179, C216). */
export function useTransferScreen(payment: PaymentPage): TransferScreen {
  const [wantsOther, setWantsOther] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const hasProof = payment.proof.state === 'pending-verification'
  return {
    isShown: payment.isPayable && hasOpenTransfer(payment) && !wantsOther,
    isAsking,
    leave: () => (hasProof ? setAsking(true) : setWantsOther(true)),
    answer: (wants) => {
      setAsking(false)
      if (wants) setWantsOther(true)
    },
    open: () => setWantsOther(false),
  }
}
