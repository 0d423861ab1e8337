import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { DepartureFields } from './departure-fields.tsx'
import { exceptionOf, formOf, readForm } from './departure-form.ts'

const t = textOf('departures')
type Props = { page: DeparturePage; onDone: () => void; onClose: () => void }

/** Changes one departure. Bookings keep their places and prices. */
export function DepartureDialog({ page, onDone, onClose }: Props) {
  const { form, change, isChanged, wrong, setWrong } = useEdited(formOf(page))
  const { values, errors } = readForm(form, page)
  const save = useAction(
    async () => {
      if (values) await api.inventory.admin.change({ ...exceptionOf(page), ...values })
    },
    { done: t('saved'), failed: t('saveFailed') },
    onDone,
    onClose,
  )
  const send = () => {
    setWrong(errors)
    if (values) save.run()
  }
  const isTooFew = values?.capacity != null && values.capacity < page.taken
  return (
    <EditorDialog title={t('edit')} isChanged={isChanged} save={save} onSave={send} onClose={onClose}>
      <DepartureFields form={form} errors={{ ...save.errors, ...wrong }} onChange={change} of={page} />
      {isTooFew ? (
        <Notice tone="warn" role="status">
          {t('tooFew', { taken: page.taken })}
        </Notice>
      ) : null}
      {page.taken > 0 ? <p className="text-sm text-ink-2">{t('bookingsKeep')}</p> : null}
    </EditorDialog>
  )
}
