import { Combine } from 'lucide-react'
import { useState } from 'react'
import type { CustomerView } from '../../modules/customer/index.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Panel } from '../bookings/panel.tsx'
import { Email } from '../labels.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { MergeDialog } from './merge-dialog.tsx'

const t = textOf('customerMerge')
type Props = { customer: CustomerView; onDone: () => void }
type Merge = CustomerView['merges'][number]

/** Duplicates that were merged into this customer, and the next one. */
export function MergesPanel({ customer, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Panel id="duplicates" title={t('duplicates')}>
      {customer.merges.length > 0 ? (
        <ul className="divide-y divide-line">
          {customer.merges.map((merge) => (
            <Merged key={merge.id} customer={customer} merge={merge} onDone={onDone} />
          ))}
        </ul>
      ) : (
        <p className="text-[0.9375rem] text-ink-2">{t('duplicatesHint')}</p>
      )}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        icon={<Combine aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {isOpen ? <MergeDialog customer={customer} onDone={onDone} onClose={() => setOpen(false)} /> : null}
    </Panel>
  )
}

function Merged({ customer, merge, onDone }: Props & { merge: Merge }) {
  const [isAsked, setAsked] = useState(false)
  const names = { other: merge.name, kept: customer.name }
  const separate = useAction(
    () => api.customer.admin.undoMerge({ customerId: customer.id, mergedId: merge.id }),
    { done: t('separated', names), failed: t('separateFailed') },
    onDone,
    () => setAsked(false),
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="text-[0.9375rem]">
        <p className="flex flex-wrap gap-x-3">
          <span className="font-semibold">{merge.name}</span>
          {merge.email ? <Email address={merge.email} /> : merge.phone ? <bdi dir="ltr">{merge.phone}</bdi> : null}
        </p>
        <p className="text-sm text-ink-2">{t('mergedBy', { by: merge.by, at: dateTime(merge.at) })}</p>
      </div>
      <Button variant="quiet" size="sm" aria-label={t('separateNamed', names)} onClick={() => setAsked(true)}>
        {t('separate')}
      </Button>
      {isAsked ? (
        <ConfirmDialog
          title={t('separateTitle', names)}
          confirm={t('separateConfirm')}
          isDanger={false}
          isPending={separate.isPending}
          fault={separate.fault}
          onConfirm={separate.run}
          onClose={() => setAsked(false)}
        >
          <p>{t('separateHint', names)}</p>
        </ConfirmDialog>
      ) : null}
    </li>
  )
}
