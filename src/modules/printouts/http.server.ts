import { implement } from '@orpc/server'
import type * as z from 'zod'
import type { Caller } from '../../platform/core.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { type BookingDeps, findVisibleBooking } from '../booking/index.server.ts'
import { issueFileLink } from '../files/index.server.ts'
import { printoutContract, type printoutLinks } from './contract.ts'
import { listCreditNotes } from './credit-notes.server.ts'
import { hasVoucher } from './rules.ts'

export type PrintoutName = 'invoice.pdf' | 'voucher.pdf' | 'calendar.ics'
/** The subject of a link; it must not contain dots. */
export const subjectOf = (name: PrintoutName, bookingId: string): string => `${name.replace('.', '-')}:${bookingId}`
export const subjectOfNote = (noteId: string): string => `credit-note-pdf:${noteId}`

/** Implements the contract. Access is enforced by the router, from the contract's declarations. */
export function implementPrintouts(deps: BookingDeps) {
  const os = implement(printoutContract).$context<RequestContext>()
  return os.router({ links: os.links.handler(({ input, context }) => linkPrintouts(deps, context.caller, input)) })
}

/** Links to the printouts that the booking has now. Refuses 'booking/not-found'. */
export async function linkPrintouts(
  deps: BookingDeps,
  caller: Caller,
  request: { bookingId: string; token?: string | undefined },
): Promise<z.output<typeof printoutLinks>> {
  const booking = await findVisibleBooking(deps, caller, request)
  const address = (name: PrintoutName): string => {
    const link = issueFileLink(deps, subjectOf(name, booking.id), caller)
    return `/api/papers/${booking.id}/${name}?${new URLSearchParams({ link })}`
  }
  const notes = await listCreditNotes(deps.db, booking.id)
  const isCancelled = booking.booking_status === 'cancelled'
  return {
    invoice: address('invoice.pdf'),
    voucher: hasVoucher(booking) ? address('voucher.pdf') : null,
    calendar: booking.travel_date === null || isCancelled ? null : address('calendar.ics'),
    credit_notes: notes.map(({ id, number, content }) => {
      const link = issueFileLink(deps, subjectOfNote(id), caller)
      const href = `/api/papers/${booking.id}/credit-notes/${id}?${new URLSearchParams({ link })}`
      return { id, number, amount: content.amount, href }
    }),
  }
}
