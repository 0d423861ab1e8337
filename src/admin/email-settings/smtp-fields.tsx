import type { EmailSettings } from '../../modules/mail/contract.ts'
import { Notice } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Draft } from '../form/draft.ts'
import { SecretField } from '../form/secret-field.tsx'
import { FieldGrid } from '../form/section.tsx'
import { textOf } from '../text.ts'

const t = textOf('email')

/** The port is kept as text; the server validates it. */
export type SmtpValues = Pick<
  EmailSettings,
  'smtp_host' | 'smtp_user' | 'tls_mode' | 'from_name' | 'from_email' | 'is_enabled'
> & { smtp_port: string; smtp_password: string }

export const smtpValuesOf = (stored: EmailSettings): SmtpValues => ({
  smtp_host: stored.smtp_host,
  smtp_port: String(stored.smtp_port),
  smtp_user: stored.smtp_user,
  smtp_password: '',
  tls_mode: stored.tls_mode,
  from_name: stored.from_name,
  from_email: stored.from_email,
  is_enabled: stored.is_enabled,
})

const tlsOptions = (['starttls', 'tls', 'none'] as const).map((value) => ({ value, label: t(`tls.${value}`) }))

type FieldsProps = {
  stored: EmailSettings
  draft: Draft<SmtpValues>
  errorOf: (path: string) => string | undefined
}

/** The fields of the mail server (D107), in Email Settings and on the setup checklist. */
export function SmtpFields({ stored, draft, errorOf }: FieldsProps) {
  const text = (name: 'smtp_host' | 'smtp_port' | 'smtp_user' | 'from_name' | 'from_email') => ({
    name,
    value: draft.value[name],
    onChange: (event: { target: { value: string } }) => draft.change(name, event.target.value),
    autoComplete: 'off',
    spellCheck: false,
  })
  return (
    <>
      {stored.way === 'settings' ? null : <Notice tone="info">{t(`way.${stored.way}`)}</Notice>}
      <Switch
        name="is_enabled"
        label={t('isEnabled')}
        hint={t('isEnabledHint')}
        checked={draft.value.is_enabled}
        onChange={(event) => draft.change('is_enabled', event.target.checked)}
      />
      <FieldGrid>
        <Field label={t('host')} error={errorOf('smtp_host')} required>
          <TextInput {...text('smtp_host')} placeholder="smtp.example.com" />
        </Field>
        <Field label={t('port')} error={errorOf('smtp_port')} required>
          <TextInput {...text('smtp_port')} inputMode="numeric" />
        </Field>
        <Field label={t('user')} error={errorOf('smtp_user')} required>
          <TextInput {...text('smtp_user')} />
        </Field>
        <SecretField
          name="smtp_password"
          label={t('password')}
          error={errorOf('smtp_password')}
          isSet={stored.is_password_set}
          value={draft.value.smtp_password}
          onChange={(value) => draft.change('smtp_password', value ?? '')}
        />
        <Field label={t('tlsMode')} hint={t('tlsHint')}>
          <Select
            name="tls_mode"
            value={draft.value.tls_mode}
            options={tlsOptions}
            onChange={(event) => draft.change('tls_mode', event.target.value as SmtpValues['tls_mode'])}
          />
        </Field>
        <Field label={t('fromName')} hint={t('fromNameHint')} error={errorOf('from_name')}>
          <TextInput {...text('from_name')} />
        </Field>
        <Field label={t('fromEmail')} error={errorOf('from_email')} required>
          <TextInput {...text('from_email')} inputMode="email" placeholder="bookings@example.com" />
        </Field>
      </FieldGrid>
    </>
  )
}
