import { resourceTypes } from '../../modules/inventory/index.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import type { Resource } from './words.ts'

const t = textOf('resources')
const maxUnits = 200
const maxSeats = 10_000

const formOf = (resource: Resource | null) => ({
  name: resource?.name ?? '',
  type: resource?.type ?? ('vehicle' as Resource['type']),
  units: String(resource?.units ?? 1),
  seats: resource?.seats ? String(resource.seats) : '',
  is_archived: resource?.is_archived ?? false,
})
type Form = ReturnType<typeof formOf>

const countIn = (typed: string, max: number): number | null => {
  const count = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0
  return count >= 1 && count <= max ? count : null
}
function wrongIn({ name, units, seats }: Form): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: t('needName') }),
    ...(countIn(units, maxUnits) === null && { units: t('needCount', { max: maxUnits }) }),
    ...(seats.trim() !== '' && countIn(seats, maxSeats) === null && { seats: t('needCount', { max: maxSeats }) }),
  }
}

type Props = { resource: Resource | null; onDone: () => void; onClose: () => void }
export function ResourceDialog({ resource, onDone, onClose }: Props) {
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(formOf(resource))
  const { name, type, units, seats, is_archived } = form
  const save = useAction(
    () => {
      const entered = { name: name.trim(), type, units: Number(units), seats: countIn(seats, maxSeats) }
      return resource
        ? api.inventory.admin.resources.change({
            ...entered,
            id: resource.id,
            version: resource.version,
            is_archived,
          })
        : api.inventory.admin.resources.add(entered)
    },
    { done: t('saved'), failed: t('saveFailed') },
    onDone,
    onClose,
  )
  const send = () => {
    const problems = wrongIn(form)
    setWrong(problems)
    if (Object.keys(problems).length === 0) save.run()
  }
  const errors = { ...save.errors, ...wrong }
  return (
    <EditorDialog
      title={resource ? t('editTitle', { name: resource.name }) : t('newTitle')}
      isChanged={isChanged}
      save={save}
      onSave={send}
      onClose={onClose}
    >
      <Field label={t('name')} required hint={t('nameHint')} error={errors.name}>
        <TextInput maxLength={100} value={name} onChange={({ target }) => change({ name: target.value })} />
      </Field>
      <Field label={t('type')} error={errors.type}>
        <Select
          value={type}
          onChange={({ target }) => change({ type: target.value as Resource['type'] })}
          options={resourceTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </Field>
      <div className="field-pairs">
        <Field label={t('units')} required hint={t('unitsHint')} error={errors.units}>
          <TextInput inputMode="numeric" value={units} onChange={({ target }) => change({ units: target.value })} />
        </Field>
        <Field label={t('seats')} optionalLabel={t('optional')} hint={t('seatsHint')} error={errors.seats}>
          <TextInput inputMode="numeric" value={seats} onChange={({ target }) => change({ seats: target.value })} />
        </Field>
      </div>
      {resource ? (
        <Field label={t('archive')} hint={t('archiveHint')} error={errors.is_archived}>
          <Checkbox
            label={t('isArchived')}
            checked={is_archived}
            onChange={({ target }) => change({ is_archived: target.checked })}
          />
        </Field>
      ) : null}
    </EditorDialog>
  )
}
