import { currencies, type RatesPerUsd } from '../../../kernel/money.ts'
import { listPricedCurrencies } from '../../catalogue/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
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
import type { ProviderField } from '../port.ts'
import { chargeCurrency } from '../rules/charge.ts'
import { staffLabel, whyNotOffered } from '../rules/gateway-edit.ts'
import { refusedCurrencies, restrictionsOf } from '../rules/restrictions.ts'

export const bankTransferName = 'bank_transfer'

/** Every gateway as staff see it, by name: its fields as its provider describes them, of secrets only which are set. */
export async function listGatewaySettings(deps: PaymentDeps): Promise<GatewayView[]> {
  const [gateways, settings, rates, priced] = await Promise.all([
    readGateways(deps),
    readSettings(deps),
    readRates(deps),
    listPricedCurrencies(deps),
  ])
  const shop = { settings: settings as Readonly<Record<string, unknown>>, rates, priced, baseUrl: deps.baseUrl }
  return gateways.map((gateway) => viewOf(gateway, shop))
}

type ShopFacts = {
  readonly settings: Readonly<Record<string, unknown>>
  readonly rates: RatesPerUsd
  /** The currencies that services are priced in. */
  readonly priced: readonly string[]
  readonly baseUrl: string
}

function viewOf(gateway: Gateway, { settings, rates, priced, baseUrl }: ShopFacts): GatewayView {
  const { record, provider, secrets } = gateway
  const described = describedAs(gateway)
  const currency = described.charge.rule === 'booking' ? null : chargeCurrency(described, '', settings)
  const refused = refusedCurrencies(described, priced, settings, rates)
  const refusals = priced.map((each) => refused.find((one) => one.currency === each)?.reason ?? null)
  const notReady = notReadyReason(gateway)
  const known = { described, enabled: record.enabled, notReady, currency, refusals }
  const reason = whyNotOffered(known)
  const isAllRefused = reason !== null && refusals.includes(reason)
  return {
    name: record.name,
    label: staffLabel(described),
    type: described.type,
    enabled: record.enabled,
    version: record.version,
    fields: described.fields.map((field) => viewField(field, field.isSecret ? secrets : record.settings, baseUrl)),
    manual_instructions: record.manual_instructions,
    mode: modeOf(gateway),
    currency,
    whyNotOffered: reason,
    // The reason says it already where it holds for every booking; what is not set up says nothing of currencies yet.
    restrictions: isAllRefused || notReady ? [] : [...restrictionsOf(described, priced, settings, rates)],
    // The sandbox is its own supplier: nobody has to be told its address.
    webhookUrl: provider.readWebhook && !described.isSandboxOnly ? `${baseUrl}/api/webhooks/${record.name}` : null,
    canTest: provider.testConnection !== undefined,
    updated_at: record.updated_at.toISOString(),
  }
}

function viewField(
  field: ProviderField,
  values: Readonly<Record<string, string>>,
  baseUrl: string,
): GatewayView['fields'][number] {
  const isSecret = Boolean(field.isSecret)
  const stored = values[field.name]
  return {
    name: field.name,
    label: field.label,
    input: field.input,
    isSecret,
    isRequired: Boolean(field.isRequired),
    // A provider's help may name an address of this shop.
    help: field.help?.replaceAll('{baseUrl}', baseUrl) ?? null,
    options: [...(field.options ?? [])],
    value: isSecret ? '' : (stored ?? ''),
    isSet: Boolean(stored),
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
