import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import { dropHere } from '../../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import type { PaymentProvider } from '../port.ts'
import type { GatewayRecord } from '../tables.server.ts'
import { announcingAccounts } from './announce-account.server.ts'
import { editErrors, type GatewayEdit, mergeSecrets } from './rules/gateway-edit.ts'
import { gatewaysTag, openSecrets, sealSecrets } from './store.server.ts'

/**
 * Saves the given gateways, all or none; others are not touched (D142). Refuses 'payment/unknown-provider',
 * 'payment/gateway-changed' when somebody saved one in the meantime, and 'payment/gateway-invalid' with 'name.field'
 * errors.
 */
export async function saveGateways(deps: PaymentDeps, caller: Caller, edits: readonly GatewayEdit[]): Promise<void> {
  // Sorted, so that two parallel saves lock rows in the same order and never deadlock.
  const sorted = [...edits].sort((a, b) => a.name.localeCompare(b.name))
  const providers = sorted.map((edit) => providerOf(deps, edit.name))
  const errors = sorted.flatMap((edit, at) => editErrors(providers[at]!.describe, edit))
  if (errors.length > 0) throw new Refusal('payment/gateway-invalid', {}, errors)
  await deps.db.transaction().execute(async (trx) => {
    for (const edit of sorted) {
      const save = () => saveOne(trx, deps, caller, edit)
      await (edit.name === bankTransfer ? announcingAccounts(trx, deps.clock(), save) : save())
    }
  })
  dropHere(deps, [gatewaysTag])
}

function providerOf(deps: PaymentDeps, name: string): PaymentProvider {
  const provider = deps.providers.find(name)
  if (!provider || (provider.describe.isSandboxOnly && !deps.isSandbox))
    throw new Refusal('payment/unknown-provider', { provider: name })
  return provider
}

async function saveOne(trx: Trx, deps: PaymentDeps, caller: Caller, edit: GatewayEdit): Promise<void> {
  const { name } = edit
  const row = await trx
    .selectFrom('payment_gateways')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('payment/unknown-provider', { provider: name })
  if (row.version !== edit.version) throw new Refusal('payment/gateway-changed', { provider: name })
  const stored = openSecrets(deps, row.sealed_secrets)
  const secrets = mergeSecrets(stored, edit.secrets)
  const next = {
    enabled: edit.enabled ?? row.enabled,
    settings: { ...row.settings, ...edit.settings },
    manual_instructions: edit.manual_instructions ?? row.manual_instructions,
    display_name: edit.display_name ?? row.display_name,
  }
  const now = deps.clock()
  await trx
    .updateTable('payment_gateways')
    .set({
      ...next,
      settings: JSON.stringify(next.settings),
      sealed_secrets: Object.keys(secrets).length > 0 ? sealSecrets(deps, secrets) : null,
      version: row.version + 1,
      updated_at: now,
    })
    .where('name', '=', name)
    .execute()
  const changedSecrets = [...new Set([...Object.keys(stored), ...Object.keys(secrets)])].filter(
    (field) => stored[field] !== secrets[field],
  )
  const before = { ...auditView(row), secrets: Object.keys(stored).sort() }
  const after = { ...next, secrets: Object.keys(secrets).sort(), changedSecrets: changedSecrets.sort() }
  const entry = { action: 'gateway.saved', subjectType: 'payment-gateway', subjectId: name, before, after }
  await writeAudit(trx, caller, entry, now)
}

/** For the audit trail, which shows names of secrets only. */
const auditView = ({ enabled, settings, manual_instructions, display_name }: GatewayRecord) => ({
  enabled,
  settings,
  manual_instructions,
  display_name,
})
