import { useState } from 'react'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('transfer')
export type Step = 'decide' | 'reject' | 'ask'
export type Verification = ReturnType<typeof useVerification>

/** What staff type about a transfer, and the three answers to it. A refused answer leaves what was typed. */
export function useVerification(bookingId: string, onDone: () => void, onClose: () => void) {
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const [isSent, setSent] = useState(false)
  const decide = (decision: 'approved' | 'rejected') =>
    // Without notes the stored ones stay as they are (A170).
    api.payment.admin.decide({ bookingId, decision, ...(notes.trim() && { admin_notes: notes.trim() }) })
  const approve = useAction(
    () => decide('approved'),
    { done: t('approved'), failed: t('approveFailed') },
    onDone,
    onClose,
  )
  const reject = useAction(
    () => decide('rejected'),
    { done: t('rejected'), failed: t('rejectFailed') },
    onDone,
    onClose,
  )
  const ask = useAction(
    () => api.payment.admin.askForProof({ bookingId, reason: reason.trim() }),
    { done: t('asked'), failed: t('askFailed') },
    onDone,
    onClose,
  )
  const isEmpty = reason.trim() === ''
  return {
    notes,
    setNotes,
    reason,
    setReason,
    isReasonMissing: isSent && isEmpty,
    approve,
    reject,
    ask,
    send: () => (isEmpty ? setSent(true) : ask.run()),
    fault: approve.fault ?? reject.fault ?? ask.fault,
  }
}
