import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { dateIn, formatTime, isLocalDate, type LocalDate } from '../../kernel/dates.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import { lastDayOf } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { memoryKeys, requestKey } from '../../ui/priced-form/request-keys.ts'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api, readFault } from '../api.ts'
import { availabilityOf } from '../new-booking/availability.ts'
import { useGroups } from '../new-booking/use-groups.ts'
import { textOf } from '../text.ts'
import { type Booking, Fault } from './panel.tsx'

const SaleCalendar = lazy(() => import('../new-booking/sale-calendar.tsx'))
const t = textOf('moveBooking')
const calendar = textOf('saleCalendar')

type Props = { booking: Booking; onClose: () => void; onDone: () => void }

/** Moves a booking to another departure: within its terms at once, outside of them with a reason. */
export default function MoveDialog({ booking, onClose, onDone }: Props) {
  const { return_leg: back } = booking
  const [outbound, setOutbound] = useState(startOf(booking))
  const [returning, setReturning] = useState(back && startOf(back))
  const [reason, setReason] = useState('')
  const [difference, setDifference] = useState<'waive' | 'charge'>('charge')
  const keys = useRef(memoryKeys())
  const start = {
    ...{ bookingId: booking.id, travel_date: outbound.date, travel_time: outbound.time || null },
    ...(returning && { return_leg_date: returning.date, return_leg_time: returning.time || null }),
  }
  const isSame = isSameStart(outbound, startOf(booking)) && (!returning || isSameStart(returning, startOf(back)))
  const quote = useQuery({
    queryKey: ['move-quote', booking.id, booking.version, outbound, returning],
    queryFn: () => api.booking.admin.quoteMove(start),
    enabled: outbound.date !== '' && returning?.date !== '' && !isSame,
    retry: false,
  })
  const { data } = quote
  const isCharged = data?.settlement === 'dearer' && difference === 'charge'
  const send = () => {
    const expected_amount = isCharged ? data.departure_amount : data?.new_amount
    const request = { ...start, reason: reason.trim(), difference, expected_amount, version: data?.version }
    return api.booking.admin.move(request, { context: { idempotencyKey: requestKey(keys.current, request) } })
  }
  const done = isCharged ? t('prepared') : t('done')
  const action = useAction(send, { done, failed: t('failed') }, onDone, onClose)
  const canSend = data !== undefined && data.errors.length === 0 && data.objection === null
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button disabled={!canSend} loading={action.isPending} onClick={action.run}>
            {t(isCharged ? 'prepare' : 'submit')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{t('hint')}</p>
        <StartFields {...{ booking, booked: startOf(booking), start: outbound, onChange: setOutbound }} />
        {returning ? (
          <StartFields
            {...{ booking, booked: startOf(back), start: returning, onChange: setReturning }}
            legend={t('returnLeg')}
            first={outbound.date}
          />
        ) : null}
        <div aria-live="polite" className="empty:hidden">
          {quote.isError ? <Notice tone="danger">{readFault(quote.error).message || t('notChecked')}</Notice> : null}
          {data ? <Answer quote={data} isCharged={isCharged} /> : null}
        </div>
        {data?.difference ? (
          <ChipRadio
            legend={t('differenceOf', { difference: exact(data.difference) })}
            name="difference"
            value={difference}
            onChange={(value) => setDifference(value === 'waive' ? 'waive' : 'charge')}
            options={[
              { value: 'charge', label: t('charge') },
              { value: 'waive', label: t('waive') },
            ]}
          />
        ) : null}
        {(isCharged ? data.is_outside_terms : data?.needs_reason) ? (
          <Field label={t('reason')} hint={t('reasonHint')} required error={action.errors.reason}>
            <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        ) : null}
        <Fault fault={action.fault} />
      </div>
    </Dialog>
  )
}

interface Start {
  readonly date: LocalDate
  readonly time: string
}
type BookedStart = Readonly<{ travel_date: string | null; travel_time: string | null }> | null
const startOf = (leg: BookedStart): Start => ({ date: leg?.travel_date ?? '', time: leg?.travel_time ?? '' })
const isSameStart = (one: Start, other: Start) => one.date === other.date && one.time === other.time

type StartProps = {
  booking: Booking
  booked: Start
  start: Start
  onChange: (start: Start) => void
  /** Of the return leg. */
  legend?: string
  first?: LocalDate
}

/** Day and time of one leg. */
function StartFields({ booking, booked, start, onChange, legend, first }: StartProps) {
  const { date, time } = start
  const fields = (
    <>
      <DayField booking={booking} date={date} first={first} onChange={(next) => onChange({ ...start, date: next })} />
      <TimeField {...{ booking, booked, date, time }} onChange={(next) => onChange({ ...start, time: next })} />
    </>
  )
  if (legend === undefined) return <div className="grid gap-4">{fields}</div>
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4">
      <legend className="group-legend">{legend}</legend>
      {fields}
    </fieldset>
  )
}

type DayProps = {
  booking: Booking
  date: LocalDate
  first?: LocalDate | undefined
  onChange: (date: LocalDate) => void
}

function DayField({ booking, date, first, onChange }: DayProps) {
  const [isOpen, setOpen] = useState(false)
  const isGroupOnly = booking.is_group_only
  const groups = useGroups({ id: booking.service_id, kind: booking.service_type }, isGroupOnly)
  const clock = { now: new Date(), cutOffMinutes: 0 }
  const now = dateIn(booking.time_zone, clock.now)
  const today = first && first > now ? first : now
  const last = lastDayOf({ timeZone: booking.time_zone }, clock)
  const item = { id: booking.service_id, kind: booking.service_type }
  if (isGroupOnly)
    return (
      <Field label={t('date')} hint={groups.isError ? t('notChecked') : undefined} required>
        <Select
          value={groups.options.some(({ value }) => value === date) ? date : ''}
          placeholder={t('group')}
          onChange={(event) => onChange(event.target.value)}
          options={groups.options}
        />
      </Field>
    )
  return (
    <div className="flex items-start gap-2">
      <Field className="min-w-0 flex-1" label={t('date')} required>
        <TextInput
          type="date"
          min={today}
          max={last}
          value={date}
          onChange={({ target: { value } }) => onChange(isLocalDate(value) ? value : '')}
        />
      </Field>
      <Button variant="secondary" aria-haspopup="dialog" className="mt-7.5" onClick={() => setOpen(true)}>
        {calendar('open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <SaleCalendar {...{ item, today, last, value: date, onChoose: onChange }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

type TimeProps = { booking: Booking; booked: Start; date: LocalDate; time: string; onChange: (time: string) => void }

/** The times of the day with what is left, or any time; nothing where the booking has no time. */
function TimeField({ booking, booked, date, time, onChange }: TimeProps) {
  const item = { id: booking.service_id, kind: booking.service_type }
  const { data, isPending } = useQuery({ ...availabilityOf(item, date, date), enabled: date !== '' })
  if (isPending && booked.time !== '') return <LoadingTime time={time} />
  const departures = data?.days[0]?.departures ?? []
  const timed = departures.filter((each) => each.time !== null)
  const hasHours = departures.some(({ hours }) => hours !== null)
  if (timed.length === 0 && !hasHours && booked.time === '') return null
  const options = timed.map((each) => {
    const left = each.left === null ? null : calendar('left', { count: each.left })
    const note = each.state === 'sold_out' ? calendar('soldOut') : left
    const label = formatTime(each.time ?? '')
    return { value: each.time ?? '', label: note ? `${label} (${note})` : label, disabled: each.state === 'past' }
  })
  return (
    <Field label={t('time')} required>
      {timed.length > 0 ? (
        <Select
          value={options.some(({ value }) => value === time) ? time : ''}
          placeholder={t('slot')}
          onChange={(event) => onChange(event.target.value)}
          options={options}
        />
      ) : (
        <TextInput type="time" value={time} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

const LoadingTime = ({ time }: { time: string }) => (
  <Field label={t('time')} required>
    <Select disabled value={time} options={time ? [{ value: time, label: formatTime(time) }] : []} />
  </Field>
)

type Quote = Awaited<ReturnType<typeof api.booking.admin.quoteMove>>
const exact = (amount: Money) => formatMoney(amount, { exact: true })

function Answer({ quote, isCharged }: { quote: Quote; isCharged: boolean }) {
  const { old_amount: before, new_amount: now, departure_amount: departure } = quote
  const problem = quote.errors[0]?.message ?? quote.objection
  if (problem) return <Notice tone="warn">{problem}</Notice>
  const difference = exact({ ...now, minor: Math.abs(now.minor - before.minor) })
  if (isCharged && quote.difference)
    return (
      <Notice tone="info">{t('charged', { amount: exact(departure), difference: exact(quote.difference) })}</Notice>
    )
  if (quote.settlement === 'dearer')
    return <Notice tone="info">{t('kept', { amount: exact(departure), paid: exact(before) })}</Notice>
  if (quote.settlement === 'refund')
    return <Notice tone="info">{t('refund', { amount: exact(now), difference })}</Notice>
  return <Notice tone="info">{t(quote.settlement === 'same' ? 'same' : 'follows', { amount: exact(now) })}</Notice>
}
