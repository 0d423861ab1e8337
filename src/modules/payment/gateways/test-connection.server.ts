import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { ConnectionTest } from '../port.ts'
import { text } from '../text.ts'
import { callProvider, ProviderUnreachable } from './call-provider.server.ts'
import type { ConnectionAnswer } from './contract.ts'
import { sentenceWithoutSecrets } from './rules/secrets.ts'
import { type Gateway, getGateway, modeOf, notReadyReason } from './store.server.ts'

const tests = { name: 'gateway-test', hits: 20, seconds: 600 }

/**
 * Tests the stored credentials with the supplier. An unreachable supplier is a result, not an error. Refuses
 * 'payment/unknown-provider' and 'limit/too-many'.
 */
export async function testConnection(deps: PaymentDeps, caller: Caller, name: string): Promise<ConnectionAnswer> {
  const gateway = await getGateway(deps, name)
  await countHit(deps, tests, name)
  const { isFine, message } = await resultOf(deps, gateway)
  const now = deps.clock()
  const after = { isFine, message: sentenceWithoutSecrets(message, gateway.secrets), mode: modeOf(gateway) }
  const entry = { action: 'gateway.tested', subjectType: 'payment-gateway', subjectId: name, after }
  await writeAudit(deps.db, caller, entry, now)
  return { ...after, at: now.toISOString() }
}

async function resultOf(deps: PaymentDeps, gateway: Gateway): Promise<ConnectionTest> {
  const { label } = gateway.provider.describe
  const ask = gateway.provider.testConnection
  if (!ask) return { isFine: false, message: text('gateways.noConnection', { provider: label }) }
  const missing = notReadyReason(gateway)
  if (missing) return { isFine: false, message: missing }
  try {
    return await callProvider(deps, gateway, ask)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    return { isFine: false, message: text('gateways.noAnswer', { provider: label }) }
  }
}
