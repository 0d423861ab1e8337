import { formatMoney } from '../../kernel/money.ts'
import type { CancellableDeparture } from '../../modules/booking/contract.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { RadioCards } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { BookingBadge } from '../labels.tsx'
import { textOf } from '../text.ts'
import { type CancelForm, type ChoiceKind, choiceForAllInWords, isMoving, kindInWords } from './cancel-form.ts'
import { TargetFields } from './target-fields.tsx'

const t = textOf('departureCancel')
type Booking = CancellableDeparture['bookings'][number]
type Props = {
  /** The item, for the choice of another departure. */
  item: { id: string; kind: string; isGroupOnly: boolean }
  form: CancelForm
  bookings: readonly Booking[]
  /** Whether the user may refund more than the terms give. */
  mayRefund: boolean
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<CancelForm>) => void
}

/** Reason, the choice for all bookings, and a choice for each booking. */
export function CancelFields({ item, form, bookings, mayRefund, errors, onChange }: Props) {
  const choices = [
    ...(mayRefund ? [{ value: 'refund_in_full', title: t('full'), description: t('fullHint') }] : []),
    { value: 'refund_by_terms', title: t('terms'), description: t('termsHint') },
    { value: 'move', title: t('move'), description: t('moveHint') },
    { value: 'keep', title: t('keep'), description: t('keepHint') },
  ]
  return (
    <>
      <p className="text-ink-2">{t('hint')}</p>
      <Field label={t('reason')} hint={t('reasonHint')} required error={errors.reason}>
        <TextInput maxLength={500} value={form.reason} onChange={(event) => onChange({ reason: event.target.value })} />
      </Field>
      {bookings.length === 0 ? (
        <Notice tone="info">{t('none')}</Notice>
      ) : (
        <>
          <RadioCards
            legend={t('forAll')}
            name="cancel-choice"
            value={form.choice}
            onChange={(value) => onChange({ choice: value as ChoiceKind })}
            options={choices}
          />
          {isMoving(form, bookings) ? (
            <TargetFields
              item={item}
              target={form.target}
              error={errors.choice ?? errors.target}
              onChange={(target) => onChange({ target })}
            />
          ) : null}
          <section aria-labelledby="cancel-bookings">
            <h3 id="cancel-bookings" className="mb-2 font-semibold">
              {t('bookings', { count: bookings.length })}
            </h3>
            <ul className="divide-y divide-line border-y border-line">
              {bookings.map((booking) => (
                <BookingRow key={booking.id} {...{ booking, form, mayRefund, onChange }} />
              ))}
            </ul>
          </section>
          <Field label={t('note')} optionalLabel={t('optional')} hint={t('noteHint')} error={errors.note}>
            <TextArea
              rows={3}
              maxLength={2_000}
              value={form.note}
              onChange={(event) => onChange({ note: event.target.value })}
            />
          </Field>
        </>
      )}
    </>
  )
}

type RowProps = Omit<Props, 'bookings' | 'errors' | 'item'> & { booking: Booking }
const BookingRow = ({ booking, form, mayRefund, onChange }: RowProps) => (
  <li className="grid grid-cols-1 gap-x-4 gap-y-2 py-3 wrap-anywhere sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
    <div className="min-w-0">
      <p className="font-semibold">{booking.customer_name}</p>
      <p className="text-sm text-ink-2">
        <bdi>{booking.customer_email}</bdi>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
        <bdi>{booking.booking_reference}</bdi>
        <BookingBadge status={booking.booking_status} />
        {booking.leg === 'return' ? <Badge tone="info">{t('returnLeg')}</Badge> : null}
        <span className="text-ink-2">
          {booking.paid.minor > 0 ? t('paid', { amount: formatMoney(booking.paid, { exact: true }) }) : t('unpaid')}
        </span>
      </p>
    </div>
    {booking.waits_for_transfer ? (
      <p className="text-sm text-ink-2">{t('waits')}</p>
    ) : (
      <OwnChoice {...{ booking, form, mayRefund, onChange }} />
    )}
  </li>
)

function OwnChoice({ booking, form, mayRefund, onChange }: RowProps) {
  const kinds: readonly ChoiceKind[] =
    booking.by_terms === null
      ? ['refund_by_terms', 'move', 'keep']
      : [...(mayRefund ? (['refund_in_full'] as const) : []), 'refund_by_terms', 'move', 'keep']
  const choose = (kind: string) => {
    const { [booking.id]: _, ...others } = form.own
    onChange({ own: kind === '' ? others : { ...others, [booking.id]: kind as ChoiceKind } })
  }
  return (
    <Field label={t('choiceOf', { reference: booking.booking_reference })} hideLabel>
      <Select
        value={form.own[booking.id] ?? ''}
        onChange={(event) => choose(event.target.value)}
        options={[
          { value: '', label: choiceForAllInWords(booking, form.choice) },
          ...kinds.map((kind) => ({ value: kind, label: kindInWords(booking, kind) })),
        ]}
      />
    </Field>
  )
}
