import { implement } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { filesContract } from './contract.ts'
import { issueFileLink, requireFileLink } from './links.server.ts'
import { type OpenedFile, openFile } from './open-file.server.ts'
import { uploadTypes } from './rules.ts'
import type { FilesDeps } from './tables.server.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Implements the contract. Access is enforced by the router, from the contract's declarations. */
export function implementFiles(deps: FilesDeps) {
  const os = implement(filesContract).$context<RequestContext>()
  return os.router({
    admin: {
      link: os.admin.link.handler(async ({ input: { fileId }, context }) => {
        const known = await deps.db
          .selectFrom('files')
          .select('id')
          .where('id', '=', fileId)
          .where('erased_at', 'is', null)
          .executeTakeFirst()
        if (!known) throw new Refusal('file/not-found')
        const link = issueFileLink(deps, fileId, context.caller)
        return { href: `/api/admin/files/${fileId}?${new URLSearchParams({ link })}` }
      }),
    },
  })
}

export const fileLinkQuery = z.strictObject({ link: z.string().max(600).optional() })

/** Staff open private files here, with a signed link and their session; always as an attachment. */
export function registerFileRoutes(
  app: FastifyInstance,
  deps: FilesDeps,
  callerOf: (request: FastifyRequest) => Caller,
): void {
  app.get<{ Params: { fileId: string } }>(
    '/api/admin/files/:fileId',
    {
      config: {
        access: 'staff:bookings',
        summary: 'A private file, by a link that works for ten minutes',
        query: fileLinkQuery,
        answers: { types: uploadTypes },
      },
    },
    async (request, reply) => {
      const { fileId } = request.params
      if (!uuid.test(fileId)) throw new Refusal('file/not-found')
      requireFileLink(deps, fileId, callerOf(request), readQuery(fileLinkQuery, request).link)
      return sendFile(reply, await openFile(deps, fileId, callerOf(request)))
    },
  )
}

/** Sends a private file: never cached, and nothing in it can run. */
export const sendFile = (reply: FastifyReply, file: OpenedFile): FastifyReply =>
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .send(file.bytes)
