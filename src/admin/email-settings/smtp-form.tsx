import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EmailSettings } from '../../modules/mail/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { FieldCard, Loaded } from '../form/section.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { SmtpFields, smtpValuesOf } from './smtp-fields.tsx'

const t = textOf('email')
export const smtpKey = ['email-settings']
export const useEmailSettings = (enabled: boolean) =>
  useQuery({ queryKey: smtpKey, queryFn: () => api.mail.admin.emailSettings(), enabled })

/** The mail server is for owners only: another one could read every mail of the shop. */
export function SmtpTab() {
  const isOwner = useMayEnter('gateways')
  const settings = useEmailSettings(isOwner)
  if (!isOwner) return <Notice tone="info">{t('ownerOnly')}</Notice>
  return <Loaded query={settings}>{(stored) => <SmtpForm stored={stored} />}</Loaded>
}

function SmtpForm({ stored }: { stored: EmailSettings }) {
  const queries = useQueryClient()
  const draft = useDraft(smtpValuesOf(stored))
  const save = useSave({
    call: () => api.mail.admin.saveEmailSettings(draft.value),
    done: t('saved'),
    failed: t('saveFailed'),
    sayReason: true,
    onDone: (now) => {
      draft.settle(draft.value)
      queries.setQueryData(smtpKey, now)
      void queries.invalidateQueries({ queryKey: ['mail-delivery'] })
    },
  })
  return (
    <SaveForm save={save} isDirty={draft.isDirty} onDiscard={draft.discard} saveLabel={t('save')}>
      <FieldCard title={t('server')} intro={t('serverHint')}>
        <SmtpFields stored={stored} draft={draft} errorOf={save.errorOf} />
      </FieldCard>
    </SaveForm>
  )
}
