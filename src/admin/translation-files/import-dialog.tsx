import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isLanguage } from '../../kernel/language.ts'
import type { ImportReport } from '../../modules/catalogue/index.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { shortLanguageName } from '../agency-languages.ts'
import { readFault, sendTranslationFile } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('translationFiles')
const shell = textOf('shell')
const results = ['new', 'changed', 'unchanged', 'refused'] as const
const tones = { new: 'success', changed: 'info', unchanged: 'neutral', refused: 'danger' } as const
type Props = { file: File; report: ImportReport; onClose: () => void }

/** What a translated file would change, item by item, before anything is saved. */
export function ImportDialog({ file, report, onClose }: Props) {
  const client = useQueryClient()
  const storing = useMutation({
    mutationFn: () => sendTranslationFile(file, report.mark),
    onSuccess: ({ counts: stored }) => {
      showToast({ tone: 'success', title: t('imported', { count: stored.new + stored.changed }) })
      void client.invalidateQueries()
      onClose()
    },
  })
  const { counts, items, late, rows } = report
  const language = isLanguage(report.language) ? shortLanguageName(report.language) : report.language
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      size="wide"
      title={t('previewTitle', { language })}
      closeLabel={t('close')}
      footer={
        items === 0 ? (
          <Button variant="secondary" onClick={onClose}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button loading={storing.isPending} onClick={() => storing.mutate()}>
              {t('store', { count: counts.new + counts.changed })}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {items === 0 ? <p>{t('nothingNew')}</p> : null}
        <Counts of={counts} />
        {late > 0 ? <Notice tone="info">{t('late', { count: late })}</Notice> : null}
        {counts.refused > 0 && items > 0 ? <Notice tone="warn">{t('refusedStay')}</Notice> : null}
        {rows.length > 0 ? <Table caption={t('items')} columns={columns} rows={rows} rowKey={({ id }) => id} /> : null}
        {storing.error ? (
          <Notice tone="danger" role="alert">
            {readFault(storing.error).message || shell('unreachable')}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  )
}

function Counts({ of }: { of: ImportReport['counts'] }) {
  const some = results.filter((result) => of[result] > 0)
  if (some.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5 sm:flex-nowrap">
      {some.map((result) => (
        <li key={result}>
          <Badge tone={tones[result]}>{t(`count.${result}`, { count: of[result] })}</Badge>
        </li>
      ))}
    </ul>
  )
}

type Row = ImportReport['rows'][number]
const columns: TableColumn<Row>[] = [
  { key: 'item', header: t('item'), isRowHeader: true, cell: ({ id, title }) => <bdi>{title || id}</bdi> },
  {
    key: 'texts',
    header: t('texts'),
    cell: ({ counts }) => <Counts of={counts} />,
  },
  {
    key: 'refused',
    header: t('problems'),
    cell: ({ refused }) => (
      <ul className="grid gap-1 text-sm text-danger">
        {refused.map(({ path, label, message }) => (
          <li key={path}>{label === '' ? message : t('problem', { field: label, message })}</li>
        ))}
      </ul>
    ),
  },
]
