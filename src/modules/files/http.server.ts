import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { FilesDeps } from './tables.server.ts'
import { openFile } from './uploads.server.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Staff open private files here: always as an attachment, never as a page of ours. */
export function registerFileRoutes(
  app: FastifyInstance,
  deps: FilesDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.get<{ Params: { fileId: string } }>(
    '/api/admin/files/:fileId',
    { config: { access: 'staff:bookings' } },
    async (request, reply) => {
      if (!uuid.test(request.params.fileId)) throw new Refusal('file/not-found')
      const file = await openFile(deps, request.params.fileId, callerOf(request))
      return reply
        .header('content-type', file.contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('cross-origin-resource-policy', 'same-origin')
        .header('cache-control', 'private, no-store')
        .send(file.bytes)
    },
  )
}
