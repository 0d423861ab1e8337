import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { type Paper, printInvoice, printVoucher, writeCalendarFile } from './papers.server.ts'
import type { PaperDeps } from './tables.server.ts'

const prints = { name: 'papers', hits: 60, seconds: 600 }
const query = z.strictObject({ token: z.string().max(300).optional() })
const bookingId = z.uuid()
type Asked = { bookingId: string; token?: string | undefined }

const papers = {
  'invoice.pdf': { print: printInvoice, summary: "The booking's invoice as PDF; a pro forma before it is paid" },
  'voucher.pdf': { print: printVoucher, summary: 'The voucher of a confirmed booking as PDF' },
  'calendar.ics': { print: writeCalendarFile, summary: 'The booking as an entry for a calendar' },
} as const

/** GET /api/bookings/{booking}/invoice.pdf, /voucher.pdf, /calendar.ics, by session or ?token=. */
export function registerPaperRoutes(app: FastifyInstance, deps: PaperDeps): void {
  for (const [name, { print, summary }] of Object.entries(papers))
    app.get(`/api/bookings/:bookingId/${name}`, { config: { access: 'public', summary } }, async (request, reply) => {
      const paper = await take(deps, request, print)
      return reply
        .header('content-type', paper.contentType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(paper.name)}`)
        .header('cache-control', 'private, no-store')
        .send(paper.bytes)
    })
}

async function take(
  deps: PaperDeps,
  request: FastifyRequest,
  print: (deps: PaperDeps, caller: Caller, asked: Asked) => Promise<Paper>,
): Promise<Paper> {
  const { token } = readQuery(query, request)
  const id = bookingId.safeParse((request.params as { bookingId: string }).bookingId)
  if (!id.success) throw new Refusal('booking/not-found')
  await countHit(deps, prints, request.caller.address)
  return print(deps, request.caller, { bookingId: id.data, token })
}
