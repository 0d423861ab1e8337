import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { catalogueLanguage, isLanguage } from '../../../kernel/language.ts'
import { money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import type { Jobs } from '../../../platform/jobs/worker.server.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import type {} from '../../../platform/route.server.ts'
import { findOrder, moveOrder, type Order } from './orders.server.ts'
import { pageStyle, sandboxCardPage } from './page.ts'
import { type Deliver, deliverByHttp, type Report, reportOf, sendReport } from './reports.server.ts'
import { returnProof, sandboxSecret } from './signature.server.ts'

export type SandboxOptions = {
  /** Delivers webhooks; by default with HTTP to the shop's own endpoint. */
  readonly deliver?: Deliver
}
const lateMinutes = 0.1

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The order reference is the only credential, as on a real hosted page. */
export async function registerSandboxCard(
  app: FastifyInstance,
  core: Core,
  options: SandboxOptions = {},
): Promise<void> {
  const deliver = options.deliver ?? deliverByHttp(core)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, (_request, body, done) =>
      done(null, body),
    )
    scope.get<{ Params: { orderRef: string }; Querystring: { language?: unknown } }>(
      '/sandbox-card/:orderRef',
      { config: { access: 'public', sessionless: true } },
      async (request, reply) => {
        const order = await getOrder(core, request.params.orderRef)
        const amount = money(order.amount_minor, order.currency)
        const { language: wanted } = request.query
        const language = isLanguage(wanted) ? wanted : catalogueLanguage
        const facts = { orderRef: order.order_ref, amount, isOpen: order.status === 'open' }
        return reply
          .header('content-type', 'text/html; charset=utf-8')
          .header('content-security-policy', policy)
          .header('cache-control', 'no-store')
          .header('referrer-policy', 'same-origin')
          .send(sandboxCardPage(facts, { language, say: sayIn(language) }))
      },
    )
    scope.post<{ Params: { orderRef: string } }>(
      '/sandbox-card/:orderRef',
      { config: { access: 'public', sessionless: true } },
      async (request, reply) => {
        const order = await getOrder(core, request.params.orderRef)
        const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
        await act(core, deliver, order, form)
        return reply.header('cache-control', 'no-store').redirect(returnUrl(core, order), 303)
      },
    )
  })
}

async function getOrder(core: Core, orderRef: string): Promise<Order> {
  const order = await findOrder(core, { orderRef })
  if (!order) throw new Refusal('payment/unknown-attempt')
  return order
}

function returnUrl(core: Core, order: Order): string {
  const url = new URL(order.return_url)
  url.searchParams.set('proof', returnProof(sandboxSecret(core.keys), order.order_ref))
  return url.href
}

const ends = { pay: 'paid', decline: 'declined', cancel: 'cancelled' } as const

async function act(core: Core, deliver: Deliver, order: Order, form: URLSearchParams): Promise<void> {
  const action = form.get('action') ?? ''
  const isTwice = form.get('report_twice') === 'on'
  if (action === 'pay_late') {
    const delay = lateMinutes * 60_000
    return addJob(core.db, 'sandbox-card-pay-late', { orderRef: order.order_ref, isTwice }, { delay })
  }
  if (action !== 'pay' && action !== 'decline' && action !== 'cancel') throw new Refusal('request/malformed')
  const moved = await moveOrder(core, order.order_ref, ['open'], ends[action])
  if (!moved) return
  const report = reportOf(moved)
  if (form.get('report_first') === 'on') await sendFirst(core, deliver, report, isTwice)
  else await addJob(core.db, 'sandbox-card-report', { report, isTwice })
}

/** Delivers the webhook before the redirect. If the shop does not respond, it is repeated later. */
async function sendFirst(core: Core, deliver: Deliver, report: Report, isTwice: boolean): Promise<void> {
  try {
    await sendReport(core, deliver, report, isTwice)
  } catch {
    await addJob(core.db, 'sandbox-card-report', { report, isTwice })
  }
}

export const sandboxCardJobs = (core: Core, options: SandboxOptions = {}): Jobs => {
  const deliver = options.deliver ?? deliverByHttp(core)
  return {
    'sandbox-card-report': ({ report, isTwice }) => sendReport(core, deliver, report as Report, isTwice === true),
    'sandbox-card-pay-late': async ({ orderRef, isTwice }) => {
      // The bank approves late, even if the order has ended.
      const from = ['open', 'declined', 'cancelled', 'expired'] as const
      const order =
        (await moveOrder(core, String(orderRef), from, 'paid')) ??
        (await findOrder(core, { orderRef: String(orderRef) }))
      if (order?.status === 'paid') await sendReport(core, deliver, reportOf(order), isTwice === true)
    },
  }
}
