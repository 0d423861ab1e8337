import type { DepartureCustomers } from '../../modules/booking/contract.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'

const t = textOf('message')

type Props = {
  /** All of them; fewer may be listed. */
  count: number
  customers: DepartureCustomers
}
export const Recipients = ({ count, customers }: Props) => (
  <details className="rounded-lg bg-sunken px-4">
    <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('customers', { count })}</summary>
    <ul className="grid gap-1 pb-3 wrap-anywhere">
      {customers.map(({ customer_name: name, customer_email: email, references }) => (
        <li key={email}>
          {name}, <bdi>{email}</bdi>, <bdi className="text-ink-2">{listed(references)}</bdi>
        </li>
      ))}
      {count > customers.length ? (
        <li className="text-ink-2">{t('others', { count: count - customers.length })}</li>
      ) : null}
    </ul>
  </details>
)
