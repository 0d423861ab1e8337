import { useId } from 'react'
import type { GatewayView } from '../../modules/payment/contract.ts'
import { translatableWords } from '../../modules/payment/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { SecretField } from '../form/secret-field.tsx'
import { textOf } from '../text.ts'
import { gatewayTexts } from '../translations/sources.ts'
import { TranslateButton } from '../translations/translate-button.tsx'
import { BankAccounts } from './bank-accounts.tsx'
import { Connection } from './connection.tsx'
import type { GatewayDraft } from './edits.ts'
import { Offer } from './offer.tsx'

const t = textOf('payments')

type CardProps = {
  gateway: GatewayView
  draft: GatewayDraft | undefined
  isChanged: boolean
  errorOf: (field: string) => string | undefined
  onEdit: (change: Partial<GatewayDraft>) => void
}

export function GatewayCard(props: CardProps) {
  const { gateway, draft, isChanged, onEdit } = props
  const id = useId()
  return (
    <section className="card" aria-labelledby={id} data-setting={`gateway_${gateway.name}`}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id={id} className="text-lg">
              {gateway.label}
            </h2>
            <p className="mt-1 flex flex-wrap gap-1.5">
              <Badge>{t(gateway.type === 'api' ? 'online' : 'manual')}</Badge>
              {gateway.type === 'api' ? <Mode gateway={gateway} /> : null}
              {isChanged ? <Badge tone="info">{t('changed')}</Badge> : null}
            </p>
          </div>
          <Switch
            label={t('enable', { name: gateway.label })}
            hideLabel
            checked={draft?.enabled ?? gateway.enabled}
            onChange={(event) => onEdit({ enabled: event.target.checked })}
          />
        </div>
        <Offer gateway={gateway} />
        <Field label={t('displayName')} hint={t('displayNameHint')} error={props.errorOf('display_name')}>
          <TextInput
            maxLength={60}
            placeholder={gateway.default_name}
            autoComplete="off"
            value={draft?.display_name ?? gateway.display_name}
            onChange={(event) => onEdit({ display_name: event.target.value })}
          />
        </Field>
        <Fields {...props} />
        {gateway.type === 'manual' ? (
          <>
            {gateway.name === 'bank_transfer' ? <BankAccounts /> : null}
            <Field
              label={t('instructions')}
              hint={t(gateway.name === 'bank_transfer' ? 'transferHint' : 'instructionsHint')}
            >
              <TextArea
                rows={5}
                maxLength={4_000}
                value={draft?.manual_instructions ?? gateway.manual_instructions}
                onChange={(event) => onEdit({ manual_instructions: event.target.value })}
              />
            </Field>
          </>
        ) : null}
        <Translations gateway={gateway} />
        <Connection gateway={gateway} isChanged={isChanged} />
      </div>
    </section>
  )
}

/** Of the stored words: those that are typed are saved first. */
const Translations = ({ gateway }: { gateway: GatewayView }) =>
  translatableWords(gateway).some(({ original }) => original !== '') ? (
    <p>
      <TranslateButton source={gatewayTexts(gateway)} name={gateway.label} />
    </p>
  ) : null

/** Test or live, according to the saved keys; empty while keys are missing. */
function Mode({ gateway: { mode, fields } }: { gateway: GatewayView }) {
  if (fields.some(({ isRequired, isSet }) => isRequired && !isSet)) return null
  return mode === 'test' ? <Badge tone="warn">{t('testMode')}</Badge> : <Badge tone="success">{t('liveMode')}</Badge>
}

/** Built from the provider's description, so a new provider needs no code here. */
function Fields({ gateway, draft, errorOf, onEdit }: CardProps) {
  return gateway.fields.map((field) => {
    const { name, label, isSecret, isRequired, isSet, input } = field
    const error = errorOf(name)
    const hint = field.help ?? undefined
    if (isSecret)
      return (
        <SecretField
          key={name}
          label={label}
          hint={hint}
          error={error}
          isSet={isSet}
          isLong={input === 'textarea'}
          required={isRequired}
          canRemove
          value={draft?.secrets?.[name] === undefined ? '' : draft.secrets[name]}
          onChange={(value) => onEdit({ secrets: { ...draft?.secrets, [name]: value } })}
        />
      )
    const value = draft?.settings?.[name] ?? field.value
    const set = (text: string) => onEdit({ settings: { ...draft?.settings, [name]: text } })
    const take = (event: { target: { value: string } }) => set(event.target.value)
    if (input === 'switch')
      return (
        <Switch
          key={name}
          label={label}
          hint={hint}
          checked={value === 'true'}
          onChange={(event) => set(String(event.target.checked))}
        />
      )
    return (
      <Field key={name} label={label} hint={hint} error={error} required={isRequired}>
        {input === 'select' ? (
          <Select value={value} onChange={take} options={field.options} placeholder="" />
        ) : input === 'textarea' ? (
          <TextArea value={value} onChange={take} />
        ) : (
          <TextInput value={value} onChange={take} spellCheck={false} autoComplete="off" />
        )}
      </Field>
    )
  })
}
