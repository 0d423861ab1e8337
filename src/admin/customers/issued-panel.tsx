import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CustomerView, PersonPrintout } from '../../modules/customer/index.ts'
import { linkMinutes } from '../../modules/files/index.ts'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { bookingHref } from '../bookings/filters.ts'
import { Panel } from '../bookings/panel.tsx'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'

const t = textOf('customerIssued')

/** What the customer got; the links expire, so they are renewed while the page is open. */
export function IssuedPanel({ customer }: { customer: CustomerView }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['customer', customer.id, 'issued'],
    queryFn: () => api.customer.admin.issuedDocuments({ customerId: customer.id }),
    refetchInterval: (linkMinutes / 2) * 60_000,
    refetchOnWindowFocus: 'always',
  })
  return (
    <Panel id="issued" title={t('title')}>
      {data?.length === 0 ? <p className="text-[0.9375rem] text-ink-2">{t('none')}</p> : null}
      {data && data.length > 0 ? (
        <ul className="divide-y divide-line">
          {data.map((issued) => (
            <Issued key={issued.href} issued={issued} />
          ))}
        </ul>
      ) : null}
      {isError && !data ? (
        <div className="grid justify-items-start gap-2">
          <p role="alert">{t('failed')}</p>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {textOf('shell')('retry')}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

function Issued({ issued }: { issued: PersonPrintout }) {
  const { kind, number, label, traveller, at, href, booking_reference, service_title } = issued
  const name = kind === 'document' ? listed([label, traveller], 'dots') : t(kind, { number: number ?? '' })
  return (
    <li className="grid gap-1 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <a href={href} download className="inline-block py-1 font-medium text-primary-strong">
          {name}
        </a>
        {at ? (
          <time dateTime={at} className="text-sm text-ink-2">
            {dateTime(at)}
          </time>
        ) : null}
      </div>
      <p className="text-sm text-ink-2">
        <Link to={bookingHref(booking_reference) as never} className="text-primary-strong">
          {booking_reference}
        </Link>
        {` · ${service_title}`}
      </p>
    </li>
  )
}
