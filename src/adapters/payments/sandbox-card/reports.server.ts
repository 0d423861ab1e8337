import { createHash } from 'node:crypto'
import type { Core } from '../../../platform/core.server.ts'
import type { Order } from './orders.server.ts'
import { sandboxSecret, signatureHeader, signReport } from './signature.server.ts'

export type Report = { readonly id: string; readonly type: string; readonly order: string; readonly attempt: string }
/** Throws unless the shop accepted the webhook. */
export type Deliver = (body: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<void>

/** The id is stable, so that a repeated webhook is detected. */
export function reportOf(order: Order): Report {
  const type = `order.${order.status}`
  const id = `sbxev_${createHash('sha256').update(`${order.order_ref}:${type}`).digest('hex').slice(0, 32)}`
  return { id, type, order: order.order_ref, attempt: order.attempt_id }
}

export async function sendReport(core: Core, deliver: Deliver, report: Report, isTwice: boolean): Promise<void> {
  const body = Buffer.from(JSON.stringify(report))
  const headers = {
    'content-type': 'application/json',
    [signatureHeader]: signReport(sandboxSecret(core.keys), body, core.clock()),
  }
  await deliver(body, headers)
  if (isTwice) await deliver(body, headers)
}

export const deliverByHttp =
  (core: Core): Deliver =>
  async (body, headers) => {
    const signal = AbortSignal.timeout(5_000)
    const init = { method: 'POST', body: Buffer.from(body), headers, signal, redirect: 'error' } as const
    const answer = await fetch(`${core.baseUrl}/api/webhooks/sandbox_card`, init)
    if (!answer.ok) throw new Error(`the shop answered ${answer.status} to a report`)
  }
