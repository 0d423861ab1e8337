import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { languageOf } from '../../kernel/language-offer.ts'
import { formatMoney, type Money, subtract } from '../../kernel/money.ts'
import type { FieldSpec } from '../../services/kind.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PriceSum } from '../../ui/price.tsx'
import { agencyLanguages, languageName } from '../agency-languages.ts'
import { bookingStatusName, clockTime, Email, inWords, kindName } from '../labels.tsx'
import { officeLanguage } from '../language.ts'
import { say, textOf } from '../text.ts'
import { answerName, snakeCase } from './answer-names.ts'
import { optionText, useAnswerSpecs } from './answer-specs.ts'
import { AnswersButton } from './answers-button.tsx'
import { ChangeButton } from './change-button.tsx'
import { CorrectButton } from './correct-button.tsx'
import { type Booking, Panel, type Row, Rows } from './panel.tsx'
import { PreparedMove } from './prepared-move.tsx'
import { whatsAppHref } from './whatsapp.ts'

const t = textOf('booking')
type Props = { booking: Booking }

export const CustomerPanel = ({ booking, onDone }: Props & { onDone: () => void }) => (
  <Panel id="customer" title={t('customer')}>
    <Rows
      rows={[
        [t('name'), booking.customer_name],
        [
          t('email'),
          <a key="email" href={`mailto:${booking.customer_email}`}>
            <Email address={booking.customer_email} />
          </a>,
        ],
        [
          t('phone'),
          booking.customer_phone ? (
            <a key="phone" href={`tel:${booking.customer_phone}`}>
              <bdi>{booking.customer_phone}</bdi>
            </a>
          ) : null,
        ],
        // Kept apart from the staff's notes, which never replace it (A161).
        ...(booking.customer_note ? [[t('customerNote'), booking.customer_note] as const] : []),
      ]}
    />
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <CorrectButton booking={booking} onDone={onDone} />
      {booking.customer_phone ? <WhatsApp booking={booking} phone={booking.customer_phone} /> : null}
      <Link to="/admin/bookings" search={{ q: booking.customer_email } as never} className="py-1 text-sm underline">
        {t('otherBookings')}
      </Link>
    </div>
  </Panel>
)

const WhatsApp = ({ booking, phone }: Props & { phone: string }) => (
  <a
    href={whatsAppHref(phone, t('whatsAppText', { reference: booking.booking_reference }))}
    target="_blank"
    rel="noopener noreferrer"
    className={buttonClass({ variant: 'secondary', size: 'sm' })}
  >
    <MessageCircle aria-hidden="true" /> {t('whatsApp')}
    <span className="sr-only"> {textOf('paymentLink')('newTab')}</span>
  </a>
)

export function TripPanel({ booking, onDone }: Props & { onDone: () => void }) {
  const { adults_count: adults, children_count: children, infants_count: infants } = booking
  return (
    <Panel id="trip" title={t('trip')}>
      <Rows
        rows={[
          [t('reference'), booking.booking_reference],
          [t('service'), booking.service_title],
          [t('type'), kindName(booking.service_type)],
          [t('bookingStatus'), bookingStatusName(booking.booking_status)],
          ...(booking.case_stage ? [[t('stage'), inWords(booking.case_stage)] as const] : []),
          ...(booking.cancellation_reason ? [[t('cancellationReason'), booking.cancellation_reason] as const] : []),
          [t('date'), booking.travel_date],
          ...(booking.return_date ? [[t('return'), booking.return_date] as const] : []),
          [t('time'), clockTime(booking.travel_time)],
          [t('people'), t('peopleCount', { adults, children, infants })],
          [t('language'), booking.selected_language],
          ...readersLanguage(booking),
          [t('pickup'), booking.pickup_location],
          [t('requests'), booking.special_requests],
          ...returnLeg(booking),
          ...bookedByStaff(booking),
          ...useDetails(booking),
        ]}
      />
      {booking.prepared_move ? <PreparedMove booking={booking} onDone={onDone} /> : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <ChangeButton booking={booking} onDone={onDone} />
        <AnswersButton booking={booking} onDone={onDone} />
      </div>
    </Panel>
  )
}

/** Of emails and documents; empty in a shop of one language. */
function readersLanguage({ language }: Booking): Row[] {
  const offer = agencyLanguages()
  return offer.all.length < 2 ? [] : [[t('messagesIn'), languageName(languageOf(language, offer))]]
}

const returnLeg = ({ return_leg: leg }: Booking): Row[] =>
  leg ? [[t('returnLeg'), [leg.travel_date, clockTime(leg.travel_time)].filter(Boolean).join(' ')]] : []

/** The staff member who made the booking; empty when the customer did. */
const bookedByStaff = ({ history: [made] }: Booking): Row[] =>
  made?.actor === 'admin' ? [[t('bookedBy'), made.actorName ?? t('actors.admin')]] : []

/** Answers to the kind's own questions (passport, PNR, flight ...), with the labels of its form (A148). */
function useDetails(booking: Booking): Row[] {
  const { service_type: key, details } = booking
  const { specs: known, isLoaded } = useAnswerSpecs(key)
  // Until then each answer would have the name of its field instead of its label.
  if (!isLoaded) return []
  const asked = known.filter((spec) => details[spec.name] !== undefined)
  const others = Object.keys(details).filter((name) => !known.some((spec) => spec.name === name))
  return [
    ...asked.map((spec) => [say(spec.label), factValue(details[spec.name], spec)] as const),
    ...others.map(
      (name) =>
        [answerName(snakeCase(name), () => undefined) ?? inWords(snakeCase(name)), factValue(details[name])] as const,
    ),
  ].filter(([, value]) => value !== null)
}

const countries = new Intl.DisplayNames(officeLanguage, { type: 'region' })
function factValue(value: unknown, spec?: FieldSpec): string | null {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return null
  if (spec?.input === 'country' && /^[A-Z]{2}$/.test(value)) return countries.of(value) ?? value
  return spec?.options ? optionText(spec, value) : value
}

const exact = (value: Money): string => formatMoney(value, { exact: true })

/** Base, tax, total, discount and amount due (D44), then the amount received. */
export const PricePanel = ({ booking }: Props) => (
  <Panel id="price" title={t('price')}>
    <PriceSum
      lines={[
        { key: 'base', label: t('base'), amount: exact(booking.base_amount) },
        { key: 'tax', label: t('tax'), amount: exact(booking.tax_amount) },
        { key: 'total', label: t('total'), amount: exact(booking.total_amount) },
        { key: 'discount', label: t('discount'), amount: exact(booking.discount_amount) },
      ]}
      total={{ label: t('final'), amount: exact(booking.final_amount) }}
    />
    <Received booking={booking} />
  </Panel>
)

function Received({ booking: { paid_amount: paid, refunded_amount: refunded, refund_due: due } }: Props) {
  if (refunded.minor === 0 && due === null)
    return <PriceSum lines={[]} total={{ label: t('paid'), amount: exact(paid) }} />
  const lines = [
    { key: 'paid', label: t('paid'), amount: exact(paid) },
    ...(due ? [{ key: 'due', label: t('refundDue'), amount: exact(due) }] : []),
    { key: 'refunded', label: t('refunded'), amount: exact(refunded) },
  ]
  return <PriceSum lines={lines} total={{ label: t('kept'), amount: exact(subtract(paid, refunded)) }} />
}
