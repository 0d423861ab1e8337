import { implement } from '@orpc/server'
import type * as z from 'zod'
import type { Caller } from '../../platform/core.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { type BookingDeps, findVisibleBooking } from '../booking/index.server.ts'
import { issueFileLink } from '../files/index.server.ts'
import { paperContract, type paperLinks } from './contract.ts'
import { hasVoucher } from './rules.ts'

export type PaperName = 'invoice.pdf' | 'voucher.pdf' | 'calendar.ics'
/** What a link to a paper names; a token's payload holds no dot. */
export const subjectOf = (name: PaperName, bookingId: string): string => `${name.replace('.', '-')}:${bookingId}`

/** The contract, answered. Who may call is enforced around it, by what the contract declares. */
export function implementPaper(deps: BookingDeps) {
  const os = implement(paperContract).$context<RequestContext>()
  return os.router({ links: os.links.handler(({ input, context }) => linkPapers(deps, context.caller, input)) })
}

/** Links to the papers that the booking has. Refuses 'booking/not-found' for whom the booking is not visible. */
export async function linkPapers(
  deps: BookingDeps,
  caller: Caller,
  asked: { bookingId: string; token?: string | undefined },
): Promise<z.output<typeof paperLinks>> {
  const booking = await findVisibleBooking(deps, caller, asked)
  const address = (name: PaperName): string => {
    const link = issueFileLink(deps, subjectOf(name, booking.id), caller)
    return `/api/papers/${booking.id}/${name}?${new URLSearchParams({ link })}`
  }
  const isCancelled = booking.booking_status === 'cancelled'
  return {
    invoice: address('invoice.pdf'),
    voucher: hasVoucher(booking) ? address('voucher.pdf') : null,
    calendar: booking.travel_date === null || isCancelled ? null : address('calendar.ics'),
  }
}
