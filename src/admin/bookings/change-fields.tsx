import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../kernel/money.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, ChipRadio } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { api, readFault } from '../api.ts'
import { CountFields } from '../new-booking/count-fields.tsx'
import { textOf } from '../text.ts'
import { AnswerFields } from './answer-fields.tsx'
import { correctableSpecs, useAnswerSpecs } from './answer-specs.ts'
import { countsOf, isReturningOf, leavingGroups, startOf } from './change-draft.ts'
import { Permits, permitPaths } from './change-permits.tsx'
import { ChangePrice } from './change-price.tsx'
import { ReturnTrip } from './change-return.tsx'
import { StartFields } from './change-start.tsx'
import { LeavingPeople } from './leaving-people.tsx'
import { type Booking, Fault } from './panel.tsx'
import { SubmittedNotice } from './submitted.tsx'
import { text } from './traveller-names.ts'
import type { ChangeForm } from './use-change.ts'

const t = textOf('changeBooking')
type Props = { booking: Booking; form: ChangeForm }

export const ChangeFields = ({ booking, form }: Props) => (
  <div className="grid grid-cols-1 gap-5">
    <p className="text-ink-2">{t('hint')}</p>
    <Starts booking={booking} form={form} />
    <Permits form={form} />
    <People booking={booking} form={form} />
    <Answers booking={booking} form={form} />
    {form.asksFirst ? (
      <SubmittedNotice isConfirmed={form.terms.isConfirmed} onConfirm={(isConfirmed) => form.decide({ isConfirmed })} />
    ) : null}
    <Outcome booking={booking} form={form} />
    <Decisions booking={booking} form={form} />
    <Fault fault={form.save.fault} />
  </div>
)

function Starts({ booking, form }: Props) {
  const { draft, errors, change } = form
  const item = useItem(booking)
  const outbound = draft.outbound ?? startOf(booking)
  return (
    <>
      {booking.travel_date === null ? null : (
        <StartFields
          {...{ booking, booked: startOf(booking), start: outbound }}
          errors={{ date: errors.travel_date, time: errors.travel_time }}
          onChange={(next) => change({ outbound: next, ...(next.date !== outbound.date && { acknowledged: [] }) })}
        />
      )}
      <ReturnTrip {...{ booking, form }} isOffered={item.data?.details.offers_return === true} />
    </>
  )
}

/** The limits of the party are those of the item as it is sold now. */
const useItem = ({ service_id: id, service_type: kind }: Booking) =>
  useQuery({
    queryKey: ['booked-item', kind, id],
    queryFn: async () => {
      const answer = await api.catalogue.get({ kind, idOrSlug: id })
      return 'service' in answer ? answer.service : null
    },
    retry: false,
  })

function People({ booking, form: { draft, errors, change } }: Props) {
  const item = useItem(booking)
  if (item.isError) return <Notice tone="warn">{t('limitsMissing')}</Notice>
  if (!item.data || item.data.party.fixed) return null
  const counts = countsOf(booking, draft)
  return (
    <div className="grid gap-4">
      <CountFields
        {...{ party: item.data.party, counts, errors }}
        onChange={(next) => change({ counts: { ...draft.counts, ...next } })}
      />
      <LeavingPeople
        {...{ groups: leavingGroups(booking, draft), draft, error: errors.removed }}
        onChange={(leaving) => change({ leaving })}
      />
    </div>
  )
}

const useSpecs = (booking: Booking, { draft }: ChangeForm) =>
  correctableSpecs(useAnswerSpecs(booking.service_type), booking, isReturningOf(booking, draft))

function Answers({ booking, form }: Props) {
  const { draft, errors, change } = form
  const specs = useSpecs(booking, form)
  const booked = Object.fromEntries(specs.map(({ name }) => [name, text(booking.details[name])]))
  return (
    <AnswerFields
      {...{ specs, errors, values: { ...booked, ...draft.answers } }}
      onChange={(name, value) => change({ answers: { ...draft.answers, [name]: value } })}
    />
  )
}

const starts = ['travel_date', 'travel_time', 'return_leg_date', 'return_leg_time']
const atFields = [...starts, 'adults_count', 'children_count', 'infants_count', 'removed', 'reason']

/** What the change costs; also what is wrong with it and has no field here. */
function Outcome({ booking, form }: Props) {
  const { quote, errors, isCharged, terms } = form
  const specs = useSpecs(booking, form)
  const item = useItem(booking)
  const hidden = [
    ...(booking.travel_date === null ? starts : []),
    ...(item.data?.party.fixed ? ['adults_count', 'children_count', 'infants_count', 'removed'] : []),
  ]
  const asked = [...specs.map(({ name }) => `details.${name}`), ...permitPaths(errors)]
  const shown = [...atFields.filter((path) => !hidden.includes(path)), ...asked]
  const others = Object.entries(errors).filter(([path]) => !shown.includes(path))
  const isWrong = Object.keys(errors).some((path) => path !== 'reason')
  return (
    <div aria-live="polite" className="grid gap-3 empty:hidden">
      {others.map(([path, message]) => (
        <Notice key={path} tone="warn">
          {message}
        </Notice>
      ))}
      {quote.isChecking ? <p className="text-ink-2">{t('checking')}</p> : null}
      {quote.error ? (
        <Notice tone="danger">
          <p>{readFault(quote.error).message || t('notChecked')}</p>
          <Button variant="secondary" size="sm" className="mt-2" onClick={quote.retry}>
            {t('retry')}
          </Button>
        </Notice>
      ) : null}
      {quote.data && !isWrong ? <ChangePrice {...{ quote: quote.data, isCharged, isSilent: !terms.tells }} /> : null}
    </div>
  )
}

function Decisions({ booking, form: { quote, terms, errors, isCharged, decide } }: Props) {
  const { data } = quote
  // Without terms every change needs a reason: ask for it at once.
  const isOutside = booking.cancellation === null
  return (
    <>
      {data?.difference && data.errors.length === 0 ? (
        <ChipRadio
          legend={t('differenceOf', { difference: formatMoney(data.difference, { exact: true }) })}
          name="difference"
          flow
          value={terms.difference}
          onChange={(value) => decide({ difference: value === 'waive' ? 'waive' : 'charge' })}
          options={[
            { value: 'charge', label: t('charge') },
            { value: 'waive', label: t('waive') },
          ]}
        />
      ) : null}
      {isOutside || (isCharged ? data?.is_outside_terms : data?.needs_reason) ? (
        <Field label={t('reason')} hint={t('reasonHint')} required error={errors.reason}>
          <TextArea
            rows={3}
            maxLength={1000}
            value={terms.reason}
            onChange={(event) => decide({ reason: event.target.value })}
          />
        </Field>
      ) : null}
      <Checkbox label={t('tell')} checked={terms.tells} onChange={(event) => decide({ tells: event.target.checked })} />
    </>
  )
}
