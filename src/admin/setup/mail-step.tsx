import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { SmtpForm, useEmailSettings } from '../email-settings/smtp-form.tsx'
import { TestForm } from '../email-settings/test-tab.tsx'
import { Loaded } from '../form/section.tsx'
import { textOf } from '../text.ts'
import type { Setup } from './setup-data.ts'

const t = textOf('setup')

/** The mail server and, once there is one, its test. */
export function MailStep({ setup }: { setup: Setup }) {
  const settings = useEmailSettings(true)
  const session = useQuery({ queryKey: ['session'], queryFn: () => api.account.session() })
  return (
    <Loaded query={settings}>
      {(stored) => (
        <>
          {stored.way === 'environment' ? <Notice>{t('smtpUrl')}</Notice> : <SmtpForm stored={stored} isPlain />}
          {setup.delivery === 'none' ? null : <TestForm first={session.data?.user?.email ?? ''} />}
        </>
      )}
    </Loaded>
  )
}
