import { useQueryClient } from '@tanstack/react-query'
import type { EmailSettings } from '../../modules/mail/contract.ts'
import type { SettingsForStaff } from '../../modules/settings/contract.ts'
import { api } from '../api.ts'
import { SmtpFields, smtpValuesOf } from '../email-settings/smtp-fields.tsx'
import { smtpKey, useEmailSettings } from '../email-settings/smtp-form.tsx'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { FieldCard, Loaded, SectionHead } from '../form/section.tsx'
import { useMayEnter } from '../may-enter.ts'
import { currencyGroups, pixelGroups } from '../site-settings/setting-fields.ts'
import { SettingGroups } from '../site-settings/setting-groups.tsx'
import { useSettingsSaved, useStoredSettings } from '../site-settings/stored-settings.ts'
import { useAskedSetting } from '../site-settings/use-asked-setting.ts'
import { textOf } from '../text.ts'
import { RateFields } from './rate-fields.tsx'

const t = textOf('settings')

/** Settings: currencies, exchange rates, pixel and, for owners, the mail server; saved together (A255). */
export function Settings() {
  const settings = useStoredSettings()
  const isOwner = useMayEnter('gateways')
  const mail = useEmailSettings(isOwner)
  return (
    <>
      <SectionHead title={t('title')} intro={t('intro')} />
      <Loaded query={settings}>
        {(stored) =>
          isOwner ? (
            <Loaded query={mail}>{(smtp) => <AllSettings stored={stored} smtp={smtp} />}</Loaded>
          ) : (
            <AllSettings stored={stored} smtp={null} />
          )
        }
      </Loaded>
    </>
  )
}

const emptySmtp: EmailSettings = {
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  is_password_set: false,
  tls_mode: 'starttls',
  from_name: '',
  from_email: '',
  is_enabled: true,
  updated_at: null,
  way: 'settings',
}

function AllSettings({ stored, smtp }: { stored: SettingsForStaff; smtp: EmailSettings | null }) {
  const queries = useQueryClient()
  const saved = useSettingsSaved()
  useAskedSetting()
  const draft = useDraft(stored.settings)
  const rates = useDraft(stored.rates)
  const mail = useDraft(smtpValuesOf(smtp ?? emptySmtp))
  const save = useSave({
    call: async () => {
      // Save the mail server first: if it refuses, nothing is half saved.
      const server = mail.isDirty ? await api.mail.admin.saveEmailSettings(mail.value) : null
      const now = await api.settings.admin.save({
        settings: { ...draft.changed },
        rates: rates.changed as Record<string, string>,
      })
      return { now, server }
    },
    done: t('saved'),
    failed: t('saveFailed'),
    onDone: ({ now, server }) => {
      draft.settle(draft.changed)
      rates.settle(rates.changed)
      mail.settle(mail.value)
      if (server) queries.setQueryData(smtpKey, server)
      saved(now)
    },
    onFailed: () => void queries.invalidateQueries({ queryKey: smtpKey }),
  })
  const discard = () => {
    for (const each of [draft, rates, mail]) each.discard()
  }
  return (
    <SaveForm
      save={save}
      isDirty={draft.isDirty || rates.isDirty || mail.isDirty}
      onDiscard={discard}
      saveLabel={t('saveAll')}
    >
      <SettingGroups groups={currencyGroups} draft={draft} errorOf={save.errorOf} />
      <RateFields draft={rates} errorOf={save.errorOf} />
      <SettingGroups groups={pixelGroups} draft={draft} errorOf={save.errorOf} />
      {smtp ? (
        <FieldCard title={t('smtp')} intro={t('smtpIntro')}>
          <SmtpFields stored={smtp} draft={mail} errorOf={save.errorOf} />
        </FieldCard>
      ) : null}
    </SaveForm>
  )
}
