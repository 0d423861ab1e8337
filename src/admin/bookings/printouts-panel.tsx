import { useQuery } from '@tanstack/react-query'
import { linkMinutes } from '../../modules/files/index.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'

const t = textOf('printouts')

/** What can be downloaded now; the links expire, so they are renewed while the page is open. */
export function PrintoutsPanel({ booking }: { booking: Booking }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ['printouts', booking.id],
    queryFn: () => api.paper.links({ bookingId: booking.id }),
    refetchInterval: (linkMinutes / 2) * 60_000,
    refetchOnWindowFocus: 'always',
  })
  const files = data && [
    { label: t('voucher'), href: data.voucher },
    { label: t('invoice'), href: data.invoice },
    ...data.credit_notes.map(({ number, href }) => ({ label: t('creditNote', { number }), href })),
    { label: t('calendar'), href: data.calendar },
  ]
  return (
    <Panel id="printouts" title={t('title')}>
      <div className="flex flex-wrap gap-2">
        {files?.map(({ label, href }) =>
          href ? (
            <a key={label} href={href} download className={buttonClass({ variant: 'secondary', size: 'sm' })}>
              {label}
            </a>
          ) : null,
        )}
      </div>
      {isError && !data ? (
        <div className="grid justify-items-start gap-2">
          <p>{t('failed')}</p>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {t('again')}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}
