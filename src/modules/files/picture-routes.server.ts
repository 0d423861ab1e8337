import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { withOneFile } from './one-file.server.ts'
import { findPicture, receivePicture } from './pictures.server.ts'
import type { FilesDeps } from './tables.server.ts'

const forGood = 'public, max-age=31536000, immutable'
/** For substitutes, until the job is done. */
const forNow = 'public, max-age=60'
const uploads = { name: 'picture-upload', hits: 200, seconds: 600 }

/** Staff upload pictures, everybody can see them. The scope must parse multipart bodies (web/). */
export function registerPictureRoutes(
  app: FastifyInstance,
  deps: FilesDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.post(
    '/api/admin/pictures',
    {
      config: {
        access: 'staff:catalogue',
        slowBody: true,
        summary: 'A picture for the catalogue: JPG or PNG, 5 MB',
        uploads: [],
        answers: { status: 201 },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      await countHit(deps, uploads, caller.userId ?? caller.address)
      const picture = await withOneFile(request, (sent) => receivePicture(deps, caller, sent))
      return reply.code(201).header('cache-control', 'private, no-store').send(picture)
    },
  )
  app.get<{ Params: { name: string } }>(
    '/media/:name',
    { config: { access: 'public', sessionless: true, files: true } },
    async (request, reply) => {
      const picture = await findPicture(deps, request.params.name)
      if (!picture) throw new Refusal('file/not-found')
      return reply
        .header('content-type', picture.contentType)
        .header('cache-control', picture.isFinal ? forGood : forNow)
        .header('x-content-type-options', 'nosniff')
        .send(picture.bytes)
    },
  )
}
