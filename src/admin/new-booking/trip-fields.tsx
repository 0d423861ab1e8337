import { useId } from 'react'
import { SpecFields } from '../../services/shared/spec-fields.tsx'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { shortDay } from '../departures/words.ts'
import { OverbookingField } from '../form/overbooking-field.tsx'
import { textOf } from '../text.ts'
import { formatTime, listed } from '../written.ts'
import { CountFields } from './count-fields.tsx'
import { GroupField } from './group-field.tsx'
import { Part } from './part.tsx'
import { controlId } from './sale.ts'
import { DateField, LegStart, TimeField } from './start-fields.tsx'
import type { Chosen, SaleForm } from './use-sale.ts'

const t = textOf('newBooking')
const optional = textOf('booking')('optional')
type Props = { form: SaleForm; chosen: Chosen }

const dayProps = ({ draft, change, errors }: SaleForm, { item }: Chosen) => ({
  ...{ item, value: draft.date, isRequired: item.schedule.dateRequired },
  ...{ id: controlId('travel_date'), label: t('date'), error: errors.travel_date },
  onChange: (date: string) => change({ date }),
})
const timeProps = ({ draft, change, errors }: SaleForm, { item }: Chosen) => ({
  ...{ item, day: draft.date, value: draft.time, isRequired: item.schedule.timeRequired },
  ...{ id: controlId('travel_time'), label: t('time'), error: errors.travel_time },
  onChange: (time: string) => change({ time }),
})

export function TripFields({ form, chosen }: Props) {
  const { item, kind } = chosen
  return (
    <Part title={t('trip')}>
      <div className="grid gap-4 sm:grid-cols-[6fr_5fr]">
        {item.details.group_departures_only === true ? (
          <GroupField form={form} chosen={chosen} />
        ) : (
          <DateField {...dayProps(form, chosen)} />
        )}
        <TimeField {...timeProps(form, chosen)} />
      </div>
      <Nearest form={form} />
      <Overbooking form={form} chosen={chosen} />
      {item.party.fixed ? null : <Counts form={form} chosen={chosen} />}
      {kind.saleDetails ? <SaleSpecs form={form} chosen={chosen} /> : <OwnFields form={form} chosen={chosen} />}
      <Pickup form={form} chosen={chosen} />
      <Language form={form} chosen={chosen} />
      <Field
        id={controlId('special_requests')}
        label={t('requests')}
        optionalLabel={optional}
        error={form.errors.special_requests}
      >
        <TextArea
          rows={2}
          maxLength={2000}
          value={form.draft.requests}
          onChange={(event) => form.change({ requests: event.target.value })}
        />
      </Field>
      {item.documents.some(({ required }) => required) ? <Notice tone="info">{t('papers')}</Notice> : null}
    </Part>
  )
}

/** Departures with places near one that cannot be booked. */
function Nearest({ form: { nearest, draft, change } }: Pick<Props, 'form'>) {
  const titleId = useId()
  if (nearest.length === 0) return null
  return (
    <div className="grid gap-2">
      <p id={titleId} className="text-sm font-semibold">
        {t('nearest')}
      </p>
      <ul aria-labelledby={titleId} className="flex flex-wrap gap-2">
        {nearest.map(({ date, time, hours }) => (
          <li key={`${date} ${time}`}>
            <Button
              variant="secondary"
              onClick={() => {
                change({ date, time: time ?? (hours ? draft.time : '') })
                document.getElementById(controlId('travel_date'))?.focus()
              }}
            >
              {listed([shortDay(date), time && formatTime(time)])}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Overbooking = ({ form: { draft, change, errors } }: Props) => (
  <OverbookingField
    id={controlId('overbooking_reason')}
    value={draft.overbooking}
    error={errors.overbooking_reason}
    isFull={Boolean(errors.travel_date || errors.travel_time)}
    onChange={(overbooking) => change({ overbooking })}
  />
)

const Counts = ({ form: { draft, change, errors }, chosen: { item } }: Props) => (
  <CountFields party={item.party} counts={draft} errors={errors} onChange={change} />
)

const prefix = 'details.'
const ownErrors = (form: SaleForm) =>
  Object.fromEntries(
    Object.entries(form.errors)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, message]) => [path.slice(prefix.length), message]),
  )

/** Of a kind with preset answers, the questions without one. An emptied answer is left out. */
function SaleSpecs({ form, chosen: { item, kind } }: Props) {
  const specs = kind.saleSpecs(item.details)
  if (specs.length === 0) return null
  return (
    <SpecFields
      specs={specs}
      value={form.draft.details}
      onChange={(details) =>
        form.change({ details: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== '')) })
      }
      errors={ownErrors(form)}
      idOf={(name) => controlId(`${prefix}${name}`)}
    />
  )
}

function OwnFields({ form, chosen: { item, kind } }: Props) {
  const Asked = kind.form?.BookingFields
  if (!Asked) return null
  return (
    <Asked
      service={item}
      value={form.draft.details}
      onChange={(details) => form.change({ details })}
      errors={ownErrors(form)}
      idOf={(name) => controlId(`${prefix}${name}`)}
      trip={{
        ...{ date: form.draft.date, time: form.draft.time, pickup: form.draft.pickup, zone: item.schedule.timeZone },
        onChange: form.change,
        shownDay: shortDay,
        // The server judges the start as soon as it is chosen.
        startFields: (fields) => <LegStart item={item} fields={fields} />,
        objectionTo: () => null,
      }}
    />
  )
}

function Pickup({ form, chosen: { item, kind } }: Props) {
  if (!item.schedule.hasPickup) return null
  const places = kind.shop.pickupPlaces?.(item) ?? []
  const listId = `${controlId('pickup_location')}-places`
  return (
    <Field id={controlId('pickup_location')} label={t('pickup')} error={form.errors.pickup_location}>
      <TextInput
        maxLength={500}
        autoComplete="off"
        list={places.length > 0 ? listId : undefined}
        value={form.draft.pickup}
        onChange={(event) => form.change({ pickup: event.target.value })}
      />
      <datalist id={listId}>
        {places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
    </Field>
  )
}

function Language({ form, chosen: { item } }: Props) {
  const { languages } = item.details
  const spoken = Array.isArray(languages) ? languages.filter((each): each is string => typeof each === 'string') : []
  if (spoken.length === 0) return null
  return (
    <Field
      id={controlId('selected_language')}
      label={t('language')}
      optionalLabel={optional}
      error={form.errors.selected_language}
    >
      <Select
        value={form.draft.language}
        placeholder={t('anyLanguage')}
        onChange={(event) => form.change({ language: event.target.value })}
        options={spoken.map((each) => ({ value: each, label: each }))}
      />
    </Field>
  )
}
