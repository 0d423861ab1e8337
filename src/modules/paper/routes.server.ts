import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { fileLinkQuery, requireFileLink } from '../files/index.server.ts'
import { type PaperName, subjectOf } from './http.server.ts'
import { type Paper, printInvoice, printVoucher, writeCalendarFile } from './papers.server.ts'
import type { PaperDeps } from './tables.server.ts'

const prints = { name: 'papers', hits: 60, seconds: 600 }
const uuid = z.uuid()

type Print = (deps: PaperDeps, bookingId: string) => Promise<Paper>
const pdf = 'application/pdf'
const papers: readonly (readonly [PaperName, Print, string, string])[] = [
  ['invoice.pdf', printInvoice, "The booking's invoice as PDF; a pro forma before it is paid", pdf],
  ['voucher.pdf', printVoucher, 'The voucher of a confirmed booking as PDF', pdf],
  ['calendar.ics', writeCalendarFile, 'The booking as an entry for a calendar', 'text/calendar'],
]

/** GET /api/papers/{booking}/invoice.pdf?link=, /voucher.pdf, /calendar.ics: by a link of GET /bookings/{booking}/papers. */
export function registerPaperRoutes(app: FastifyInstance, deps: PaperDeps): void {
  for (const [name, print, summary, type] of papers) {
    const config = { access: 'public', summary, query: fileLinkQuery, answers: { types: [type] } } as const
    app.get(`/api/papers/:booking/${name}`, { config }, async (request, reply) => {
      const paper = await take(deps, request, name, print)
      return reply
        .header('content-type', paper.contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(paper.name)}`)
        .header('cache-control', 'private, no-store')
        .send(paper.bytes)
    })
  }
}

async function take(deps: PaperDeps, request: FastifyRequest, name: PaperName, print: Print): Promise<Paper> {
  const { link } = readQuery(fileLinkQuery, request)
  const id = uuid.safeParse((request.params as { booking: string }).booking)
  if (!id.success) throw new Refusal('file/not-found')
  await countHit(deps, prints, request.caller.address)
  requireFileLink(deps, subjectOf(name, id.data), request.caller, link)
  return print(deps, id.data)
}
