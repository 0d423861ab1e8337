import { useState } from 'react'
import type { CustomerView } from '../../modules/customer/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { textOf } from '../text.ts'
import { MergeChoice } from './merge-choice.tsx'
import { MergePreview } from './merge-preview.tsx'

const t = textOf('customerMerge')
type Props = { customer: CustomerView; onDone: () => void; onClose: () => void }

/** Choose the other customer, see what happens, then merge. */
export function MergeDialog({ customer, onDone, onClose }: Props) {
  const [otherId, setOther] = useState<string | null>(null)
  return otherId === null ? (
    <Dialog open size="wide" onClose={onClose} title={t('title', { name: customer.name })} closeLabel={t('close')}>
      <MergeChoice customer={customer} onChoose={setOther} />
    </Dialog>
  ) : (
    <MergePreview
      customerId={customer.id}
      otherId={otherId}
      onBack={() => setOther(null)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
