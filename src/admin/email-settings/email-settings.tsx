import { useNavigate, useSearch } from '@tanstack/react-router'
import { Tabs } from '../../ui/tabs.tsx'
import { SectionHead } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { Outbox } from './outbox.tsx'
import { SmtpTab } from './smtp-form.tsx'
import { Templates } from './templates.tsx'
import { TestTab } from './test-tab.tsx'

const t = textOf('email')
const keys = ['smtp', 'templates', 'test'] as const

/** The email settings: three tabs (A216), with the outbox below them. */
export function EmailSettings() {
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  return (
    <>
      <SectionHead title={t('title')} intro={t('intro')} />
      <Tabs
        label={t('title')}
        activeKey={keys.find((key) => key === tab) ?? 'smtp'}
        onChange={(key) =>
          void navigate({
            to: '/admin/email-settings',
            search: { tab: key } as never,
            resetScroll: false,
            replace: true,
          })
        }
        tabs={[
          { key: 'smtp', label: t('tabs.smtp'), content: <SmtpTab /> },
          { key: 'templates', label: t('tabs.templates'), content: <Templates /> },
          { key: 'test', label: t('tabs.test'), content: <TestTab /> },
        ]}
      />
      <Outbox />
    </>
  )
}
