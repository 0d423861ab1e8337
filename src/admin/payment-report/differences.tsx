import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LedgerState, ProviderReport } from '../../modules/payment/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { bookingHref } from '../bookings/filters.ts'
import { Amount } from '../labels.tsx'
import { textOf } from '../text.ts'

const t = textOf('paymentReport')

const Item = ({ reference, children }: { reference: string; children: ReactNode }) => (
  <li className="py-2">
    <Link to={bookingHref(reference) as never} className="font-semibold">
      {reference}
    </Link>{' '}
    {children}
  </li>
)

export const ProviderDifferences = ({ provider }: { provider: ProviderReport }) => (
  <Notice tone="warn" title={t('differs', { name: provider.label })}>
    <ul className="divide-y divide-line">
      {provider.differing.map((found) => (
        <Item key={found.attemptId} reference={found.booking_reference}>
          {found.why}.
          <span className="block">
            {t('says', { name: provider.label })} <Amount value={found.provider} />, {t('shopSays')}{' '}
            <Amount value={found.own} />
          </span>
        </Item>
      ))}
    </ul>
  </Notice>
)

export const LedgerDifferences = ({ differences }: { differences: LedgerState['differences'] }) => (
  <Notice tone="danger" title={t('booksDiffer')}>
    <ul className="divide-y divide-line">
      {differences.map((found) => (
        <Item key={`${found.subject}:${found.bookingId}:${found.what}`} reference={found.booking_reference}>
          {t(`totals.${found.subject}`, { what: found.what })} <Amount value={found.stored} />, {t('linesSay')}{' '}
          <Amount value={found.entered} />
        </Item>
      ))}
    </ul>
  </Notice>
)
