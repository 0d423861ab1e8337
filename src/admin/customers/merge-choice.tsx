import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerRow, CustomerView, Likeness } from '../../modules/customer/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { Email } from '../labels.tsx'
import { ListLoading } from '../lists/list-states.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('customerMerge')
const maxOffers = 10
type Props = { customer: CustomerView; onChoose: (customerId: string) => void }
type Offered = CustomerRow & { readonly because?: readonly Likeness[] }

/** Likely duplicates first; anybody else by search. */
export function MergeChoice({ customer, onChoose }: Props) {
  const [q, setQ] = useState('')
  const offers = useQuery({
    queryKey: ['customer', customer.id, 'merge', q],
    queryFn: async (): Promise<readonly Offered[]> =>
      q === ''
        ? api.customer.admin.mergeCandidates({ customerId: customer.id })
        : (await api.customer.admin.list({ q, limit: maxOffers + 1 })).items.filter(({ id }) => id !== customer.id),
  })
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{t('intro', { name: customer.name })}</p>
      <SearchField label={t('search')} hint={t('searchHint')} q={q} onSearch={setQ} />
      {offers.data ? (
        <Offers customers={offers.data.slice(0, maxOffers)} isSuggested={q === ''} onChoose={onChoose} />
      ) : offers.isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-2">
          {t('searchFailed')}
          <Button variant="secondary" size="sm" onClick={() => void offers.refetch()}>
            {textOf('shell')('retry')}
          </Button>
        </p>
      ) : (
        <ListLoading label={t('searching')} />
      )}
    </div>
  )
}

type OffersProps = {
  customers: readonly Offered[]
  isSuggested: boolean
  onChoose: (customerId: string) => void
}
function Offers({ customers, isSuggested, onChoose }: OffersProps) {
  const title = t(isSuggested ? 'likely' : 'found')
  return (
    <div className="grid gap-2">
      <p role="status" className="text-sm text-ink-2">
        {customers.length > 0 ? title : t(isSuggested ? 'noneLikely' : 'noneFound')}
      </p>
      {customers.length > 0 ? (
        <ul aria-label={title} className="card divide-y divide-line">
          {customers.map((customer) => (
            <Choice key={customer.id} customer={customer} onChoose={() => onChoose(customer.id)} />
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const Choice = ({ customer, onChoose }: { customer: Offered; onChoose: () => void }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 wrap-anywhere">
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{customer.name}</span>
        {customer.has_account ? <Badge tone="success">{t('account')}</Badge> : null}
        {customer.because?.map((reason) => (
          <Badge key={reason} tone="info">
            {t(`because.${reason}`)}
          </Badge>
        ))}
      </p>
      <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
        {customer.email ? <Email address={customer.email} /> : null}
        {customer.phone ? <bdi dir="ltr">{customer.phone}</bdi> : null}
        {customer.last_booked_at ? <span>{t('lastBooked', { at: dateTime(customer.last_booked_at) })}</span> : null}
      </p>
    </div>
    <Button variant="secondary" size="sm" aria-label={t('chooseNamed', { name: customer.name })} onClick={onChoose}>
      {t('choose')}
    </Button>
  </li>
)
