import { useQuery } from '@tanstack/react-query'
import { isLocalTime } from '../../kernel/dates.ts'
import { Notice } from '../../ui/badge.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'
import { DateRangeFields, wrongInRange } from './date-range.tsx'
import { readPrices } from './departure-form.ts'
import { PriceFields } from './price-fields.tsx'
import { ServiceField } from './service-field.tsx'

const t = textOf('departures')
const steps = ['places', 'prices', 'guide', 'note', 'close', 'open'] as const
interface Form {
  service: string
  from: string
  to: string
  time: string
  step: (typeof steps)[number]
  capacity: string
  prices: Readonly<Record<string, string>>
  guide: string
  note: string
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

const changeOf = ({ service, from, to, time, step, capacity, guide, note, reason }: Form) => ({
  ...{ service_id: service, from, to, change: step, reason },
  time: isLocalTime(time) ? time : null,
  capacity: step === 'places' && capacity.trim() !== '' ? Number(capacity) : null,
  guide: step === 'guide' ? guide.trim() || null : null,
  note: step === 'note' ? note.trim() || null : null,
})

const noFields: Awaited<ReturnType<typeof api.inventory.admin.prices>> = { currency: '', price_fields: [] }
/** The price fields of the chosen service. */
function usePriceFields(service: string, isWanted: boolean) {
  const { data, isError } = useQuery({
    queryKey: ['departure-prices', service],
    queryFn: () => api.inventory.admin.prices({ service_id: service }),
    enabled: isWanted && service !== '',
  })
  return { ...(data ?? noFields), isError, isKnown: data !== undefined }
}

type Props = { day: string; onChanged: () => void; onClose: () => void }

/** Changes the departures of a service in a range of days: all of them, or those of one start time. */
export function ChangeManyDialog({ day, onChanged, onClose }: Props) {
  const empty: Form = {
    ...{ service: '', from: day, to: day, time: '', step: 'places' },
    ...{ capacity: '', prices: {}, guide: '', note: '', reason: '' },
  }
  const { form, change, isChanged, wrong, setWrong } = useEdited<Form>(empty)
  const { service, time, step, capacity, guide, note, reason } = form
  const { currency, price_fields: fields, isError, isKnown } = usePriceFields(service, step === 'prices')
  const { prices, errors: wrongPrices } = readPrices(step === 'prices' ? form.prices : {}, currency)
  const save = useAction(
    async () => {
      // Without the fields nothing can have been typed, and the departures would lose their prices.
      if (step === 'prices' && !isKnown) throw new Error('The price fields are not loaded')
      await api.inventory.admin.changeMany({ ...changeOf(form), prices })
    },
    { done: t('manySaved'), failed: t('saveFailed') },
    onChanged,
    onClose,
  )
  const send = () => {
    const problems = { ...wrongIn(form), ...wrongPrices }
    setWrong(problems)
    if (Object.keys(problems).length === 0) save.run()
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
      <ServiceField
        value={service}
        error={errors.service_id}
        onChange={(chosen) => change({ service: chosen, prices: {} })}
      />
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
        {step === 'prices' ? (
          <PriceFields
            typed={form.prices}
            errors={errors}
            onChange={(typed) => change({ prices: typed })}
            fields={fields}
            currency={currency}
          />
        ) : null}
        {step === 'guide' ? (
          <Field label={t('guide')} optionalLabel={t('optional')} hint={t('noGuideHint')} error={errors.guide}>
            <TextInput maxLength={200} value={guide} onChange={(event) => change({ guide: event.target.value })} />
          </Field>
        ) : null}
      </div>
      {step === 'prices' ? (
        <p className="text-sm text-ink-2">{t(service === '' ? 'pricesNeedService' : 'bookingsKeep')}</p>
      ) : null}
      {isError ? (
        <Notice tone="danger" role="alert">
          {t('pricesFailed')}
        </Notice>
      ) : null}
      {step === 'note' ? (
        <Field label={t('note')} optionalLabel={t('optional')} hint={t('noNoteHint')} error={errors.note}>
          <TextArea maxLength={2000} value={note} onChange={(event) => change({ note: event.target.value })} />
        </Field>
      ) : null}
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
