import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { currencies, type ShopCurrency } from '../../kernel/money.ts'
import type { BankSettings } from '../../modules/payment/contract.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { api } from '../api.ts'
import { type Account, emptyAccount } from '../bank-settings/account-fields.ts'
import { AccountFields } from '../bank-settings/account-form.tsx'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { Loaded } from '../form/section.tsx'
import { useStoredSettings } from '../site-settings/stored-settings.ts'
import { textOf } from '../text.ts'
import { useSetupChanged } from './setup-data.ts'

const t = textOf('setup')
const key = ['bank']

/** One bank account, or the way to the online providers. */
export function BankStep({ onDone }: { onDone: () => void }) {
  const bank = useQuery({ queryKey: key, queryFn: () => api.payment.admin.bank() })
  const settings = useStoredSettings()
  return (
    <>
      <Loaded query={bank}>
        {(stored) => (
          <Loaded query={settings}>
            {({ settings: { display_currency } }) => (
              <AccountForm stored={stored} first={display_currency} onDone={onDone} />
            )}
          </Loaded>
        )}
      </Loaded>
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <Link to="/admin/payments">{t('toGateways')}</Link>
        <Link to="/admin/bank-settings">{t('toAccounts')}</Link>
      </p>
    </>
  )
}

function accountOf({ accounts }: BankSettings, currency: ShopCurrency): Account {
  const { currency: _, ...account } = accounts.find((each) => each.currency === currency) ?? {
    currency,
    ...emptyAccount,
  }
  return account
}

type FormProps = { stored: BankSettings; first: ShopCurrency; onDone: () => void }
function AccountForm({ stored, first, onDone }: FormProps) {
  const queries = useQueryClient()
  const changed = useSetupChanged()
  const [currency, setCurrency] = useState(first)
  const draft = useDraft(accountOf(stored, currency))
  const save = useSave({
    call: () =>
      api.payment.admin.saveBank({
        enabled: true,
        version: stored.version,
        accounts: [{ currency, ...draft.value }],
      }),
    done: t('saved'),
    failed: t('saveFailed'),
    onDone: (now) => {
      draft.settle(draft.value)
      queries.setQueryData(key, now)
      void queries.invalidateQueries({ queryKey: ['gateways'] })
      changed()
      onDone()
    },
    onFailed: () => void queries.invalidateQueries({ queryKey: key }),
  })
  const isEmpty = Object.values(draft.value).every((value) => value.trim() === '')
  return (
    <SaveForm
      save={save}
      isDirty={draft.isDirty}
      onDiscard={draft.discard}
      saveLabel={t('bankSave')}
      disabled={isEmpty}
    >
      <Field label={t('bankCurrency')} hint={t('bankCurrencyHint')}>
        <Select
          value={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(event) => setCurrency(event.target.value as ShopCurrency)}
        />
      </Field>
      <AccountFields
        currency={currency}
        account={draft.value}
        errorOf={(field) => save.errorOf(`${currency}.${field}`)}
        onChange={(account) => {
          for (const field of Object.keys(account) as (keyof Account)[]) draft.change(field, account[field])
        }}
      />
    </SaveForm>
  )
}
