import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import type { Resource } from './words.ts'

const t = textOf('resources')

interface Form {
  readonly unit: string
  readonly from_date: string
  readonly from_time: string
  readonly to_date: string
  readonly to_time: string
  readonly reason: string
}
function wrongIn({ from_date, from_time, to_date, to_time, reason }: Form): Record<string, string> {
  return {
    ...(!from_date && { from_date: t('needDay') }),
    ...(!from_time && { from_time: t('needTime') }),
    ...(!to_date && { to_date: t('needDay') }),
    ...(!to_time && { to_time: t('needTime') }),
    ...(`${to_date} ${to_time}` <= `${from_date} ${from_time}` && { to_date: t('endsFirst') }),
    ...(reason.trim() === '' && { reason: t('needReason') }),
  }
}

type Props = { resource: Resource; onDone: () => void; onClose: () => void }
/** Takes a unit out of use for a while, such as for maintenance. */
export function BlockDialog({ resource, onDone, onClose }: Props) {
  const day = agencyToday()
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>({
    ...{ unit: '1', from_date: day, from_time: '00:00', to_date: day, to_time: '23:59', reason: '' },
  })
  const { unit, ...entered } = form
  const save = useAction(
    () => api.inventory.admin.resources.block({ resource_id: resource.id, unit: Number(unit), ...entered }),
    { done: t('blocked'), failed: t('saveFailed') },
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
      title={t('blockTitle', { name: resource.name })}
      isChanged={isChanged}
      save={save}
      saveLabel={t('block')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('blockHint')}</p>
      <Field label={t('unit')} error={errors.unit}>
        <Select
          value={unit}
          onChange={({ target }) => change({ unit: target.value })}
          options={Array.from({ length: resource.units }, (_, at) => ({
            value: String(at + 1),
            label: t('unitNumber', { number: at + 1 }),
          }))}
        />
      </Field>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="field-pairs">
          <Field label={t(`${end}Date`)} required error={errors[`${end}_date`]}>
            <TextInput
              type="date"
              value={form[`${end}_date`]}
              onChange={({ target }) => change({ [`${end}_date`]: target.value })}
            />
          </Field>
          <Field label={t(`${end}Time`)} required error={errors[`${end}_time`]}>
            <TextInput
              type="time"
              value={form[`${end}_time`]}
              onChange={({ target }) => change({ [`${end}_time`]: target.value })}
            />
          </Field>
        </div>
      ))}
      <Field label={t('reason')} required hint={t('reasonHint')} error={errors.reason}>
        <TextInput maxLength={500} value={form.reason} onChange={({ target }) => change({ reason: target.value })} />
      </Field>
    </EditorDialog>
  )
}
