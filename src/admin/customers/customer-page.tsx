import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, CircleAlert, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import type { CustomerView } from '../../modules/customer/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { api, readFault } from '../api.ts'
import { ListLoading } from '../lists/list-states.tsx'
import { TasksPanel } from '../tasks/tasks-panel.tsx'
import { textOf } from '../text.ts'
import { BalancePanel } from './balance-panel.tsx'
import { BookingsPanel } from './bookings-panel.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { customerHref } from './href.ts'
import { IssuedPanel } from './issued-panel.tsx'
import { MergesPanel } from './merges-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PapersPanel } from './papers-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'

const t = textOf('customer')

export function CustomerPage({ id }: { id: string }) {
  const queries = useQueryClient()
  const customer = useQuery({ queryKey: ['customer', id], queryFn: () => api.customer.admin.get({ customerId: id }) })
  const refresh = () => {
    for (const queryKey of [['customer', id], ['customers']]) void queries.invalidateQueries({ queryKey })
  }
  const navigate = useNavigate()
  const { data } = customer
  const isMerged = data !== undefined && data.id !== id
  // The address of a merged customer leads to the one that it is in now.
  useEffect(() => {
    if (!isMerged) return
    queries.setQueryData(['customer', data.id], data)
    void navigate({ to: customerHref(data.id) as never, replace: true })
  }, [isMerged, data, queries, navigate])
  if (data && !isMerged) return <Content customer={data} onDone={refresh} />
  if (customer.error) return <Failed error={customer.error} onRetry={() => void customer.refetch()} />
  return <ListLoading label={t('loading')} />
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = [404, 422].includes(readFault(error).status)
  const title = t(isMissing ? 'notFound' : 'failed')
  return (
    <>
      <title>{title}</title>
      <EmptyState
        icon={isMissing ? <SearchX aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
        title={title}
        action={
          isMissing ? (
            <Link to="/admin/customers" className={buttonClass({})}>
              {t('toList')}
            </Link>
          ) : (
            <Button onClick={onRetry}>{textOf('shell')('retry')}</Button>
          )
        }
      />
    </>
  )
}

type Props = { customer: CustomerView; onDone: () => void }

/** The bookings come after the contact on phones, and beside it on wide screens. */
const Content = ({ customer, onDone }: Props) => (
  <>
    <title>{customer.name}</title>
    <p className="mb-1">
      <Link to="/admin/customers" className="inline-flex items-center gap-1 py-1 text-sm text-ink-2">
        <ChevronLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" /> {t('toList')}
      </Link>
    </p>
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <h1 className="text-2xl wrap-anywhere sm:text-3xl">{customer.name}</h1>
      <Badge tone={customer.has_account ? 'success' : 'neutral'}>{t(customer.has_account ? 'account' : 'guest')}</Badge>
      {customer.tags.map((tag) => (
        <Link key={tag} to="/admin/customers" search={{ tag } as never} aria-label={t('sameTag', { tag })}>
          <Badge tone="info">{tag}</Badge>
        </Link>
      ))}
    </div>
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-4 lg:col-start-2 lg:row-start-1">
        <ContactPanel customer={customer} onDone={onDone} />
        <BalancePanel customer={customer} />
        <NotesPanel customer={customer} onDone={onDone} />
        <TasksPanel about={{ customer_id: customer.id }} />
        <MergesPanel customer={customer} onDone={onDone} />
        <PrivacyPanel customer={customer} />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:col-start-1 lg:row-start-1">
        <BookingsPanel customer={customer} />
        <IssuedPanel customer={customer} />
        <PapersPanel customer={customer} />
      </div>
    </div>
  </>
)
