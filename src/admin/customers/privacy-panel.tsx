import { Link } from '@tanstack/react-router'
import type { CustomerView } from '../../modules/customer/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../bookings/panel.tsx'
import { useMayEnter } from '../may-enter.ts'
import { ExportPersonButton } from '../privacy/export-button.tsx'
import { textOf } from '../text.ts'

const t = textOf('customer')

/** Leads to the erasure of each address, which asks first. Several addresses may be those of several people. */
export function PrivacyPanel({ customer: { emails } }: { customer: CustomerView }) {
  const mayErase = useMayEnter('privacy')
  if (!mayErase || emails.length === 0) return null
  return (
    <Panel id="privacy" title={t('privacy')}>
      <p className="text-[0.9375rem] text-ink-2">{t('privacyHint')}</p>
      <ul className="grid justify-items-start gap-2">
        {emails.map(({ value }) => (
          <li key={value} className="grid justify-items-start gap-2">
            <ExportPersonButton email={value} isNamed />
            <Link
              to="/admin/personal-data"
              search={{ email: value } as never}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              {t('erase', { email: value })}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
