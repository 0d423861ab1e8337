import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { AttemptCheck } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api, readFault } from '../api.ts'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'

const t = textOf('payment')
const shell = textOf('shell')

type Props = {
  bookingId: string
  attemptId?: string
  about?: string
  hasToast?: boolean
  onDone: () => void
}

/** Asks the payment providers now and reports a change, no change, or no answer. */
export function CheckPayment({ bookingId, attemptId, about, hasToast, onDone }: Props) {
  const check = useMutation({
    mutationFn: () => api.payment.admin.checkPayment({ bookingId, ...(attemptId && { attemptId }) }),
    onSuccess: ({ checks }) => {
      for (const one of checks)
        if (hasToast && one.outcome === 'changed') showToast({ tone: 'success', title: sentenceOf(one) })
    },
    onSettled: onDone,
  })
  const checks = check.isPending ? [] : (check.data?.checks ?? [])
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="secondary"
        size="sm"
        icon={<RefreshCw aria-hidden="true" />}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {t(attemptId ? 'checkAgain' : 'check')}
        {about ? <span className="sr-only">: {about}</span> : null}
      </Button>
      <div role="status" className="grid w-full gap-2 empty:hidden">
        {checks.map((one) => (
          <Notice key={one.attemptId} tone={tones[one.outcome]}>
            {sentenceOf(one)}
          </Notice>
        ))}
        {check.error && !check.isPending ? (
          <Notice tone="danger">{readFault(check.error).message || shell('unreachable')}</Notice>
        ) : null}
      </div>
    </div>
  )
}

const tones = {
  changed: 'success',
  unchanged: 'info',
  mismatch: 'warn',
  unreachable: 'danger',
  'by-hand': 'info',
} as const

function sentenceOf({ outcome, label, before, after }: AttemptCheck): string {
  const values = { name: label, before: inWords(before), after: inWords(after) }
  if (outcome === 'changed') return t(before === after ? 'checks.updated' : 'checks.changed', values)
  return t(`checks.${outcome}`, values)
}
