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

/** Shown on every screen while no mail is delivered: customers and staff would wait for it. */
export function MailBanner({ areas }: { areas: readonly StaffArea[] }) {
  const { data } = useDelivery()
  if (!data || data.delivery === 'working') return null
  const { delivery } = data
  return (
    <Notice tone="warn" role="status" className="mb-5 print:hidden" title={t(`${delivery}Title`)}>
      <p>
        {t(delivery)}{' '}
        {areas.includes('gateways') ? <Link to="/admin/email-settings">{t(`${delivery}Link`)}</Link> : t('askOwner')}
      </p>
    </Notice>
  )
}
