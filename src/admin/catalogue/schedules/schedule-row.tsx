import type { Weekday } from '../../../kernel/dates.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import { startKinds } from '../../../services/shared/stored-schedules.ts'
import { Field, FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { RowTools } from '../../form/rows-input.tsx'
import { say, textOf } from '../../text.ts'
import type { TypedSchedule } from './typed.ts'

const t = textOf('schedules')
const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7]
const two = 'grid grid-cols-2 gap-3 sm:grid-cols-4'

type Props = {
  row: TypedSchedule
  tools: RowTools<TypedSchedule>
  id: string
  priceFields: readonly FieldSpec[]
  currency: string
  errorOf: (name: string) => string | undefined
}
type Part = Props & { set: (change: Partial<TypedSchedule>) => void }

export function ScheduleRow(props: Props) {
  const { row, tools } = props
  const { number, change } = tools
  const part: Part = { ...props, set: (next) => change({ ...row, ...next }) }
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-4" data-schedule={number}>
      <legend className="sr-only">{t('row', { number })}</legend>
      <div className="flex items-center gap-1">
        <p aria-hidden="true" className="me-auto font-semibold">
          {t('row', { number })}
        </p>
        {tools.copyButton(t('copy', { number }))}
        {tools.moveButtons({ up: t('up', { number }), down: t('down', { number }) })}
        {tools.removeButton(t('remove', { number }))}
      </div>
      <FieldError error={props.errorOf('')} />
      <Season {...part} />
      <Weekdays {...part} />
      <Starts {...part} />
      {row.starts === 'closed' ? null : <Sale {...part} />}
    </fieldset>
  )
}

const Season = ({ row, set, id, errorOf }: Part) => (
  <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
    <Field id={`${id}-from`} label={t('from')} hint={t('fromHint')} error={errorOf('from')}>
      <TextInput type="date" data-part="from" value={row.from} onChange={({ target }) => set({ from: target.value })} />
    </Field>
    <Field id={`${id}-to`} label={t('to')} hint={t('toHint')} error={errorOf('to')}>
      <TextInput type="date" value={row.to} onChange={({ target }) => set({ to: target.value })} />
    </Field>
  </div>
)

function Weekdays({ row, set, id, errorOf }: Part) {
  const error = errorOf('weekdays')
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-weekdays-error` : undefined}>
      <legend className="field-label">{t('weekdays')}</legend>
      <span className="field-hint">{t('weekdaysHint')}</span>
      <div className="grid grid-cols-4 gap-x-4 gap-y-1 sm:flex sm:flex-wrap">
        {weekdays.map((day) => (
          <label key={day} className="check">
            <input
              id={day === 1 ? `${id}-weekdays` : undefined}
              type="checkbox"
              checked={row.weekdays.includes(day)}
              onChange={({ target }) =>
                set({
                  weekdays: weekdays.filter((each) => (each === day ? target.checked : row.weekdays.includes(each))),
                })
              }
            />
            <span>
              <span aria-hidden="true">{t(`short.${day}`)}</span>
              <span className="sr-only">{t(`day.${day}`)}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-weekdays-error`} error={error} />
    </fieldset>
  )
}

const Starts = ({ row, set, id, errorOf }: Part) => (
  <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
    <Field id={`${id}-starts`} label={t('starts')} hint={t('startsHint')} error={errorOf('starts')}>
      <Select
        value={row.starts}
        onChange={({ target }) => set({ starts: target.value as TypedSchedule['starts'] })}
        options={startKinds.map((value) => ({ value, label: t(`startKind.${value}`) }))}
      />
    </Field>
    {row.starts === 'times' ? (
      <Field id={`${id}-times`} label={t('times')} hint={t('timesHint')} error={errorOf('times')}>
        <TextInput value={row.times} onChange={({ target }) => set({ times: target.value })} />
      </Field>
    ) : null}
    {row.starts === 'hours' ? (
      <div className="grid grid-cols-2 gap-3">
        <Field id={`${id}-hours`} label={t('opens')} error={errorOf('hours')}>
          <TextInput type="time" value={row.opens} onChange={({ target }) => set({ opens: target.value })} />
        </Field>
        <Field id={`${id}-hours-to`} label={t('closes')}>
          <TextInput type="time" value={row.closes} onChange={({ target }) => set({ closes: target.value })} />
        </Field>
      </div>
    ) : null}
  </div>
)

const Sale = ({ row, set, id, priceFields, currency, errorOf }: Part) => (
  <>
    <div className={two}>
      <Field id={`${id}-capacity`} label={t('capacity')} hint={t('capacityHint')} error={errorOf('capacity')}>
        <TextInput
          inputMode="numeric"
          value={row.capacity}
          onChange={({ target }) => set({ capacity: target.value })}
        />
      </Field>
      <Field id={`${id}-cut_off_hours`} label={t('cutOff')} hint={t('cutOffHint')} error={errorOf('cut_off_hours')}>
        <TextInput
          inputMode="numeric"
          value={row.cut_off_hours}
          onChange={({ target }) => set({ cut_off_hours: target.value })}
        />
      </Field>
    </div>
    {priceFields.length > 0 ? (
      <fieldset className="grid min-w-0 gap-2">
        <legend className="field-label">{t('prices')}</legend>
        <span className="field-hint">{t('pricesHint')}</span>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
          {priceFields.map(({ name, label }) => (
            <Field key={name} id={`${id}-prices-${name}`} label={say(label)} error={errorOf(`prices.${name}`)}>
              <TextInput
                inputMode="decimal"
                prefix={currency}
                value={row.prices[name] ?? ''}
                onChange={({ target }) => set({ prices: { ...row.prices, [name]: target.value } })}
              />
            </Field>
          ))}
        </div>
      </fieldset>
    ) : null}
  </>
)
