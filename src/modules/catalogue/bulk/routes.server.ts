import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { readQuery } from '../../../platform/route.server.ts'
import { withOneFile } from '../../files/index.server.ts'
import { readToday } from '../../settings/index.server.ts'
import { type CatalogueDeps, getKind } from '../views.server.ts'
import { stageUpload } from './commands.server.ts'
import { maxBytes, maxRows } from './limits.ts'
import { exportItems, findUpload, rejectedRows, templateOf, translationLanguages } from './queries.server.ts'
import { byteOrderMark, type Sheets, writeCsv } from './sheets.server.ts'

type BulkDeps = CatalogueDeps & { readonly sheets: Sheets }
type CallerOf = (request: FastifyRequest) => Caller

const area = 'staff:catalogue'
const tableQuery = z.strictObject({
  kind: z.string().max(40),
  format: z.enum(['csv', 'xlsx']).default('csv'),
  /** With a column for each field and language that texts can be translated into. */
  translations: z.enum(['yes']).optional(),
})
const uploadQuery = z.strictObject({ kind: z.string().max(40).default('') })
const asTable = { types: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] }
const uploads = { name: 'bulk-upload', hits: 60, seconds: 600 }

/** Templates, exports and uploaded files. The Fastify scope must support multipart bodies (web/). */
export function registerBulkRoutes(app: FastifyInstance, deps: BulkDeps, callerOf: CallerOf): void {
  registerDownloads(app, deps)
  app.post(
    '/api/admin/catalogue-uploads',
    {
      config: {
        access: area,
        slowBody: true,
        summary: 'A CSV or XLSX file with items of a kind, to be looked at',
        query: uploadQuery,
        uploads: [],
        answers: { status: 201 },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      await countHit(deps, uploads, caller.userId ?? caller.address)
      const { kind } = readQuery(uploadQuery, request)
      const { bytes, fileName } = await receiveTable(request)
      if (kind === '' || bytes.length === 0) throw new Refusal('catalogue/upload-missing')
      getKind(deps, kind)
      const sheet = await deps.sheets.read(bytes)
      return reply.code(201).send(await stageUpload(deps, caller, { kind, fileName, sheet }))
    },
  )
}

async function readTableQuery(deps: BulkDeps, request: FastifyRequest) {
  const { translations, ...query } = readQuery(tableQuery, request)
  return { ...query, languages: translations === 'yes' ? await translationLanguages(deps) : [] }
}

function registerDownloads(app: FastifyInstance, deps: BulkDeps): void {
  app.get(
    '/api/admin/catalogue-template',
    {
      config: {
        access: area,
        summary: 'The columns of a kind, with a row as an example: CSV or XLSX',
        query: tableQuery,
        answers: asTable,
      },
    },
    async (request, reply) => {
      const { kind, format, languages } = await readTableQuery(deps, request)
      const rows = templateOf(deps, { kind, languages })
      const name = `${getKind(deps, kind).kind.path}-template.${format}`
      return asFile(reply, name, format).send(
        format === 'csv' ? byteOrderMark + writeCsv(rows) : await deps.sheets.writeXlsx([rows]),
      )
    },
  )
  app.get(
    '/api/admin/catalogue-export',
    {
      config: {
        access: area,
        summary: 'All items of a kind in the format of the bulk upload: CSV or XLSX',
        query: tableQuery,
        answers: asTable,
      },
    },
    async (request, reply) => {
      const { kind, format, languages } = await readTableQuery(deps, request)
      const name = `${getKind(deps, kind).kind.path}-${await readToday(deps)}.${format}`
      const pieces = exportItems(deps, { kind, languages })
      const file = format === 'csv' ? Readable.from(asCsv(pieces)) : await deps.sheets.writeXlsx(inMemory(pieces))
      return asFile(reply, name, format).send(file)
    },
  )
  app.get<{ Params: { uploadId: string } }>(
    '/api/admin/catalogue-uploads/:uploadId/rejected.csv',
    {
      config: {
        access: area,
        summary: 'The rows that were not stored, with the reason',
        answers: { types: ['text/csv'] },
      },
    },
    async (request, reply) => {
      const id = z.uuid().safeParse(request.params.uploadId)
      if (!id.success) throw new Refusal('catalogue/no-upload')
      await findUpload(deps, id.data)
      return asFile(reply, 'rejected-rows.csv', 'csv').send(Readable.from(rejectedRows(deps, id.data)))
    },
  )
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const asFile = (reply: FastifyReply, name: string, format: keyof typeof types): FastifyReply =>
  reply
    .header('content-type', types[format])
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')

async function* asCsv(pieces: AsyncGenerator<string[][]>): AsyncGenerator<string> {
  yield byteOrderMark
  for await (const rows of pieces) yield writeCsv(rows)
}

/** A workbook is built in memory, so larger exports than an upload allows are CSV only. */
async function* inMemory(pieces: AsyncGenerator<string[][]>): AsyncGenerator<string[][]> {
  let count = 0
  for await (const rows of pieces) {
    count += rows.length
    if (count > maxRows + 1) throw new Refusal('catalogue/upload-refused', { reason: 'too-many-rows' })
    yield rows
  }
}

const receiveTable = (request: FastifyRequest): Promise<{ bytes: Buffer; fileName: string }> =>
  withOneFile(
    request,
    async (sent) => {
      const pieces: Uint8Array[] = []
      let size = 0
      for await (const piece of sent.bytes) {
        size += piece.length
        if (size > maxBytes) throw new Refusal('catalogue/upload-refused', { reason: 'too-large' })
        pieces.push(piece)
      }
      return { bytes: Buffer.concat(pieces), fileName: shownName(sent.originalName) }
    },
    { maxBytes, missing: 'catalogue/upload-missing' },
  )

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const shownName = (name: string): string => name.replace(/[\u0000-\u001f\u007f]/g, '').slice(-200) || 'file'
