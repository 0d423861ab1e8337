import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { fileLinkQuery, requireFileLink } from '../files/index.server.ts'
import { type PrintoutName, subjectOf } from './http.server.ts'
import { type Printout, printInvoice, printVoucher, writeCalendarFile } from './printouts.server.ts'
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
      const printout = await take(deps, request, name, print)
      return reply
        .header('content-type', printout.contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(printout.name)}`)
        .header('cache-control', 'private, no-store')
        .send(printout.bytes)
    })
  }
}

async function take(deps: PrintoutDeps, request: FastifyRequest, name: PrintoutName, print: Print): Promise<Printout> {
  const { link } = readQuery(fileLinkQuery, request)
  const id = uuid.safeParse((request.params as { booking: string }).booking)
  if (!id.success) throw new Refusal('file/not-found')
  await countHit(deps, prints, request.caller.address)
  requireFileLink(deps, subjectOf(name, id.data), request.caller, link)
  return print(deps, id.data)
}
