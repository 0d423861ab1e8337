import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EmailSettings } from '../../modules/mail/contract.ts'
import type { ShopSettings } from '../../modules/settings/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { FieldCard } from '../form/section.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'

const t = textOf('settings')
const names = textOf('settingNames')
const email = textOf('email')

/** What is set on another screen: read here, changed there. */
const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) => (
  <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-ink-2">{name}</dt>
        <dd className="wrap-anywhere">{value || t('notSet')}</dd>
      </div>
    ))}
  </dl>
)

const Links = ({ children }: { children: ReactNode }) => <p className="flex flex-wrap gap-x-5 gap-y-1">{children}</p>

/** The shop as visitors see it is set in Content. */
export const ShopSummary = ({ settings }: { settings: ShopSettings }) => (
  <FieldCard title={t('shop')} intro={t('shopIntro')} level="h3">
    <Facts
      facts={(['site_title', 'contact_phone', 'contact_email', 'time_zone'] as const).map((key) => [
        names(key),
        settings[key],
      ])}
    />
    <Links>
      <Link to="/admin/content" search={{ tab: 'siteSettings' } as never}>
        {t('toSite')}
      </Link>
      <Link to="/admin/content" search={{ tab: 'seo' } as never}>
        {t('toSeo')}
      </Link>
    </Links>
  </FieldCard>
)

/** Of the currencies, the specification sets the one of the reports in Content (A254). */
export const ReportsSummary = ({ settings }: { settings: ShopSettings }) => (
  <FieldCard title={t('reports')} level="h3">
    <Facts facts={[[names('currency'), settings.currency]]} />
    <Links>
      <Link to="/admin/content" search={{ tab: 'siteSettings', setting: 'currency' } as never}>
        {t('toReports')}
      </Link>
    </Links>
  </FieldCard>
)

/** Where payments are received: for owners only. */
export function WaysToPay() {
  if (!useMayEnter('gateways')) return null
  return (
    <FieldCard title={t('ways')} intro={t('waysIntro')} level="h3">
      <Links>
        <Link to="/admin/payments">{t('toGateways')}</Link>
        <Link to="/admin/bank-settings">{t('toBank')}</Link>
      </Links>
    </FieldCard>
  )
}

/** The mail server, as in Email Settings, where it is changed (A222). */
export function MailSummary({ smtp }: { smtp: EmailSettings }) {
  const { way, smtp_host, smtp_port, smtp_user, is_password_set, from_name, from_email, is_enabled, tls_mode } = smtp
  return (
    <FieldCard title={t('smtp')} intro={t('smtpIntro')} level="h3">
      {way === 'settings' ? null : <Notice tone="info">{email(`way.${way}`)}</Notice>}
      <Facts
        facts={[
          [email('host'), smtp_host],
          [email('port'), String(smtp_port)],
          [email('user'), smtp_user],
          [email('password'), is_password_set ? t('isSaved') : ''],
          [email('tlsMode'), email(`tls.${tls_mode}`)],
          [email('fromName'), from_name],
          [email('fromEmail'), from_email],
          [email('isEnabled'), t(is_enabled ? 'yes' : 'no')],
        ]}
      />
      <Links>
        <Link to="/admin/email-settings" search={{ tab: 'smtp', setting: 'smtp_host' } as never}>
          {t('toMail')}
        </Link>
        <Link to="/admin/email-settings" search={{ tab: 'templates' } as never}>
          {t('toTemplates')}
        </Link>
      </Links>
    </FieldCard>
  )
}

/** The texts and the records that the law asks for. */
export function LegalLinks() {
  const mayWrite = useMayEnter('content')
  const mayErase = useMayEnter('privacy')
  return (
    <FieldCard title={t('legal')} level="h3">
      <Links>
        {mayWrite ? <Link to="/admin/pages">{t('toPages')}</Link> : null}
        {mayErase ? <Link to="/admin/personal-data">{t('toPersonalData')}</Link> : null}
      </Links>
    </FieldCard>
  )
}
