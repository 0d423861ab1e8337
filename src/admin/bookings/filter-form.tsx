import { bookingStatuses } from '../../modules/booking/index.ts'
import { kinds } from '../../services/index.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { bookingStatusName } from '../labels.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { say, textOf } from '../text.ts'
import { type BookingSearch, type ChangeSearch, filterOf, sortOf } from './filters.ts'

const t = textOf('bookings')
const statusOptions = [
  { value: '', label: t('allStatuses') },
  ...bookingStatuses.map((value) => ({ value, label: bookingStatusName(value) })),
]
const typeOptions = [
  { value: '', label: t('allTypes') },
  ...kinds.map((kind) => ({ value: kind.key, label: say(kind.labels.singular) })),
]
const documentOptions = [
  { value: '', label: t('allDocuments') },
  { value: 'missing', label: t('missingDocuments') },
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
  const { status, type, documents } = filterOf(search)
  const { sort, direction } = sortOf(search)
  return (
    <search>
      <form
        className="grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-[2fr_1fr_1fr_1fr]"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          label={t('search')}
          hint={t('searchHint')}
          q={search.q ?? ''}
          onSearch={(q) => onChange({ q })}
          onType={onType}
          maxLength={200}
          className="max-md:col-span-2 md:max-xl:col-span-4"
          inputClassName="min-h-[2.625rem]!"
        />
        <Field label={t('status')}>
          <Select
            value={status ?? ''}
            onChange={(event) => onChange({ status: event.target.value })}
            options={statusOptions}
          />
        </Field>
        <Field label={t('type')}>
          <Select
            value={type ?? ''}
            onChange={(event) => onChange({ type: event.target.value })}
            options={typeOptions}
          />
        </Field>
        <Field label={t('documentsFilter')}>
          <Select
            value={documents ?? ''}
            onChange={(event) => onChange({ documents: event.target.value })}
            options={documentOptions}
          />
        </Field>
        <Field label={t('sortBy')} className="xl:hidden">
          <Select
            value={`${sort}-${direction}`}
            onChange={(event) => {
              const [key, way] = event.target.value.split('-')
              onChange({ sort: key, direction: way })
            }}
            options={sortOptions}
          />
        </Field>
      </form>
    </search>
  )
}
