import { useState } from 'react'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('transfer')
export type Step = 'decide' | 'reject' | 'ask'
export type Verification = ReturnType<typeof useVerification>

/** State of the transfer review: notes and three decisions. A refused decision keeps the notes. */
export function useVerification(bookingId: string, onDone: () => void, onClose: () => void) {
  const [notes, setNotes] = useState('')
  const [reason, setReason] = useState('')
  const [isSent, setSent] = useState(false)
  const decide = (decision: 'approved' | 'rejected') =>
    // Empty notes keep the stored ones (A170).
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
