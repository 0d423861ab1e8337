import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CustomerRow } from '../../modules/customer/index.ts'
import { api } from '../api.ts'
import { Email } from '../labels.tsx'
import { textOf } from '../text.ts'

const t = textOf('newBooking')
const pauseMs = 250
const maxShown = 4
const minLetters = 3

type Props = {
  /** What was typed last, in any of the fields; '' suggests nothing. */
  typed: string
  onChoose: (customer: CustomerRow) => void
}

/** Customers that match what staff are typing. Choosing one fills in the contact. */
export function CustomerSuggestions({ typed, onChoose }: Props) {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const isAsked = typed.trim() !== '' && q.length >= minLetters
  const query = useQuery({
    queryKey: ['customers', 'suggested', q],
    queryFn: () => api.customer.admin.list({ q, limit: maxShown }),
    enabled: isAsked,
  })
  const customers = isAsked ? (query.data?.items ?? []) : []
  return (
    <>
      <p role="status" className={customers.length > 0 ? 'text-sm text-ink-2' : 'sr-only'}>
        {customers.length > 0 ? t('knownCustomers', { count: customers.length }) : ''}
      </p>
      {customers.length > 0 ? (
        <ul aria-label={t('known')} className="card divide-y divide-line overflow-hidden">
          {customers.map((customer) => (
            <li key={customer.id}>
              <button
                type="button"
                onClick={() => onChoose(customer)}
                className="flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-4 px-4 py-2 text-start wrap-anywhere hover:bg-sunken"
              >
                <span className="font-semibold">{customer.name}</span>
                <span className="flex flex-wrap gap-x-4 text-sm text-ink-2">
                  {customer.email ? <Email address={customer.email} /> : null}
                  {customer.phone ? <bdi dir="ltr">{customer.phone}</bdi> : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
