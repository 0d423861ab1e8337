import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { text } from '../../kernel/contract.ts'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { withOneFile } from '../files/index.server.ts'
import { payWithoutScript } from './attempts/pay-without-script.server.ts'
import { returnFromProvider } from './attempts/return-from-provider.server.ts'
import type { PaymentDeps } from './deps.server.ts'
import { registerSalesReport } from './sales-report/export.server.ts'
import { storeProof } from './transfers/store-proof.server.ts'
import { receiveWebhook } from './webhooks/receive-webhook.server.ts'

type CallerOf = (request: FastifyRequest) => Caller
const maxReportBytes = 1024 * 1024

/**
 * Webhooks, returns from providers, proofs and the payment form without scripts. The scope must accept multipart
 * bodies.
 */
export async function registerPaymentRoutes(
  app: FastifyInstance,
  deps: PaymentDeps,
  callerOf: CallerOf = (request) => request.caller,
): Promise<void> {
  registerProofs(app, deps, callerOf)
  registerSalesReport(app, deps, callerOf)
  await app.register(async (scope) => {
    // Signatures cover the raw bytes, so nothing may parse the body before.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxReportBytes }, (_request, body, done) => {
      done(null, body)
    })
    registerReports(scope, deps)
    registerReturns(scope, deps)
    registerChoices(scope, deps, callerOf)
  })
}

/** POST /booking-payment: the payment form of a browser without scripts. */
function registerChoices(app: FastifyInstance, deps: PaymentDeps, callerOf: CallerOf): void {
  app.post(
    '/booking-payment',
    { config: { access: 'public', summary: 'Pays with the chosen method, without scripts' } },
    async (request, reply) => {
      const { bookingId = '', token } = plainFields(request.query)
      const paymentMethod = formOf(request)['payment-method'] ?? ''
      if (!uuid.safeParse(bookingId).success) throw new Refusal('booking/not-found')
      const input = { bookingId, paymentMethod, language: request.language, ...(token && { token }) }
      const paid = await payWithoutScript(deps, callerOf(request), input)
      reply.header('cache-control', 'no-store')
      if ('location' in paid) return reply.redirect(paid.location, 303)
      return reply.header('content-security-policy', paid.policy).type('text/html; charset=utf-8').send(paid.html)
    },
  )
}

/**
 * POST /api/webhooks/{provider}. Answers 2xx only when the webhook is stored, and 4xx only when its signature is bad.
 */
function registerReports(app: FastifyInstance, deps: PaymentDeps): void {
  app.post<{ Params: { provider: string } }>(
    '/api/webhooks/:provider',
    { config: { access: 'public', crossSite: true, sessionless: true, summary: 'Reports of payment providers' } },
    async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveWebhook(deps, request.params.provider, body, singleHeaders(request))
      return reply.header('cache-control', 'no-store').send({ received: true })
    },
  )
}
/** Repeated headers are not trusted. */
const singleHeaders = (request: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  )

/** GET and POST /api/payments/{attempt}/return. A POST comes from another site, without cookies. */
function registerReturns(app: FastifyInstance, deps: PaymentDeps): void {
  app.route<{ Params: { attemptId: string } }>({
    method: ['GET', 'POST'],
    url: '/api/payments/:attemptId/return',
    // Link previews send HEAD requests, which must not trigger a check.
    exposeHeadRoute: false,
    config: {
      access: 'public',
      crossSite: true,
      sessionless: true,
      summary: 'The return from a payment provider',
      answers: { status: 303, types: [] },
    },
    handler: async (request, reply) => {
      const visit = { query: plainFields(request.query), form: formOf(request) }
      const location = await returnFromProvider(deps, request.params.attemptId, visit)
      return reply.header('cache-control', 'no-store').redirect(location, 303)
    },
  })
}
const plainFields = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as object).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
function formOf(request: FastifyRequest): Record<string, string> {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (!isForm || !Buffer.isBuffer(request.body)) return {}
  return Object.fromEntries(new URLSearchParams(request.body.toString('utf8')))
}

/**
 * POST /api/bookings/{booking}/payment-proofs, multipart: `file`, and before it `token` (or as `?token=`) and the
 * customer's `note`. `?flow=booking`: the generic booking flow, which accepts GIFs (C218).
 */
function registerProofs(app: FastifyInstance, deps: PaymentDeps, callerOf: CallerOf): void {
  app.post<{ Params: { bookingId: string } }>(
    '/api/bookings/:bookingId/payment-proofs',
    {
      config: {
        access: 'public',
        slowBody: true,
        summary: 'A proof of a bank transfer: JPG, PNG or PDF, 5 MB',
        query: proofQuery,
        uploads: ['token', 'note'],
        answers: { status: 201 },
      },
    },
    async (request, reply) => {
      const stored = await takeProof(deps, callerOf(request), request).catch(asProofRefusal)
      return reply.code(201).send({ success: true, ...stored })
    },
  )
}

const uuid = z.uuid()
const noteText = text(1000)
const proofQuery = z.strictObject({ token: z.string().max(2000).optional(), flow: z.string().max(40).optional() })
async function takeProof(
  deps: PaymentDeps,
  caller: Caller,
  request: FastifyRequest<{ Params: { bookingId: string } }>,
) {
  const { bookingId } = request.params
  if (!uuid.safeParse(bookingId).success) throw new Refusal('booking/not-found')
  const query = readQuery(proofQuery, request)
  return withOneFile(request, async ({ bytes, originalName, field }) => {
    const note = noteText.safeParse(field('note') ?? '')
    if (!note.success) {
      const [{ message } = { message: '' }] = note.error.issues
      throw new Refusal('request/invalid', {}, [{ path: 'note', message }])
    }
    const upload = { bytes, originalName, allowGif: query.flow === 'booking', note: note.data }
    return storeProof(deps, caller, bookingId, query.token ?? field('token'), upload)
  })
}

/** Marks the refusal as one of a payment proof: its sentences differ (C217-C220). */
function asProofRefusal(error: unknown): never {
  if (isRefusal(error) && error.code.startsWith('file/')) {
    throw new Refusal(error.code, { ...error.facts, purpose: 'payment_proof' }, error.errors)
  }
  throw error
}
