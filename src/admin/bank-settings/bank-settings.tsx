import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { currencies, type ShopCurrency } from '../../kernel/money.ts'
import type { BankSettings as Stored } from '../../modules/payment/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { api } from '../api.ts'
import { useDraft } from '../form/draft.ts'
import { useSave } from '../form/save.ts'
import { SaveForm } from '../form/save-form.tsx'
import { FieldCard, Loaded, SectionHead } from '../form/section.tsx'
import { useAskedSetting } from '../site-settings/use-asked-setting.ts'
import { textOf } from '../text.ts'
import { type Account, emptyAccount } from './account-fields.ts'
import { AccountFields } from './account-form.tsx'
import { bankQuery } from './bank-query.ts'

const t = textOf('bank')
const key = bankQuery.queryKey

/** One account per currency. Samples are placeholders only (D140, D141). Payment Settings switch bank transfer on and off. */
export function BankSettings() {
  const bank = useQuery(bankQuery)
  return (
    <>
      <SectionHead title={t('title')} intro={t('intro')} />
      <Loaded query={bank}>{(data) => <BankForm stored={data} />}</Loaded>
    </>
  )
}

type Values = Record<ShopCurrency, Account>
function valuesOf({ accounts }: Stored): Values {
  return Object.fromEntries(
    currencies.map((code) => {
      const { currency: _, ...account } = accounts.find(({ currency }) => currency === code) ?? {
        currency: code,
        ...emptyAccount,
      }
      return [code, account]
    }),
  ) as Values
}

function BankForm({ stored }: { stored: Stored }) {
  const queries = useQueryClient()
  useAskedSetting()
  const draft = useDraft(valuesOf(stored))
  const changed = currencies.filter((code) => code in draft.changed)
  const save = useSave({
    call: () =>
      api.payment.admin.saveBank({
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
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={stored.enabled ? 'success' : 'neutral'}>{t(stored.enabled ? 'isOn' : 'isOff')}</Badge>
          <Link to="/admin/payments" search={{ setting: 'gateway_bank_transfer' } as never}>
            {t('toSwitch')}
          </Link>
        </p>
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
