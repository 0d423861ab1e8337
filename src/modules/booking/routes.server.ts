import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import type { Caller } from '../../platform/core.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import {
  type FilesDeps,
  fileLinkQuery,
  openFile,
  requireFileLink,
  sendFile,
  withOneFile,
} from '../files/index.server.ts'
import { uploadTypes } from '../files/index.ts'
import { registerChosenExport } from './bulk/http.server.ts'
import { voucherTarget } from './check-in/voucher.server.ts'
import { storeIssuedDocument } from './commands/issue-document.server.ts'
import { dropStagedDocument, stageDocument } from './commands/staged-documents.server.ts'
import { storeDocument } from './commands/store-document.server.ts'
import { departurePageInput } from './departure-contract.ts'
import { type BookingDeps, readBy } from './deps.server.ts'
import { bookingFilter } from './list-contract.ts'
import { reportFilter } from './places-report-contract.ts'
import { csvName, exportBookings } from './queries/csv-export.server.ts'
import { exportDeparture } from './queries/departure-page.server.ts'
import { issuedSubject, readIssued } from './queries/issued.server.ts'
import type { Paperwork } from './queries/paperwork.server.ts'
import { exportPlacesReport } from './queries/places-report.server.ts'
import { registerReceivedDocuments } from './received-routes.server.ts'
import { deliveredOf } from './rules/issued.ts'

type CallerOf = (request: FastifyRequest) => Caller

/** The routes that JSON cannot carry: exports and uploads. The scope must parse multipart bodies (web/). */
export function registerBookingRoutes(app: FastifyInstance, deps: BookingDeps & FilesDeps, callerOf: CallerOf): void {
  registerExport(app, deps, callerOf)
  registerChosenExport(app, deps, callerOf)
  registerDepartureExport(app, deps, callerOf)
  registerPlacesExport(app, deps, callerOf)
  registerDocuments(app, deps, callerOf)
  registerStaging(app, deps, callerOf)
  registerReceivedDocuments(app, deps, callerOf)
  registerIssued(app, deps, callerOf)
  registerVoucher(app, deps, callerOf)
}

const asCsv = { types: ['text/csv'] }
const created = { status: 201 }

const exportQuery = z.strictObject(bookingFilter)

/** Streamed, because it can be long. */
function registerExport(app: FastifyInstance, deps: BookingDeps, callerOf: CallerOf): void {
  app.get(
    '/api/admin/bookings.csv',
    {
      config: {
        access: 'staff:bookings',
        summary: 'The bookings that match, as CSV',
        query: exportQuery,
        answers: asCsv,
      },
    },
    async (request, reply) => {
      // Checked twice: a mistake here would leak all bookings at once.
      if (!mayEnter(callerOf(request).role, 'bookings')) throw new Refusal('account/not-allowed')
      const filter = readQuery(exportQuery, request, 'booking/invalid')
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${await csvName(deps)}"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(Readable.from(exportBookings(deps, filter, callerOf(request))))
    },
  )
}

function registerDepartureExport(app: FastifyInstance, deps: BookingDeps, callerOf: CallerOf): void {
  app.get(
    '/api/admin/departure.csv',
    {
      config: {
        access: 'staff:bookings',
        summary: 'Everybody who travels on a departure, as CSV',
        query: departurePageInput,
        answers: asCsv,
      },
    },
    async (request, reply) => {
      if (!mayEnter(callerOf(request).role, 'bookings')) throw new Refusal('account/not-allowed')
      const wanted = readQuery(departurePageInput, request, 'booking/invalid')
      const start = [wanted.date, wanted.time?.replace(':', '-')].filter(Boolean).join('-')
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="departure-${start}.csv"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(await exportDeparture(deps, wanted))
    },
  )
}

const placesQuery = z.strictObject(reportFilter)

function registerPlacesExport(app: FastifyInstance, deps: BookingDeps, callerOf: CallerOf): void {
  app.get(
    '/api/admin/places-report.csv',
    {
      config: {
        access: 'staff:bookings',
        summary: 'Places offered, sold, held and used, by service and week, as CSV',
        query: placesQuery,
        answers: asCsv,
      },
    },
    async (request, reply) => {
      if (!mayEnter(callerOf(request).role, 'bookings')) throw new Refusal('account/not-allowed')
      const filter = readQuery(placesQuery, request, 'booking/invalid')
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="places-${filter.from}.csv"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .send(Readable.from(exportPlacesReport(deps, filter, callerOf(request))))
    },
  )
}

type DocumentRequest = FastifyRequest<{ Params: { bookingId: string } }>
const documentQuery = z.strictObject({
  token: z.string().max(2000).optional(),
  name: z.string().max(2000).optional(),
  traveler_id: z.string().max(2000).optional(),
})

/** Multipart: `file`. `name`, `traveler_id` and `token` come in the query, or as fields before the file. */
function registerDocuments(app: FastifyInstance, deps: BookingDeps & FilesDeps, callerOf: CallerOf): void {
  app.post(
    '/api/bookings/:bookingId/documents',
    {
      config: {
        access: 'public',
        slowBody: true,
        summary: 'A document of a booking: JPG, PNG or PDF, 5 MB',
        query: documentQuery,
        uploads: ['token', 'name', 'traveler_id'],
        answers: created,
      },
    },
    async (request: DocumentRequest, reply) => {
      const paperwork = await takeDocument(readBy(deps, request), callerOf(request), request)
      return reply.code(201).header('cache-control', 'private, no-store').send({ success: true, paperwork })
    },
  )
}

const uuid = z.uuid()
async function takeDocument(
  deps: BookingDeps & FilesDeps,
  caller: Caller,
  request: DocumentRequest,
): Promise<Paperwork> {
  const { bookingId } = request.params
  if (!uuid.safeParse(bookingId).success) throw new Refusal('booking/not-found')
  const query = readQuery(documentQuery, request)
  return withOneFile(request, async ({ bytes, originalName, field }) => {
    const fieldValue = (name: keyof typeof query): string | undefined => query[name] ?? field(name)
    const travelerId = fieldValue('traveler_id') || null
    if (travelerId !== null && !uuid.safeParse(travelerId).success) throw new Refusal('booking/not-found')
    return storeDocument(deps, caller, {
      bookingId,
      token: fieldValue('token'),
      name: fieldValue('name') ?? '',
      travelerId,
      originalName,
      bytes,
    })
  })
}

const removal = z.strictObject({ upload: z.string().max(300) })

/** POST takes multipart with `file` and answers a token that a booking can refer to. DELETE erases the upload. */
function registerStaging(app: FastifyInstance, deps: BookingDeps & FilesDeps, callerOf: CallerOf): void {
  app.post(
    '/api/document-uploads',
    {
      config: {
        access: 'public',
        slowBody: true,
        summary: 'A document for a booking that is not made yet: JPG, PNG or PDF, 5 MB',
        uploads: [],
        answers: created,
      },
    },
    async (request, reply) => {
      const staged = await withOneFile(request, ({ bytes, originalName }) =>
        stageDocument(deps, callerOf(request), { originalName, bytes }),
      )
      return reply
        .code(201)
        .header('cache-control', 'private, no-store')
        .send({ success: true, ...staged })
    },
  )
  app.delete(
    '/api/document-uploads',
    {
      config: {
        access: 'public',
        summary: 'Erases a document that was sent and not booked with',
        body: removal,
        answers: { status: 204, types: [] },
      },
    },
    async (request, reply) => {
      const parsed = removal.safeParse(request.body)
      if (!parsed.success) throw new Refusal('file/missing')
      await dropStagedDocument(deps, parsed.data.upload)
      return reply.code(204).send()
    },
  )
}

const issuedQuery = z.strictObject({ traveler_id: z.string().max(2000).optional() })
const downloads = { name: 'issued-documents', hits: 60, seconds: 600 }

/** POST takes multipart with `file`. GET needs a link that was issued with the booking. */
function registerIssued(app: FastifyInstance, deps: BookingDeps & FilesDeps, callerOf: CallerOf): void {
  app.post(
    '/api/admin/bookings/:bookingId/issued-documents',
    {
      config: {
        access: 'staff:bookings',
        slowBody: true,
        summary: 'What was applied for, such as a visa: JPG, PNG or PDF, 5 MB',
        query: issuedQuery,
        uploads: [],
        answers: created,
      },
    },
    async (request: DocumentRequest, reply) => {
      const { bookingId } = request.params
      const { traveler_id: travelerId = '' } = readQuery(issuedQuery, request)
      const isKnowable = [bookingId, travelerId].every((id) => id === '' || uuid.safeParse(id).success)
      if (!isKnowable) throw new Refusal('booking/not-found')
      const booking = await withOneFile(request, ({ bytes, originalName }) => {
        const upload = { bookingId, travelerId: travelerId || null, originalName, bytes }
        return storeIssuedDocument(deps, callerOf(request), upload)
      })
      return reply.code(201).header('cache-control', 'private, no-store').send(booking)
    },
  )
  app.get<{ Params: { issuedId: string } }>(
    '/api/issued-documents/:issuedId',
    {
      config: {
        access: 'public',
        summary: 'An issued document, by a link that works for ten minutes',
        query: fileLinkQuery,
        answers: { types: uploadTypes },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { issuedId } = request.params
      if (!uuid.safeParse(issuedId).success) throw new Refusal('file/not-found')
      await countHit(deps, downloads, caller.address)
      requireFileLink(deps, issuedSubject(issuedId), caller, readQuery(fileLinkQuery, request).link)
      return sendFile(reply, await openFile(deps, await deliveredFile(deps, issuedId), caller))
    },
  )
}

/** Refuses 'file/not-found' for a replaced document: the page has the link of the new one. */
async function deliveredFile(deps: BookingDeps, issuedId: string): Promise<string> {
  const issued = await deps.db
    .selectFrom('issued_documents')
    .select('booking_id')
    .where('id', '=', issuedId)
    .executeTakeFirst()
  const delivered = issued ? deliveredOf(await readIssued(deps.db, [issued.booking_id])) : []
  const document = delivered.find(({ id }) => id === issuedId)
  if (!document) throw new Refusal('file/not-found')
  return document.file_id
}

/** The address of a voucher's QR code. */
function registerVoucher(app: FastifyInstance, deps: BookingDeps, callerOf: CallerOf): void {
  app.get<{ Params: { token: string } }>(
    '/voucher/:token',
    {
      config: {
        access: 'public',
        summary: 'The address of a voucher: the check-in for staff who may, the tracker for everybody else',
        answers: { status: 303, types: [] },
      },
    },
    async (request, reply) => {
      const target = await voucherTarget(deps, callerOf(request), request.params.token)
      return reply.header('cache-control', 'private, no-store').redirect(target, 303)
    },
  )
}
