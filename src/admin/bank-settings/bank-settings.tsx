import { useQuery, useQueryClient } from '@tanstack/react-query'
import { currencies, type ShopCurrency } from '../../kernel/money.ts'
import type { BankSettings as Stored } from '../../modules/payment/contract.ts'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { FieldCard, FieldGrid, Loaded, SectionHead } from '../form/section.tsx'
import { textOf } from '../text.ts'
import { type Account, accountFields, emptyAccount, samples } from './account-fields.ts'

const t = textOf('bank')
const key = ['bank']

/** Bank transfer settings: a switch and one account per currency. Samples are placeholders only (D140, D141). */
export function BankSettings() {
  const bank = useQuery({ queryKey: key, queryFn: () => api.payment.admin.bank() })
  return (
    <>
      <SectionHead title={t('title')} intro={t('intro')} />
      <Loaded query={bank}>{(data) => <BankForm stored={data} />}</Loaded>
    </>
  )
}

type Values = { enabled: boolean } & Record<ShopCurrency, Account>
function valuesOf({ enabled, accounts }: Stored): Values {
  const all = Object.fromEntries(
    currencies.map((code) => {
      const { currency: _, ...account } = accounts.find(({ currency }) => currency === code) ?? {
        currency: code,
        ...emptyAccount,
      }
      return [code, account]
    }),
  ) as Record<ShopCurrency, Account>
  return { enabled, ...all }
}

function BankForm({ stored }: { stored: Stored }) {
  const queries = useQueryClient()
  const draft = useDraft(valuesOf(stored))
  const changed = currencies.filter((code) => code in draft.changed)
  const save = useSave({
    call: () =>
      api.payment.admin.saveBank({
        enabled: draft.value.enabled,
        version: stored.version,
        accounts: changed.map((currency) => ({ currency, ...draft.value[currency] })),
      }),
    done: t('saved'),
    failed: t('saveFailed'),
    onDone: (now) => {
      draft.settle(draft.changed)
      queries.setQueryData(key, now)
      void queries.invalidateQueries({ queryKey: ['gateways'] })
    },
    onFailed: () => void queries.invalidateQueries({ queryKey: key }),
  })
  const isKept = (code: ShopCurrency) => Object.values(draft.value[code]).some((value) => value !== '')
  return (
    <SaveForm save={save} isDirty={draft.isDirty} onDiscard={draft.discard} saveLabel={t('save')}>
      <FieldCard title={t('offer')}>
        <Switch
          label={t('enabled')}
          hint={t('enabledHint')}
          checked={draft.value.enabled}
          onChange={(event) => draft.change('enabled', event.target.checked)}
        />
      </FieldCard>
      <FieldCard title={t('accounts')} intro={t('accountsHint')}>
        <Tabs
          label={t('currencies')}
          tabs={currencies.map((code) => ({
            key: code,
            label: isKept(code) ? t('currencyKept', { currency: code }) : code,
            content: (
              <AccountFields
                currency={code}
                account={draft.value[code]}
                errorOf={(field) => save.errorOf(`${code}.${field}`)}
                onChange={(account) => draft.change(code, account)}
              />
            ),
          }))}
        />
      </FieldCard>
    </SaveForm>
  )
}

type FieldsProps = {
  currency: ShopCurrency
  account: Account
  errorOf: (field: keyof Account) => string | undefined
  onChange: (account: Account) => void
}
const AccountFields = ({ currency, account, errorOf, onChange }: FieldsProps) => (
  <FieldGrid>
    {accountFields.map((name) => (
      <Field key={name} label={t(`fields.${name}`)} error={errorOf(name)}>
        <TextInput
          value={account[name]}
          placeholder={samples(currency)[name]}
          maxLength={120}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ ...account, [name]: event.target.value })}
        />
      </Field>
    ))}
  </FieldGrid>
)
