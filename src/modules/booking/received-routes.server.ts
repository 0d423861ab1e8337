import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { type FilesDeps, withOneFile } from '../files/index.server.ts'
import { storeReceivedDocument } from './commands/store-received-document.server.ts'
import type { BookingDeps } from './deps.server.ts'

const uuid = z.uuid()
const receivedQuery = z.strictObject({
  name: z.string().max(2000),
  traveler_id: z.string().max(2000).optional(),
  checked: z.enum(['true', 'false']).default('false'),
})
type ReceivedRequest = FastifyRequest<{ Params: { bookingId: string } }>

/** POST takes multipart with `file`: a document that reached staff another way. */
export function registerReceivedDocuments(
  app: FastifyInstance,
  deps: BookingDeps & FilesDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.post(
    '/api/admin/bookings/:bookingId/documents',
    {
      config: {
        access: 'staff:bookings',
        slowBody: true,
        summary: 'A document that the customer sent another way: JPG, PNG or PDF, 5 MB. `checked` accepts it at once',
        query: receivedQuery,
        uploads: [],
        answers: { status: 201 },
      },
    },
    async (request: ReceivedRequest, reply) => {
      const { bookingId } = request.params
      const { name, traveler_id: travelerId = '', checked } = readQuery(receivedQuery, request)
      const isKnowable = [bookingId, travelerId].every((id) => id === '' || uuid.safeParse(id).success)
      if (!isKnowable) throw new Refusal('booking/not-found')
      const booking = await withOneFile(request, ({ bytes, originalName }) =>
        storeReceivedDocument(deps, callerOf(request), {
          ...{ bookingId, name, travelerId: travelerId || null, isChecked: checked === 'true' },
          ...{ originalName, bytes },
        }),
      )
      return reply.code(201).header('cache-control', 'private, no-store').send(booking)
    },
  )
}
