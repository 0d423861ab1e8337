import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Contact, X } from 'lucide-react'
import type { CustomerRow } from '../../modules/customer/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api } from '../api.ts'
import { Email } from '../labels.tsx'
import { LongList } from '../lists/long-list.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { customerHref } from './href.ts'

const t = textOf('customers')
type Filters = { q?: string; tag?: string; sort?: string }

const sortOptions = (['active', 'name'] as const).map((value) => ({ value, label: t(`sorts.${value}`) }))

export function Customers() {
  const search: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (next: Filters) =>
    void navigate({
      to: '/admin/customers',
      search: ((newest: Filters) => ({ ...newest, ...next })) as never,
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-4 text-2xl sm:text-3xl">{t('title')}</h1>
      <search>
        <form
          className="mb-4 grid grid-cols-1 items-end gap-3 sm:grid-cols-[3fr_1fr]"
          onSubmit={(event) => event.preventDefault()}
        >
          <SearchField label={t('search')} hint={t('searchHint')} q={search.q ?? ''} onSearch={(q) => change({ q })} />
          <Field label={t('sortBy')}>
            <Select
              value={search.sort === 'name' ? 'name' : 'active'}
              onChange={(event) => change({ sort: event.target.value === 'name' ? 'name' : '' })}
              options={sortOptions}
            />
          </Field>
        </form>
      </search>
      {search.tag ? <TagFilter tag={search.tag} onClear={() => change({ tag: '' })} /> : null}
      <List search={search} />
    </>
  )
}

const TagFilter = ({ tag, onClear }: { tag: string; onClear: () => void }) => (
  <p className="mb-3 flex flex-wrap items-center gap-2">
    <Badge tone="info">{t('tagged', { tag })}</Badge>
    <Button variant="quiet" size="sm" icon={<X aria-hidden="true" />} onClick={onClear}>
      {t('clearTag')}
    </Button>
  </p>
)

function List({ search: { q, tag, sort } }: { search: Filters }) {
  const request = { ...(q && { q }), ...(tag && { tag }), ...(sort === 'name' && { sort: 'name' as const }) }
  return (
    <LongList
      queryKey={['customers', request]}
      ask={(after) => api.customer.admin.list({ ...request, limit: 25, ...after })}
      words={t}
      isFiltered={Boolean(q || tag)}
      icon={<Contact aria-hidden="true" />}
      status={({ total, totalIsExact }) => t(totalIsExact ? 'count' : 'countMore', { count: total })}
    >
      {(customers) => (
        <ul aria-label={t('title')} className="card divide-y divide-line">
          {customers.map((customer) => (
            <Row key={customer.id} customer={customer} />
          ))}
        </ul>
      )}
    </LongList>
  )
}

const Row = ({ customer }: { customer: CustomerRow }) => (
  <li className="relative grid gap-x-4 gap-y-1 px-4 py-3 wrap-anywhere hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5">
    <div className="flex flex-wrap items-center gap-2">
      <Link
        to={customerHref(customer.id) as never}
        className="font-semibold no-underline after:absolute after:inset-0 hover:underline"
      >
        {customer.name}
      </Link>
      {customer.has_account ? <Badge tone="success">{t('account')}</Badge> : null}
      {customer.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </div>
    <p className="text-sm text-ink-2 sm:text-end">
      {customer.last_booked_at ? (
        <time dateTime={customer.last_booked_at}>{t('lastBooked', { at: dateTime(customer.last_booked_at) })}</time>
      ) : (
        t('neverBooked')
      )}
    </p>
    <p className="flex flex-wrap gap-x-4 text-sm text-ink-2 sm:col-span-2">
      {customer.email ? <Email address={customer.email} /> : null}
      {customer.phone ? <bdi dir="ltr">{customer.phone}</bdi> : null}
    </p>
  </li>
)
