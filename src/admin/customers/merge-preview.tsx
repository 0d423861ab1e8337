import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type MergedField, mergedFields, type MergePreview as Preview } from '../../modules/customer/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioCards } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../actions.ts'
import { api, readFault } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { Email } from '../labels.tsx'
import { ListLoading } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'
import { listed } from '../written.ts'

const t = textOf('customerMerge')
type Props = { customerId: string; otherId: string; onBack: () => void; onDone: () => void; onClose: () => void }

export function MergePreview({ customerId, otherId, onBack, onDone, onClose }: Props) {
  const [take, setTake] = useState<readonly MergedField[]>([])
  const preview = useQuery({
    queryKey: ['customer', customerId, 'merge-preview', otherId],
    queryFn: () => api.customer.admin.mergePreview({ customerId, otherId }),
    // A version that is older than the record would be refused.
    gcTime: 0,
  })
  const merge = useMerge({ preview: preview.data, take, onDone, onClose, onStale: () => void preview.refetch() })
  const fault = preview.error ? readFault(preview.error).message || t('previewFailed') : merge.fault
  const footer = (
    <>
      <Button variant="secondary" onClick={onBack}>
        {t('back')}
      </Button>
      {preview.data ? (
        <Button loading={merge.isPending} onClick={() => !merge.isPending && merge.run()}>
          {t('merge')}
        </Button>
      ) : null}
    </>
  )
  return (
    <Dialog
      open
      size="wide"
      keepOnOutsidePress
      onClose={onClose}
      title={t('previewTitle')}
      closeLabel={t('close')}
      footer={footer}
    >
      <div className="grid gap-4">
        {preview.data ? <Content preview={preview.data} take={take} onTake={setTake} /> : null}
        {preview.isPending ? <ListLoading label={t('previewing')} /> : null}
        <Fault fault={fault} />
      </div>
    </Dialog>
  )
}

type Merge = {
  preview: Preview | undefined
  take: readonly MergedField[]
  onDone: () => void
  onClose: () => void
  onStale: () => void
}
function useMerge({ preview, take, onDone, onClose, onStale }: Merge) {
  const queries = useQueryClient()
  return useAction(
    async () => {
      if (!preview) return
      const { kept, other } = preview
      const input = { customerId: kept.id, version: kept.version, other_id: other.id, other_version: other.version }
      queries.setQueryData(['customer', kept.id], await api.customer.admin.merge({ ...input, take: [...take] }))
    },
    {
      done: () => {
        if (!preview) return
        const { kept, other } = preview
        const undo = () => api.customer.admin.undoMerge({ customerId: kept.id, mergedId: other.id })
        return offerUndo({ tone: 'success', title: t('done', { name: other.name }), undo, onSettled: onDone })
      },
      failed: t('failed'),
    },
    () => {
      onDone()
      onStale()
    },
    onClose,
  )
}

type ContentProps = {
  preview: Preview
  take: readonly MergedField[]
  onTake: (take: readonly MergedField[]) => void
}
const Content = ({ preview, take, onTake }: ContentProps) => (
  <>
    <p>{t('explained', { kept: preview.kept.name, other: preview.other.name })}</p>
    <section aria-labelledby="merge-moves" className="grid gap-1">
      <h3 id="merge-moves" className="text-base">
        {t('moves')}
      </h3>
      <Moves preview={preview} />
    </section>
    {mergedFields.map((field) => (
      <FieldChoice key={field} field={field} preview={preview} take={take} onTake={onTake} />
    ))}
    <Notice tone="info">{t('undoHint')}</Notice>
  </>
)

function Moves({ preview: { moves, result } }: { preview: Preview }) {
  const counted = (['bookings', 'messages', 'tasks', 'notes', 'wishes'] as const).filter((what) => moves[what] > 0)
  const lines: readonly ReactNode[] = [
    ...counted.map((what) => t(`counts.${what}`, { count: moves[what] })),
    ...(moves.account ? [t('accountMoves')] : []),
    ...moves.emails.map((email) => (
      <>
        {t('addressMoves')} <Email address={email} />
      </>
    )),
    ...moves.phones.map((phone) => t('numberMoves', { value: phone })),
    ...(result.tags.length > 0 ? [t('tags', { tags: listed(result.tags) })] : []),
    t('marketing', { answer: textOf('customer')(`marketing.${result.marketing}`) }),
  ]
  return (
    <ul className="ms-5 grid list-disc gap-1 wrap-anywhere">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <li key={at}>{line}</li>
      ))}
    </ul>
  )
}

/** Asks only where the two differ; the kept customer's value is chosen at first. */
function FieldChoice({ field, preview: { kept, other }, take, onTake }: ContentProps & { field: MergedField }) {
  const [mine, its] = [kept[field], other[field]]
  if (mine === null || its === null || mine === its) return null
  const isTaken = take.includes(field)
  const rest = take.filter((each) => each !== field)
  const shown = (value: string) =>
    field === 'email' ? <Email address={value} /> : <bdi className="wrap-anywhere">{value}</bdi>
  return (
    <RadioCards
      legend={t(`which.${field}`)}
      name={`merge-${field}`}
      value={isTaken ? 'other' : 'kept'}
      onChange={(value) => onTake(value === 'other' ? [...rest, field] : rest)}
      options={[
        { value: 'kept', title: shown(mine) },
        { value: 'other', title: shown(its) },
      ]}
    />
  )
}
