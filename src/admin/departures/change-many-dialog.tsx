import { isLocalTime } from '../../kernel/dates.ts'
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
const steps = ['places', 'guide', 'close', 'open'] as const
interface Form {
  service: string
  from: string
  to: string
  time: string
  step: (typeof steps)[number]
  capacity: string
  guide: string
  reason: string
}

function wrongIn({ service, from, to, time, step, capacity, reason }: Form): Record<string, string> {
  return {
    ...(service === '' && { service_id: t('needService') }),
    ...wrongInRange({ from, to }),
    ...(step === 'close' && !isLocalTime(time) && { time: t('needTime') }),
    ...(step === 'places' && !/^\d{0,5}$/.test(capacity.trim()) && { capacity: t('badCapacity') }),
    ...(step === 'close' && reason.trim() === '' && { reason: t('needReason') }),
  }
}

const changeOf = ({ service, from, to, time, step, capacity, guide, reason }: Form) => ({
  ...{ service_id: service, from, to, change: step, reason },
  time: isLocalTime(time) ? time : null,
  capacity: step === 'places' && capacity.trim() !== '' ? Number(capacity) : null,
  guide: step === 'guide' ? guide.trim() || null : null,
})

type Props = { day: string; onChanged: () => void; onClose: () => void }

/** Changes the departures of a service in a range of days: all of them, or those of one start time. */
export function ChangeManyDialog({ day, onChanged, onClose }: Props) {
  const empty: Form = { service: '', from: day, to: day, time: '', step: 'places', capacity: '', guide: '', reason: '' }
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(empty)
  const { service, time, step, capacity, guide, reason } = form
  const save = useAction(
    () => api.inventory.admin.changeMany(changeOf(form)),
    { done: t('manySaved'), failed: t('saveFailed') },
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
      title={t('changeMany')}
      isChanged={isChanged}
      save={save}
      saveLabel={t('saveMany')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('changeManyHint')}</p>
      <ServiceField value={service} error={errors.service_id} onChange={(chosen) => change({ service: chosen })} />
      <DateRangeFields range={form} errors={errors} onChange={change} />
      <ChipRadio
        legend={t('whatToDo')}
        name="step"
        flow
        value={step}
        onChange={(value) => change({ step: steps.find((each) => each === value) ?? 'places' })}
        options={steps.map((value) => ({ value, label: t(`steps.${value}`) }))}
      />
      <div className="field-pairs">
        <Field
          label={t('startTime')}
          {...(step === 'close' ? { required: true } : { optionalLabel: t('optional') })}
          hint={t(step === 'close' ? 'closeTimeHint' : 'allTimesHint')}
          error={errors.time}
        >
          <TextInput type="time" value={time} onChange={(event) => change({ time: event.target.value })} />
        </Field>
        {step === 'places' ? (
          <Field label={t('capacity')} optionalLabel={t('optional')} hint={t('asScheduled')} error={errors.capacity}>
            <TextInput
              inputMode="numeric"
              maxLength={5}
              value={capacity}
              onChange={(event) => change({ capacity: event.target.value })}
            />
          </Field>
        ) : null}
        {step === 'guide' ? (
          <Field label={t('guide')} optionalLabel={t('optional')} hint={t('noGuideHint')} error={errors.guide}>
            <TextInput maxLength={200} value={guide} onChange={(event) => change({ guide: event.target.value })} />
          </Field>
        ) : null}
      </div>
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
