import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { text } from '../../kernel/contract.ts'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { withOneFile } from '../files/index.server.ts'
import { payWithoutScript } from './commands/pay-without-script.server.ts'
import { receiveWebhook } from './commands/receive-webhook.server.ts'
import { returnFromProvider } from './commands/return-from-provider.server.ts'
import { storeProof } from './commands/store-proof.server.ts'
import type { PaymentDeps } from './deps.server.ts'

type CallerOf = (request: FastifyRequest) => Caller
const largestReport = 1024 * 1024

/** Providers' reports, the way back from a provider, and proofs. The scope must know multipart bodies (web/). */
export async function registerPaymentRoutes(
  app: FastifyInstance,
  deps: PaymentDeps,
  callerOf: CallerOf = (request) => request.caller,
): Promise<void> {
  registerProofs(app, deps, callerOf)
  await app.register(async (scope) => {
    // Signatures are over the bytes as they came: nothing may parse them before.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestReport }, (_request, body, done) => {
      done(null, body)
    })
    registerReports(scope, deps)
    registerReturns(scope, deps)
    registerChoices(scope, deps, callerOf)
  })
}

/** POST /booking-payment: the methods' form of the payment page, sent by a browser that runs no scripts. */
function registerChoices(app: FastifyInstance, deps: PaymentDeps, callerOf: CallerOf): void {
  app.post(
    '/booking-payment',
    { config: { access: 'public', summary: 'Pays with the chosen method, without scripts' } },
    async (request, reply) => {
      const { bookingId = '', token } = plainFields(request.query)
      const paymentMethod = formOf(request)['payment-method'] ?? ''
      if (!uuid.safeParse(bookingId).success) throw new Refusal('booking/not-found')
      const input = { bookingId, paymentMethod, ...(token && { token }) }
      const paid = await payWithoutScript(deps, callerOf(request), input)
      reply.header('cache-control', 'no-store')
      if ('location' in paid) return reply.redirect(paid.location, 303)
      return reply.header('content-security-policy', paid.policy).type('text/html; charset=utf-8').send(paid.html)
    },
  )
}

/** POST /api/webhooks/{provider}. 2xx only when the report is kept; 4xx only when it is not the provider's. */
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
/** A header that came twice is no header to trust. */
const singleHeaders = (request: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? undefined : value]),
  )

/** GET and POST /api/payments/{attempt}/return. A POST comes from another site, without cookies. */
function registerReturns(app: FastifyInstance, deps: PaymentDeps): void {
  app.route<{ Params: { attemptId: string } }>({
    method: ['GET', 'POST'],
    url: '/api/payments/:attemptId/return',
    // A check must not be made by a HEAD request of a link preview.
    exposeHeadRoute: false,
    config: {
      access: 'public',
      crossSite: true,
      sessionless: true,
      summary: 'The way back from a payment provider',
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
 * POST /api/bookings/{booking}/payment-proofs, multipart: `file`; the token as `?token=` or a field before the file, and
 * before it too what the customer says to it (`note`); `?flow=booking` from the generic booking flow, where a GIF is
 * taken too (C218).
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

/** The screen's words differ by what the file was for (C217-C220): the sentence is chosen by this fact. */
function asProofRefusal(error: unknown): never {
  if (isRefusal(error) && error.code.startsWith('file/')) {
    throw new Refusal(error.code, { ...error.facts, purpose: 'payment_proof' }, error.errors)
  }
  throw error
}
