import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../../../kernel/refusal.ts'
import { languageCode } from '../../../../kernel/translation-contract.ts'
import type { Caller } from '../../../../platform/core.server.ts'
import { countHit } from '../../../../platform/rate-limit.server.ts'
import { readQuery } from '../../../../platform/route.server.ts'
import { withOneFile } from '../../../files/index.server.ts'
import { readToday } from '../../../settings/index.server.ts'
import { translationFilter } from '../contract.ts'
import { exportTranslations } from './export.server.ts'
import { type ImportDeps, importTranslations } from './import.server.ts'
import { maxBytes } from './limits.ts'

type CallerOf = (request: FastifyRequest) => Caller

const area = 'staff:catalogue'
export const xliff = 'application/xliff+xml'
const uploads = { name: 'translation-file', hits: 60, seconds: 600 }

const isListOfIds = (ids: string) => ids.split(',').every((id) => z.uuid().safeParse(id).success)
const exportQuery = z.strictObject({
  language: languageCode,
  kind: z.string().max(40).optional(),
  q: z.string().max(100).optional(),
  status: z.enum(['active', 'inactive', 'archived']).optional(),
  translated: translationFilter.optional(),
  /** Up to 200 ids of items, separated by commas. */
  ids: z.string().max(7_400).refine(isListOfIds).optional(),
  only: z.enum(['open']).optional(),
  slugs: z.enum(['yes']).optional(),
})
const importQuery = z.strictObject({ agreed: z.string().max(40).optional() })

/** The Fastify scope must support multipart bodies (web/). */
export function registerTranslationFileRoutes(app: FastifyInstance, deps: ImportDeps, callerOf: CallerOf): void {
  app.get(
    '/api/admin/translation-export',
    {
      config: {
        access: area,
        summary: 'The texts of items with their translations into a language, for translators: XLIFF 2.0',
        query: exportQuery,
        answers: { types: [xliff] },
      },
    },
    async (request, reply) => {
      const { ids, only, slugs, ...filter } = readQuery(exportQuery, request)
      const chosen = { ids: ids?.split(','), onlyOpen: only === 'open', slugs: slugs === 'yes' }
      const pieces = await exportTranslations(deps, { ...filter, ...chosen })
      const name = `${filter.kind ?? 'items'}-${filter.language}-${await readToday(deps)}.xlf`
      return sendXliff(reply, name, pieces)
    },
  )
  registerImport(app, deps, callerOf)
}

export const sendXliff = (reply: FastifyReply, name: string, pieces: readonly string[]): FastifyReply =>
  reply
    .header('content-type', `${xliff}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(pieces.join(''))

function registerImport(app: FastifyInstance, deps: ImportDeps, callerOf: CallerOf): void {
  app.post(
    '/api/admin/translation-imports',
    {
      config: {
        access: area,
        slowBody: true,
        summary: 'What an XLIFF 2.0 file from a translator would change; with the mark of that preview, stores it',
        query: importQuery,
        uploads: [],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      await countHit(deps, uploads, caller.userId ?? caller.address)
      const { agreed } = readQuery(importQuery, request)
      const file = await receiveFile(request)
      return reply.send(await importTranslations(deps, caller, { ...file, agreed }))
    },
  )
}

const receiveFile = (request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string }> =>
  withOneFile(
    request,
    async ({ bytes, originalName }) => {
      const pieces: Uint8Array[] = []
      let size = 0
      for await (const piece of bytes) {
        size += piece.length
        if (size > maxBytes) throw new Refusal('catalogue/translation-file', { reason: 'too-large' })
        pieces.push(piece)
      }
      return { bytes: Buffer.concat(pieces), fileName: shownName(originalName) }
    },
    { maxBytes, missing: 'catalogue/translation-file-missing' },
  )

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const shownName = (name: string): string => name.replace(/[\u0000-\u001f\u007f]/g, '').slice(-200) || 'file'
