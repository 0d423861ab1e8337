import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { ListFailed } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { LedgerDifferences } from './differences.tsx'
import { Moved } from './moved.tsx'

const t = textOf('paymentReport')

/** Verifies the whole ledger on demand, because it reads every line. */
export function Books() {
  const [isAsked, setAsked] = useState(false)
  const ledger = useQuery({
    queryKey: ['ledger'],
    queryFn: () => api.payment.admin.ledger({}),
    enabled: isAsked,
    gcTime: 0,
    retry: false,
  })
  const check = () => (isAsked ? void ledger.refetch() : setAsked(true))
  return (
    <section className="card mb-5 grid gap-4 p-4 sm:p-5" aria-labelledby="books">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-56 flex-1">
          <h2 id="books" className="text-lg">
            {t('books')}
          </h2>
          <p className="text-ink-2">{t('booksHint')}</p>
        </div>
        <Button variant="secondary" icon={<Scale aria-hidden="true" />} loading={ledger.isFetching} onClick={check}>
          {t('checkBooks')}
        </Button>
      </div>
      {ledger.isError ? <ListFailed title={t('booksFailed')} onRetry={check} /> : null}
      <div role="status" className="grid gap-4 empty:-mt-4">
        {ledger.data ? (
          <>
            {ledger.data.differing === 0 ? (
              <Notice tone="success" title={t('booksAgree')} />
            ) : (
              <LedgerDifferences differences={ledger.data.differences} />
            )}
            <Moved caption={t('movedEver')} rows={ledger.data.sums} />
          </>
        ) : null}
      </div>
    </section>
  )
}
