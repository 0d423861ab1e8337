import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { ConnectionAnswer } from '../gateway-contract.ts'
import {
  callProvider,
  type Gateway,
  getGateway,
  modeOf,
  notReadyReason,
  ProviderUnreachable,
} from '../gateways.server.ts'
import type { ConnectionTest } from '../port.ts'
import { sentenceWithoutSecrets } from '../rules/secrets.ts'

const tests = { name: 'gateway-test', hits: 20, seconds: 600 }

/**
 * Asks a supplier whether it knows us, with what is stored and not with what is typed. Refuses
 * 'payment/unknown-provider' and 'limit/too-many'; that the supplier does not answer is an answer too.
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
  if (!ask) return { isFine: false, message: `There is nothing to connect to for ${label}.` }
  const missing = notReadyReason(gateway)
  if (missing) return { isFine: false, message: missing }
  try {
    return await callProvider(deps, gateway, ask)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    return { isFine: false, message: `${label} did not answer within 8 seconds, or could not be reached.` }
  }
}
