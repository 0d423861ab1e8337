import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { PricePreview } from '../../../modules/catalogue/index.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { useAction } from '../../actions.ts'
import { api } from '../../api.ts'
import { EditorDialog } from '../../lists/editor-dialog.tsx'
import { textOf } from '../../text.ts'
import { offerUndo } from '../../trash/undo.ts'
import type { EditedKind } from '../edited-kind.ts'
import { useCatalogueChanged } from '../use-items.ts'
import type { PriceChange } from './price-form.ts'
import { priceText, stepName } from './price-words.ts'
import { sayKept, undoPrices } from './undo-prices.ts'

const t = textOf('prices')
type Row = PricePreview['rows'][number]
type Props = {
  edited: EditedKind
  change: PriceChange
  preview: PricePreview
  onDone: () => void
  onBack: () => void
}

/** Old and new prices before anything is stored. Refused items come first. */
export function PreviewDialog({ edited, change, preview, onDone, onBack }: Props) {
  const changed = useCatalogueChanged(edited)
  // The same for a second press after a lost answer.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const items = preview.rows.filter(({ reason }) => reason === null)
  const refused = preview.rows.length - items.length
  const save = useAction(
    async () => {
      const order = { kind: edited.key, change, items: items.map(({ id, version }) => ({ id, version })) }
      const { id, done, refused: kept } = await api.catalogue.admin.prices.apply(order, { context: { idempotencyKey } })
      sayKept(kept)
      if (id === null) return
      const title = t('done', { count: done })
      offerUndo({ tone: 'success', title, undo: () => undoPrices(id), onSettled: changed })
    },
    { done: () => undefined, failed: t('failed'), sayReason: true },
    changed,
    onDone,
  )
  const rows = preview.rows.toSorted((a, b) => Number(a.reason === null) - Number(b.reason === null))
  return (
    <EditorDialog
      title={t('previewTitle')}
      isChanged={false}
      save={save}
      saveLabel={items.length > 0 ? t('save', { count: items.length }) : null}
      cancelLabel={t('back')}
      onSave={save.run}
      onClose={onBack}
    >
      {items.length === 0 && refused === 0 ? <p>{t('nothing')}</p> : null}
      {refused > 0 ? <Notice tone="warn">{t('refusedCount', { count: refused })}</Notice> : null}
      {preview.unchanged > 0 ? <p className="text-ink-2">{t('unchanged', { count: preview.unchanged })}</p> : null}
      {rows.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a long list
        <section tabIndex={0} aria-label={t('previewTitle')}>
          <Table caption={t('previewTitle')} columns={columnsOf(edited)} rows={rows} rowKey={({ id }) => id} />
        </section>
      ) : null}
    </EditorDialog>
  )
}

const columnsOf = (edited: EditedKind): TableColumn<Row>[] => [
  { key: 'title', header: t('columns.title'), isRowHeader: true, cell: ({ title }) => title },
  { key: 'steps', header: t('columns.steps'), cell: (row) => <Cell edited={edited} row={row} /> },
]

const Cell = ({ edited, row }: { edited: EditedKind; row: Row }) => (
  <div className="grid gap-1">
    {row.reason ? <p className="font-semibold text-danger">{row.reason}</p> : null}
    {row.steps.map((step) => (
      <p
        key={`${step.field} ${step.season} ${step.rule}`}
        className="flex flex-wrap items-baseline justify-between gap-x-4"
      >
        <span className="text-sm text-ink-2">{stepName(edited, step)}</span>
        <span className="inline-flex items-center gap-1.5 tabular-nums">
          <s dir="ltr" className={row.reason ? 'no-underline' : 'text-ink-2'}>
            {priceText(step.before, row.currency)}
          </s>
          <ArrowRight aria-hidden="true" className="mirror size-3.5" />
          <span className="sr-only">{t('becomes')}</span>
          <b dir="ltr">{priceText(step.after, row.currency)}</b>
        </span>
      </p>
    ))}
  </div>
)
