import { currencies } from '../../../kernel/money.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { BankSettings, GatewayView } from '../gateway-contract.ts'
import {
  describedAs,
  type Gateway,
  modeOf,
  notReadyReason,
  readBankAccounts,
  readGateways,
} from '../gateways.server.ts'
import { chargeCurrency } from '../rules/charge.ts'
import { whyNotOffered } from '../rules/gateway-edit.ts'

export const bankTransferName = 'bank_transfer'

/** Every gateway as staff see it, by name: its fields as its provider describes them, of secrets only which are set. */
export async function listGatewaySettings(deps: PaymentDeps): Promise<GatewayView[]> {
  const [gateways, settings] = await Promise.all([readGateways(deps), readSettings(deps)])
  return gateways.map((gateway) => viewOf(gateway, settings as Readonly<Record<string, unknown>>))
}

function viewOf(gateway: Gateway, settings: Readonly<Record<string, unknown>>): GatewayView {
  const { record, secrets } = gateway
  const described = describedAs(gateway)
  const currency = described.charge.rule === 'booking' ? null : chargeCurrency(described, '', settings)
  const fields = described.fields.map((field) => {
    const isSecret = Boolean(field.isSecret)
    const stored = isSecret ? secrets[field.name] : record.settings[field.name]
    return {
      name: field.name,
      label: field.label,
      input: field.input,
      isSecret,
      isRequired: Boolean(field.isRequired),
      help: field.help ?? null,
      options: [...(field.options ?? [])],
      value: isSecret ? '' : (stored ?? ''),
      isSet: Boolean(stored),
    }
  })
  const filled = new Set(fields.flatMap((field) => (field.isSet ? [field.name] : [])))
  const known = { described, enabled: record.enabled, filled, notReady: notReadyReason(gateway), currency }
  return {
    name: record.name,
    label: described.label,
    type: described.type,
    enabled: record.enabled,
    version: record.version,
    fields,
    manual_instructions: record.manual_instructions,
    mode: modeOf(gateway),
    currency,
    whyNotOffered: whyNotOffered(known),
    updated_at: record.updated_at.toISOString(),
  }
}

/** Bank transfer: its switch and the account of each currency that has one. */
export async function readBankSettings(deps: PaymentDeps): Promise<BankSettings> {
  const [gateway, accounts] = await Promise.all([
    deps.db.selectFrom('payment_gateways').selectAll().where('name', '=', bankTransferName).executeTakeFirst(),
    readBankAccounts(deps.db),
  ])
  return {
    enabled: gateway?.enabled ?? false,
    version: gateway?.version ?? null,
    accounts: currencies.flatMap((currency) => {
      const account = accounts.get(currency)
      if (!account) return []
      const { accountName, accountNumber, bankName, branch, ifsc, upi, iban, swift } = account
      const names = { account_name: accountName, account_number: accountNumber, bank_name: bankName }
      return [{ currency, ...names, branch, ifsc, upi, iban, swift }]
    }),
    updated_at: gateway?.updated_at.toISOString() ?? null,
  }
}
