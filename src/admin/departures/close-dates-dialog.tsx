import { ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { DateRangeFields, wrongInRange } from './date-range.tsx'
import { ServiceField } from './service-field.tsx'

const t = textOf('departures')
interface Form {
  service: string
  from: string
  to: string
  step: 'close' | 'open'
  reason: string
}

function wrongIn({ service, from, to, step, reason }: Form): Record<string, string> {
  return {
    ...(service === '' && { service_id: t('needService') }),
    ...wrongInRange({ from, to }),
    ...(step === 'close' && reason.trim() === '' && { reason: t('needReason') }),
  }
}

type Props = { day: string; onChanged: () => void; onClose: () => void }

/** Closes or opens all departures of a service in a range of days. */
export function CloseDatesDialog({ day, onChanged, onClose }: Props) {
  const empty = { service: '', from: day, to: day, step: 'close' as const, reason: '' }
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(empty)
  const { service, from, to, step, reason } = form
  const save = useAction(
    () => api.inventory.admin.closeDates({ service_id: service, from, to, is_closed: step === 'close', reason }),
    { done: t('datesSaved'), failed: t('saveFailed') },
    onChanged,
    onClose,
  )
  const send = () => {
    const found = wrongIn(form)
    setWrong(found)
    if (Object.keys(found).length === 0) save.run()
  }
  const errors = { ...save.errors, ...wrong }
  return (
    <EditorDialog
      title={t('closeDates')}
      isChanged={isChanged}
      save={save}
      saveLabel={t('saveDates')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('closeDatesHint')}</p>
      <ServiceField value={service} error={errors.service_id} onChange={(chosen) => change({ service: chosen })} />
      <DateRangeFields range={form} errors={errors} onChange={change} />
      <ChipRadio
        legend={t('whatToDo')}
        name="step"
        flow
        value={step}
        onChange={(value) => change({ step: value === 'open' ? 'open' : 'close' })}
        options={[
          { value: 'close', label: t('closeThem') },
          { value: 'open', label: t('openThem') },
        ]}
      />
      <Field
        label={t('reason')}
        {...(step === 'close' ? { required: true } : { optionalLabel: t('optional') })}
        hint={t('reasonHint')}
        error={errors.reason}
      >
        <TextInput maxLength={500} value={reason} onChange={(event) => change({ reason: event.target.value })} />
      </Field>
    </EditorDialog>
  )
}
