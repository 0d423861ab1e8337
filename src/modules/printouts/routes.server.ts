import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { fileLinkQuery, requireFileLink } from '../files/index.server.ts'
import { type PrintoutName, subjectOf, subjectOfNote } from './http.server.ts'
import { type Printout, printCreditNote, printInvoice, printVoucher, writeCalendarFile } from './printouts.server.ts'
import type { PrintoutDeps } from './tables.server.ts'

const prints = { name: 'papers', hits: 60, seconds: 600 }
const uuid = z.uuid()

type Print = (deps: PrintoutDeps, bookingId: string) => Promise<Printout>
const pdf = 'application/pdf'
interface Download {
  readonly name: PrintoutName
  readonly print: Print
  readonly summary: string
  readonly type: string
}
const downloads: readonly Download[] = [
  {
    name: 'invoice.pdf',
    print: printInvoice,
    summary: "The booking's invoice as PDF; a pro forma before it is paid",
    type: pdf,
  },
  { name: 'voucher.pdf', print: printVoucher, summary: 'The voucher of a confirmed booking as PDF', type: pdf },
  { name: 'calendar.ics', print: writeCalendarFile, summary: 'The booking as a calendar entry', type: 'text/calendar' },
]

/** Opened by the links of GET /bookings/{booking}/papers. */
export function registerPrintoutRoutes(app: FastifyInstance, deps: PrintoutDeps): void {
  for (const { name, print, summary, type } of downloads) {
    const config = { access: 'public', summary, query: fileLinkQuery, answers: { types: [type] } } as const
    app.get(`/api/papers/:booking/${name}`, { config }, async (request, reply) => {
      const { booking } = readIds(request)
      await checkLink(deps, request, subjectOf(name, booking))
      return send(reply, await print(deps, booking))
    })
  }
  const note = {
    access: 'public',
    summary: 'The credit note of a refund as PDF',
    query: fileLinkQuery,
    answers: { types: [pdf] },
  } as const
  app.get('/api/papers/:booking/credit-notes/:note', { config: note }, async (request, reply) => {
    const { booking, note } = readIds(request)
    await checkLink(deps, request, subjectOfNote(note))
    return send(reply, await printCreditNote(deps, booking, note))
  })
}

/** Refuses 'file/not-found' for what is no id. */
function readIds(request: FastifyRequest): { booking: string; note: string } {
  const { booking, note = booking } = request.params as { booking: string; note?: string }
  if (!uuid.safeParse(booking).success || !uuid.safeParse(note).success) throw new Refusal('file/not-found')
  return { booking, note }
}

async function checkLink(deps: PrintoutDeps, request: FastifyRequest, subject: string): Promise<void> {
  const { link } = readQuery(fileLinkQuery, request)
  await countHit(deps, prints, request.caller.address)
  requireFileLink(deps, subject, request.caller, link)
}

const send = (reply: FastifyReply, { name, contentType, bytes }: Printout): FastifyReply =>
  reply
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('cache-control', 'private, no-store')
    .send(bytes)
