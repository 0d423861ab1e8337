import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { EmailSettings } from '../../modules/mail/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { FieldCard, Loaded } from '../form/section.tsx'
import { useMayEnter } from '../may-enter.ts'
import { useAskedSetting } from '../site-settings/use-asked-setting.ts'
import { textOf } from '../text.ts'
import { SmtpFields, smtpValuesOf } from './smtp-fields.tsx'

const t = textOf('email')
const conflict = 409
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

/** Call when the mail server or its state may have changed. */
export function useMailChanged(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const key of ['mail-delivery', 'mails', 'setup']) void queries.invalidateQueries({ queryKey: [key] })
  }
}

/** `isPlain`: within a card that has a heading of its own. */
export function SmtpForm({ stored, isPlain = false }: { stored: EmailSettings; isPlain?: boolean }) {
  const queries = useQueryClient()
  const changed = useMailChanged()
  useAskedSetting()
  const draft = useDraft(smtpValuesOf(stored))
  const save = useSave({
    call: () => api.mail.admin.saveEmailSettings({ ...draft.value, updated_at: stored.updated_at }),
    done: t('saved'),
    failed: t('saveFailed'),
    sayReason: true,
    onDone: (now) => {
      draft.settle(draft.value)
      queries.setQueryData(smtpKey, now)
      changed()
    },
    // After a conflict the edits stand over the values that are stored now.
    onFailed: (status) => {
      if (status === conflict) void queries.invalidateQueries({ queryKey: smtpKey })
    },
  })
  const fields = <SmtpFields stored={stored} draft={draft} errorOf={save.errorOf} />
  return (
    <SaveForm save={save} isDirty={draft.isDirty} onDiscard={draft.discard} saveLabel={t('save')}>
      {isPlain ? (
        fields
      ) : (
        <FieldCard title={t('server')} intro={t('serverHint')}>
          {fields}
        </FieldCard>
      )}
    </SaveForm>
  )
}
