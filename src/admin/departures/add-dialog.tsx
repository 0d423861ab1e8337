import { isLocalDate, isLocalTime } from '../../kernel/dates.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { departureHref } from './address.ts'
import { ServiceField } from './service-field.tsx'
import { TripFields } from './trip-fields.tsx'
import { emptyTrip, readTrip, type TripForm } from './trip-form.ts'

const t = textOf('departures')
interface Form extends TripForm {
  service: string
  date: string
  time: string
  capacity: string
  guide: string
  note: string
}

function readAddition(form: Form) {
  const { trip, errors: ofTrip } = readTrip(form)
  const errors: Record<string, string> = { ...ofTrip }
  const capacity = form.capacity.trim()
  if (form.service === '') errors.service_id = t('needService')
  if (!isLocalDate(form.date)) errors.date = t('needDay')
  if (capacity !== '' && !/^\d{1,5}$/.test(capacity)) errors.capacity = t('badCapacity')
  const addition = {
    service_id: form.service,
    date: form.date,
    time: isLocalTime(form.time) ? form.time : null,
    capacity: capacity === '' ? null : Number(capacity),
    prices: null,
    guide: form.guide || null,
    note: form.note || null,
    ...trip,
  }
  return { errors, addition: Object.keys(errors).length > 0 ? null : addition }
}

type Props = {
  day: string
  onChanged: () => void
  onClose: () => void
  onAdded: (href: string) => void
}

/** Adds a departure by hand. */
export function AddDialog({ day, onChanged, onClose, onAdded }: Props) {
  const empty = { service: '', date: day, time: '', capacity: '', guide: '', note: '', ...emptyTrip }
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(empty)
  const { errors: typed, addition } = readAddition(form)
  const save = useAction(
    async () => {
      if (addition) await api.inventory.admin.add(addition)
    },
    { done: t('added'), failed: t('saveFailed') },
    onChanged,
    () => addition && onAdded(departureHref(addition)),
  )
  const send = () => {
    setWrong(typed)
    if (addition) save.run()
  }
  const errors = { ...save.errors, ...wrong }
  return (
    <EditorDialog
      title={t('add')}
      isChanged={isChanged}
      save={save}
      saveLabel={t('add')}
      onSave={send}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('addHint')}</p>
      <ServiceField value={form.service} error={errors.service_id} onChange={(service) => change({ service })} />
      <div className="field-pairs">
        <Field label={t('day')} required error={errors.date}>
          <TextInput type="date" value={form.date} onChange={(event) => change({ date: event.target.value })} />
        </Field>
        <Field label={t('time')} optionalLabel={t('optional')} hint={t('timeHint')} error={errors.time}>
          <TextInput type="time" value={form.time} onChange={(event) => change({ time: event.target.value })} />
        </Field>
        <Field label={t('capacity')} optionalLabel={t('optional')} hint={t('placesHint')} error={errors.capacity}>
          <TextInput
            inputMode="numeric"
            maxLength={5}
            value={form.capacity}
            onChange={(event) => change({ capacity: event.target.value })}
          />
        </Field>
        <TripFields form={form} errors={errors} onChange={change} />
        <Field label={t('guide')} optionalLabel={t('optional')} error={errors.guide}>
          <TextInput maxLength={200} value={form.guide} onChange={(event) => change({ guide: event.target.value })} />
        </Field>
      </div>
      <Field label={t('note')} optionalLabel={t('optional')} hint={t('noteHint')} error={errors.note}>
        <TextArea maxLength={2000} value={form.note} onChange={(event) => change({ note: event.target.value })} />
      </Field>
    </EditorDialog>
  )
}
