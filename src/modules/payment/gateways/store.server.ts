import { forAnswer, type Text } from '../../../kernel/messages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { remember } from '../../../platform/cache-invalidation.server.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { say } from '../../../platform/messages.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { PaymentProvider, ProviderDescription, ProviderMode, ProviderRegistry } from '../port.ts'
import type { GatewayRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { type BankAccount, bankDetailsFor } from './rules/bank-details.ts'
import { missingField, staffLabel } from './rules/gateway-edit.ts'

/** A provider with the agency's settings for it. */
export type Gateway = {
  readonly record: GatewayRecord
  readonly provider: PaymentProvider
  readonly secrets: Readonly<Record<string, string>>
  readonly accounts: ReadonlyMap<string, BankAccount>
}
const sealPurpose = 'gateway-secrets'

export const sealSecrets = (core: Pick<Core, 'keys'>, secrets: Readonly<Record<string, string>>): Buffer =>
  core.keys.seal(sealPurpose, Buffer.from(JSON.stringify(secrets)))
export function openSecrets(core: Pick<Core, 'keys'>, sealed: Uint8Array | null): Readonly<Record<string, string>> {
  if (!sealed) return {}
  return JSON.parse(core.keys.open(sealPurpose, sealed).toString()) as Record<string, string>
}

/** Tag of the cached gateways and bank accounts. The database drops it (migration 0091). */
export const gatewaysTag = 'gateways'

/**
 * All gateways with a provider on this server, enabled or not, by name. From memory until staff change one, else two
 * statements. Secrets stay sealed in memory. Not for use inside a transaction.
 */
export const readGateways = async (deps: PaymentDeps): Promise<readonly Gateway[]> =>
  withProviders(deps, await remember(deps, 'gateways', [gatewaysTag], () => loadStored(deps.db)))

/** The gateways for staff who edit them. Never from memory, so that a save on another node shows at once. */
export const readGatewaysForStaff = async (deps: PaymentDeps): Promise<readonly Gateway[]> =>
  withProviders(deps, await loadStored(deps.db))

type Stored = readonly [readonly GatewayRecord[], ReadonlyMap<string, BankAccount>]
const loadStored = (q: Queryable): Promise<Stored> =>
  Promise.all([q.selectFrom('payment_gateways').selectAll().orderBy('name').execute(), readBankAccounts(q)])

function withProviders(deps: PaymentDeps, [records, accounts]: Stored): readonly Gateway[] {
  return records.flatMap((record) => {
    const provider = deps.providers.find(record.name)
    if (!provider || (provider.describe.isSandboxOnly && !deps.isSandbox)) return []
    return [{ record, provider, secrets: openSecrets(deps, record.sealed_secrets), accounts }]
  })
}
export async function findGateway(deps: PaymentDeps, name: string): Promise<Gateway | null> {
  return (await readGateways(deps)).find((gateway) => gateway.record.name === name) ?? null
}
export async function getGateway(deps: PaymentDeps, name: string): Promise<Gateway> {
  const gateway = await findGateway(deps, name)
  if (!gateway) throw new Refusal('payment/unknown-provider', { provider: name })
  return gateway
}

export async function readBankAccounts(q: Queryable): Promise<ReadonlyMap<string, BankAccount>> {
  const rows = await q.selectFrom('bank_accounts').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.currency,
      {
        accountName: row.account_name,
        accountNumber: row.account_number,
        bankName: row.bank_name,
        branch: row.branch,
        ifsc: row.ifsc,
        upi: row.upi,
        iban: row.iban,
        swift: row.swift,
      },
    ]),
  )
}

/** The label for staff, for an answer; the bare name when this server has no such provider any more. */
export function labelOf({ providers }: Pick<PaymentDeps, 'providers'>, name: string): string {
  const provider = providers.find(name)
  return provider ? shownLabel(provider.describe) : name
}
export const shownLabel = (describe: Pick<ProviderDescription, 'name' | 'label'>): string =>
  forAnswer(staffLabel(describe, say(describe.label)))
/** False for manual methods: only people know the state of their attempts. */
export const canAsk = ({ providers }: Pick<PaymentDeps, 'providers'>, name: string): boolean =>
  providers.find(name)?.fetchStatus !== undefined

/** Why the stored settings are not enough: a required field is empty, or the provider's own reason. null: ready. */
export function notReadyReason(gateway: Gateway): Text | null {
  const { settings, secrets } = setOf(gateway)
  const missing = missingField(gateway.provider.describe.fields, { ...settings, ...secrets })
  return missing
    ? text('gateways.missing', { field: missing.label })
    : (gateway.provider.notReady?.(setOf(gateway)) ?? null)
}
/** Enabled and ready. */
export const isUsable = (gateway: Gateway): boolean => gateway.record.enabled && notReadyReason(gateway) === null
/** The provider's description, with the currencies that the stored settings allow. */
export function describedAs(gateway: Gateway): ProviderDescription {
  const { describe, currenciesOf } = gateway.provider
  return currenciesOf ? { ...describe, currencies: currenciesOf({ ...setOf(gateway), ...payeeOf(gateway) }) } : describe
}
/** What manual methods show to customers. */
export function payeeOf({ record, accounts }: Gateway) {
  const instructions = record.manual_instructions
  const bankAccount = (currency: string) => bankDetailsFor(accounts.get(currency) ?? null, instructions)
  return { instructions, bankAccount }
}
export const setOf = (gateway: Gateway) => ({ settings: gateway.record.settings, secrets: gateway.secrets })
export const modeOf = (gateway: Gateway): ProviderMode => gateway.provider.mode(setOf(gateway))

/** By name. 'live' when this server has no such provider any more: its money was real. */
export async function modeOfProvider(deps: PaymentDeps, name: string): Promise<ProviderMode> {
  const gateway = await findGateway(deps, name)
  return gateway ? modeOf(gateway) : 'live'
}

/** Inserts a row for every known provider that has none yet. `enabled`: names that are on in a new shop. */
export async function seedGateways(
  q: Queryable,
  providers: ProviderRegistry,
  enabled: readonly string[],
  now: Date,
): Promise<void> {
  const values = providers.all.map(({ describe }) => ({
    name: describe.name,
    type: describe.type,
    enabled: enabled.includes(describe.name),
    settings: JSON.stringify(initialSettings(describe.fields)),
    created_at: now,
    updated_at: now,
  }))
  if (values.length === 0) return
  await q
    .insertInto('payment_gateways')
    .values(values.map((value) => ({ ...value, sealed_secrets: null })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
const initialSettings = (fields: PaymentProvider['describe']['fields']): Record<string, string> =>
  Object.fromEntries(fields.flatMap((field) => (field.initial && !field.isSecret ? [[field.name, field.initial]] : [])))
