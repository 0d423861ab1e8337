import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import type { DepartureUse } from '../resources/words.ts'
import { textOf } from '../text.ts'

const t = textOf('departurePage')
const resources = textOf('resources')

type Props = { use: DepartureUse; onDone: () => void; onClose: () => void }
/** Gives a departure or a booking another free unit. A refusal reads the free units anew. */
export function UnitDialog({ use, onDone, onClose }: Props) {
  const { id, resource_name: name, free_units: free } = use
  const { form, change, isChanged, wrong, setWrong } = useEdited({ unit: '' })
  // The chosen one may have been taken meanwhile.
  const unit = free.includes(Number(form.unit)) ? form.unit : ''
  const save = useAction(
    () => api.inventory.admin.resources.chooseUnit({ id, unit: Number(unit) }),
    { done: t('unitChanged'), failed: t('unitFailed') },
    onDone,
    onClose,
  )
  const send = () => {
    setWrong(unit === '' ? { unit: t('needUnit') } : {})
    if (unit !== '') save.run()
  }
  return (
    <EditorDialog
      title={t('changeUnitNamed', { name })}
      isChanged={isChanged}
      save={save}
      saveLabel={t('changeUnit')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('unitOf', { unit: use.unit, units: use.units })}</p>
      <Field
        label={t('unit')}
        required
        hint={free.length === 0 ? t('noOtherUnit') : undefined}
        error={{ ...save.errors, ...wrong }.unit}
      >
        <Select
          value={unit}
          placeholder={t('chooseUnit')}
          onChange={({ target }) => change({ unit: target.value })}
          options={free.map((each) => ({ value: String(each), label: resources('unitNumber', { number: each }) }))}
        />
      </Field>
    </EditorDialog>
  )
}
