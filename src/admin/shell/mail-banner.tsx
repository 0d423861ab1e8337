import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StaffArea } from '../../kernel/staff.ts'
import { Notice } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('mailBanner')
const everyMinute = 60_000

/** Whether mail reaches people, at most a minute old. */
const useDelivery = () =>
  useQuery({
    queryKey: ['mail-delivery'],
    queryFn: () => api.mail.admin.delivery(),
    staleTime: everyMinute,
    refetchInterval: everyMinute,
  })

/** True while no mail server is set up, so that nothing is sent. */
export const useIsMailOff = (): boolean => useDelivery().data?.delivery === 'none'

const settings = { area: 'gateways', to: '/admin/email-settings' } as const
const ways = {
  none: settings,
  untested: { area: 'mail', to: '/admin/email-settings', search: { tab: 'test' } as never },
  failing: settings,
} as const satisfies Record<string, { area: StaffArea; to: string; search?: unknown }>

/** Shown on every screen while no mail is delivered: customers and staff would wait for it. */
export function MailBanner({ areas }: { areas: readonly StaffArea[] }) {
  const { data } = useDelivery()
  if (!data || data.delivery === 'working') return null
  const { delivery } = data
  const { area, ...way } = ways[delivery]
  return (
    <Notice tone="warn" role="status" className="mb-5 print:hidden" title={t(`${delivery}Title`)}>
      <p>
        {/* On a phone it would take a fifth of every screen. */}
        <span className="max-sm:sr-only">{t(delivery)}</span>{' '}
        {areas.includes(area) ? <Link {...way}>{t(`${delivery}Link`)}</Link> : t('askOwner')}
      </p>
    </Notice>
  )
}
