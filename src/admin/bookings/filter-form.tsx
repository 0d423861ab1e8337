import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { bookingStatuses, paymentStatuses } from '../../modules/booking/index.ts'
import { kinds } from '../../services/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { bookingStatusName, paymentStatusName } from '../labels.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { say, textOf } from '../text.ts'
import { type BookingSearch, type ChangeSearch, filterOf, sortOf } from './filters.ts'
import { countMore, MoreFilters } from './more-filters.tsx'

const t = textOf('bookings')
const statusOptions = [
  { value: '', label: t('allStatuses') },
  ...bookingStatuses.map((value) => ({ value, label: bookingStatusName(value) })),
]
const typeOptions = [
  { value: '', label: t('allTypes') },
  ...kinds.map((kind) => ({ value: kind.key, label: say(kind.labels.singular) })),
]
const paymentOptions = [
  { value: '', label: t('allPayments') },
  ...paymentStatuses.map((value) => ({ value, label: paymentStatusName(value) })),
]
/** Cards have no sortable headings, and medium tables hide some columns. */
const sortOptions = [
  'created_at-desc',
  'created_at-asc',
  'travel_date-asc',
  'travel_date-desc',
  'final_amount-desc',
  'final_amount-asc',
  'customer_name-asc',
  'service_title-asc',
  'service_type-asc',
  'booking_status-asc',
  'payment_status-asc',
  'booking_reference-asc',
].map((value) => ({ value, label: t(`sorts.${value}`) }))

type Props = { search: BookingSearch; onChange: ChangeSearch; onType: (q: string) => void }

export function Filters({ search, onChange, onType }: Props) {
  const more = useId()
  const [isOpen, setOpen] = useState(false)
  const { status, type, payment } = filterOf(search)
  const { sort, direction } = sortOf(search)
  return (
    <search>
      <form
        className="grid grid-cols-2 gap-2 md:grid-cols-4 xl:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))_auto]"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          label={t('search')}
          hint={t('searchHint')}
          hideLabel
          q={search.q ?? ''}
          onSearch={(q) => onChange({ q })}
          onType={onType}
          maxLength={200}
          className="max-md:col-span-full md:max-xl:col-span-3"
          inputClassName="min-h-[2.625rem]!"
        />
        <Choice
          label={t('status')}
          value={status}
          options={statusOptions}
          onChoose={(next) => onChange({ status: next })}
        />
        <Choice label={t('type')} value={type} options={typeOptions} onChoose={(next) => onChange({ type: next })} />
        <Choice
          label={t('payment')}
          value={payment}
          options={paymentOptions}
          onChoose={(next) => onChange({ payment: next })}
        />
        <Choice
          label={t('sortBy')}
          value={`${sort}-${direction}`}
          options={sortOptions}
          className="xl:hidden"
          onChoose={(next) => {
            const [key, way] = next.split('-')
            onChange({ sort: key, direction: way })
          }}
        />
        <Button
          variant="secondary"
          className="max-md:col-span-full md:max-xl:col-start-4 md:max-xl:row-start-1"
          icon={<SlidersHorizontal aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={() => setOpen(!isOpen)}
        >
          {t('moreFilters', { count: countMore(search) })}
        </Button>
        <div id={more} hidden={!isOpen} className="col-span-full">
          {isOpen ? <MoreFilters search={search} onChange={onChange} /> : null}
        </div>
      </form>
    </search>
  )
}

type ChoiceProps = {
  label: string
  value: string | undefined
  options: readonly SelectOption[]
  onChoose: (value: string) => void
  className?: string
}
/** Its first option says what it chooses, so the label is only read aloud. */
const Choice = ({ label, value = '', options, onChoose, className }: ChoiceProps) => (
  <Field label={label} hideLabel className={className}>
    <Select value={value} onChange={(event) => onChoose(event.target.value)} options={options} />
  </Field>
)
