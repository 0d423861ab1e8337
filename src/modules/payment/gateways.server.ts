import { inspect } from 'node:util'
import { Refusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { PaymentDeps } from './deps.server.ts'
import type { PaymentProvider, ProviderContext, ProviderDescription, ProviderMode, ProviderRegistry } from './port.ts'
import { type BankAccount, bankDetailsFor } from './rules/bank-details.ts'
import { missingField, staffLabel } from './rules/gateway-edit.ts'
import { withoutSecrets } from './rules/secrets.ts'
import type { GatewayRecord } from './tables.server.ts'

/** A provider together with what the agency has set for it. */
export type Gateway = {
  readonly record: GatewayRecord
  readonly provider: PaymentProvider
  readonly secrets: Readonly<Record<string, string>>
  readonly accounts: ReadonlyMap<string, BankAccount>
}
/** What a provider call may take, so that the customer has an answer within 10 seconds. */
const callBudget = 8_000
/** A request that asks providers several times has so much for all of it, in parts of one call's time. */
const requestShare = 9 / 8

/** In milliseconds; tests have less patience. */
export type Patience = {
  readonly callBudget?: number
  /** On the clock of performance.now(). */
  readonly answerBy?: number
}
/** The same server for a request that somebody waits for: all its calls share one time. */
export const inOneAnswer = <D extends object>(deps: D & Patience): D & { readonly answerBy: number } => ({
  ...deps,
  answerBy: performance.now() + (deps.callBudget ?? callBudget) * requestShare,
})
const timeLeft = ({ callBudget: budget = callBudget, answerBy }: Patience): number =>
  answerBy === undefined ? budget : Math.max(0, Math.min(budget, answerBy - performance.now()))
const sealPurpose = 'gateway-secrets'

export const sealSecrets = (core: Pick<Core, 'keys'>, secrets: Readonly<Record<string, string>>): Buffer =>
  core.keys.seal(sealPurpose, Buffer.from(JSON.stringify(secrets)))
export function openSecrets(core: Pick<Core, 'keys'>, sealed: Uint8Array | null): Readonly<Record<string, string>> {
  if (!sealed) return {}
  return JSON.parse(core.keys.open(sealPurpose, sealed).toString()) as Record<string, string>
}

/** Every gateway that this server has a provider for, by name, switched on or not. */
export async function readGateways(deps: PaymentDeps): Promise<readonly Gateway[]> {
  const [records, accounts] = await Promise.all([
    deps.db.selectFrom('payment_gateways').selectAll().orderBy('name').execute(),
    readBankAccounts(deps.db),
  ])
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

/** What staff call it; a provider that this server no longer has, by its name. */
export function labelOf({ providers }: Pick<PaymentDeps, 'providers'>, name: string): string {
  const provider = providers.find(name)
  return provider ? staffLabel(provider.describe) : name
}
/** The provider can be asked about an attempt; otherwise only people know. */
export const canAsk = ({ providers }: Pick<PaymentDeps, 'providers'>, name: string): boolean =>
  providers.find(name)?.fetchStatus !== undefined

/** Why it cannot work with what is set: a field that it must have, or the provider's own reason; null: ready. */
export function notReadyReason(gateway: Gateway): string | null {
  const { settings, secrets } = setOf(gateway)
  const missing = missingField(gateway.provider.describe.fields, { ...settings, ...secrets })
  return missing ? `${missing.label} is missing` : (gateway.provider.notReady?.(setOf(gateway)) ?? null)
}
/** Switched on and set up. */
export const isUsable = (gateway: Gateway): boolean => gateway.record.enabled && notReadyReason(gateway) === null
/** As its provider describes itself, with the currencies that it can charge with what is set. */
export function describedAs(gateway: Gateway): ProviderDescription {
  const { describe, currenciesOf } = gateway.provider
  return currenciesOf ? { ...describe, currencies: currenciesOf(setOf(gateway)) } : describe
}
const setOf = (gateway: Gateway) => ({ settings: gateway.record.settings, secrets: gateway.secrets })
export const modeOf = (gateway: Gateway): ProviderMode => gateway.provider.mode(setOf(gateway))

/** The same by name; for a provider that this server no longer has, money was real. */
export async function modeOfProvider(deps: PaymentDeps, name: string): Promise<ProviderMode> {
  const gateway = await findGateway(deps, name)
  return gateway ? modeOf(gateway) : 'live'
}

/** A provider gave no answer in time, or could not be reached: the outcome is unknown. */
export class ProviderUnreachable extends Error {
  constructor(provider: string, cause: unknown) {
    super(`${provider} gave no answer`, { cause })
    this.name = 'ProviderUnreachable'
  }
}

/**
 * Calls a provider outside any transaction, for eight seconds or what the request has left of its time. Whatever it
 * throws is "unknown".
 */
export async function callProvider<T>(
  deps: Core & Patience,
  gateway: Gateway,
  call: (ctx: ProviderContext) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const timeout = Promise.withResolvers<never>()
  const most = timeLeft(deps)
  const timer = setTimeout(() => {
    stop.abort(new Error('too slow'))
    timeout.reject(new Error(`no answer within ${Math.round(most)} ms`))
  }, most)
  try {
    return await Promise.race([call(contextOf(deps, gateway, stop.signal)), timeout.promise])
  } catch (error) {
    const provider = gateway.record.name
    const reason = error instanceof Error ? error.message : typeof error
    deps.log.warn({ provider, reason: withoutSecrets(reason, gateway.secrets) }, 'provider call failed')
    throw new ProviderUnreachable(provider, harmless(error, gateway.secrets))
  } finally {
    clearTimeout(timer)
  }
}

/** What may be logged of an error: itself, or where a secret stands in it only its first words. */
function harmless(error: unknown, secrets: Gateway['secrets']): unknown {
  const told = everythingOf(error)
  if (withoutSecrets(told, secrets) === told) return error
  return new Error(withoutSecrets(error instanceof Error ? error.message : 'an error that names a secret', secrets))
}
function everythingOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : inspect(error)
  const rest = depth < 3 && error.cause !== undefined ? everythingOf(error.cause, depth + 1) : ''
  return `${error.message}\n${error.stack ?? ''}\n${inspect({ ...error })}\n${rest}`
}

function contextOf(deps: Core, gateway: Gateway, signal: AbortSignal): ProviderContext {
  const instructions = gateway.record.manual_instructions
  return {
    ...setOf(gateway),
    instructions,
    bankAccount: (currency) => bankDetailsFor(gateway.accounts.get(currency) ?? null, instructions),
    baseUrl: deps.baseUrl,
    now: deps.clock(),
    signal,
  }
}

/**
 * Makes the row of every known provider, once; what the agency has set stays. `enabled`: those that are on in a new
 * shop.
 */
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
