import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bankQuery } from '../bank-settings/bank-query.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'

const t = textOf('payments')

/** Which accounts there are; they are edited in Bank Transfer Settings alone. */
export function BankAccounts() {
  const { data } = useQuery(bankQuery)
  if (!data) return null
  const accounts = data.accounts.map(({ currency }) => currency)
  return (
    <p className="text-sm">
      {accounts.length > 0 ? t('accounts', { accounts: listed(accounts) }) : t('noAccounts')}{' '}
      <Link to="/admin/bank-settings">{t('toAccounts')}</Link>
    </p>
  )
}
