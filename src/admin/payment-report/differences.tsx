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
      {provider.differing.map((difference) => (
        <Item key={difference.attemptId} reference={difference.booking_reference}>
          {difference.why}.
          <span className="block">
            {t('says', { name: provider.label })} <Amount value={difference.provider} />, {t('shopSays')}{' '}
            <Amount value={difference.own} />
          </span>
        </Item>
      ))}
    </ul>
  </Notice>
)

export const LedgerDifferences = ({ differences }: { differences: LedgerState['differences'] }) => (
  <Notice tone="danger" title={t('booksDiffer')}>
    <ul className="divide-y divide-line">
      {differences.map((difference) => (
        <Item
          key={`${difference.subject}:${difference.bookingId}:${difference.what}`}
          reference={difference.booking_reference}
        >
          {t(`totals.${difference.subject}`, { what: difference.what })} <Amount value={difference.stored} />,{' '}
          {t('linesSay')} <Amount value={difference.entered} />
        </Item>
      ))}
    </ul>
  </Notice>
)
