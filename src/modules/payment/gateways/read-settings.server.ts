import { forAnswer } from '../../../kernel/messages.ts'
import { currencies, type RatesPerUsd } from '../../../kernel/money.ts'
import { listPricedCurrencies } from '../../catalogue/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import { chargeCurrency } from '../attempts/rules/charge.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import type { ProviderField } from '../port.ts'
import type { BankSettings, GatewayView } from './contract.ts'
import { whyNotOffered } from './rules/gateway-edit.ts'
import { refusedCurrencies, restrictionsOf } from './rules/restrictions.ts'
import {
  describedAs,
  type Gateway,
  modeOf,
  notReadyReason,
  readBankAccounts,
  readGatewaysForStaff,
  shownLabel,
} from './store.server.ts'

/** All gateways for the back office, by name. Secrets are never returned, only whether they are set. */
export async function listGatewaySettings(deps: PaymentDeps): Promise<GatewayView[]> {
  const [gateways, settings, rates, priced] = await Promise.all([
    readGatewaysForStaff(deps),
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
  /** Currencies that services are priced in. */
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
    label: shownLabel(described),
    type: described.type,
    enabled: record.enabled,
    version: record.version,
    fields: described.fields.map((field) => viewField(field, field.isSecret ? secrets : record.settings)),
    manual_instructions: record.manual_instructions,
    display_name: record.display_name,
    default_name: forAnswer((described.shownIn?.(currency ?? priced[0] ?? '') ?? described).label),
    mode: modeOf(gateway),
    currency,
    whyNotOffered: reason && forAnswer(reason),
    // The reason already covers every booking, or nothing is known before the gateway is set up.
    restrictions: isAllRefused || notReady ? [] : [...restrictionsOf(described, priced, settings, rates)],
    // The sandbox card calls its webhook itself.
    webhookUrl: provider.readWebhook && !described.isSandboxOnly ? `${baseUrl}/api/webhooks/${record.name}` : null,
    canTest: provider.testConnection !== undefined,
    updated_at: record.updated_at.toISOString(),
  }
}

function viewField(field: ProviderField, values: Readonly<Record<string, string>>): GatewayView['fields'][number] {
  const isSecret = Boolean(field.isSecret)
  const stored = values[field.name]
  return {
    name: field.name,
    label: forAnswer(field.label),
    input: field.input,
    isSecret,
    isRequired: Boolean(field.isRequired),
    help: field.help ? forAnswer(field.help) : null,
    options: (field.options ?? []).map(({ value, label }) => ({ value, label: forAnswer(label) })),
    value: isSecret ? '' : (stored ?? ''),
    isSet: Boolean(stored),
  }
}

/** The bank transfer switch and the account of each currency. */
export async function readBankSettings(deps: PaymentDeps): Promise<BankSettings> {
  const [gateway, accounts] = await Promise.all([
    deps.db.selectFrom('payment_gateways').selectAll().where('name', '=', bankTransfer).executeTakeFirst(),
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
