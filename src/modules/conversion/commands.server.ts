import { sql } from 'kysely'
import type { Money } from '../../kernel/money.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { daysBefore, deleteOld, keptDays } from '../../platform/retention.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { ConversionName } from './port.ts'
import { visitOf } from './rules.ts'
import type { ConversionDeps } from './tables.server.ts'

/** Stores the visit of a new booking for its advertising events. Does nothing without consent or without a sink. */
export async function keepVisit(
  trx: Trx,
  deps: ConversionDeps,
  bookingId: string,
  { caller, cookies, userAgent }: RequestContext,
): Promise<void> {
  const visit = deps.conversions ? visitOf({ cookies, userAgent, address: caller.address }) : null
  if (!visit) return
  await trx
    .insertInto('conversion_visits')
    .values({
      booking_id: bookingId,
      browser_id: visit.browserId,
      click_id: visit.clickId,
      user_agent: visit.userAgent,
      address: visit.address,
      checkout_told_at: null,
      created_at: deps.clock(),
    })
    .execute()
}

/** A booking in an event. This room does not know the booking room. */
export type BookingFacts = Readonly<{
  bookingId: string
  reference: string
  value: Money
  itemId: string
  email: string
  phone: string | null
}>
const pages: Readonly<Record<ConversionName, string>> = {
  InitiateCheckout: '/booking-payment',
  Purchase: '/booking-confirmation',
}

/** `findSale` reads a booking, which this room does not know. */
export type SendDeps = ConversionDeps & Readonly<{ findSale: (bookingId: string) => Promise<BookingFacts | null> }>
type Sending = Readonly<{ name: ConversionName; occurredAt: Date; bookingId: string }>

/**
 * Sends an event once for each booking and name. Does nothing without a stored visit, and for a free booking, which is
 * neither a checkout nor a purchase; a purchase deletes the visit.
 * After a crash an event may be repeated with the same event id. Throws when a retry may help.
 */
export async function sendConversion(deps: SendDeps, { name, occurredAt, bookingId }: Sending): Promise<void> {
  const { db, conversions, log } = deps
  const visit = await db
    .selectFrom('conversion_visits')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  if (!visit || (name === 'InitiateCheckout' && visit.checkout_told_at !== null)) return
  const facts = await deps.findSale(bookingId)
  if (!facts || facts.value.minor === 0) return
  const { facebook_pixel_id: pixelId } = await readSettings(deps)
  if (conversions && pixelId !== '') {
    const outcome = await conversions.send(pixelId, {
      name,
      occurredAt,
      eventId: facts.reference,
      pageUrl: deps.baseUrl + pages[name],
      value: facts.value,
      itemId: facts.itemId,
      email: facts.email,
      phone: facts.phone,
      address: visit.address,
      userAgent: visit.user_agent,
      browserId: visit.browser_id,
      clickId: visit.click_id,
    })
    if (outcome === 'refused') log.warn({ name, bookingId }, 'the advertising network refused an event')
  }
  if (name === 'Purchase') await db.deleteFrom('conversion_visits').where('booking_id', '=', bookingId).execute()
  else
    await db
      .updateTable('conversion_visits')
      .set({ checkout_told_at: deps.clock() })
      .where('booking_id', '=', bookingId)
      .execute()
}

/** Deletes the visits of unpaid bookings. */
export async function forgetVisits({ db, clock }: Core): Promise<void> {
  const isOld = sql<boolean>`created_at < ${daysBefore(clock(), keptDays.conversion_visits)}`
  await deleteOld({ db }, { table: 'conversion_visits', isOld })
}

export async function eraseVisits(trx: Trx, { bookingIds }: Erased): Promise<void> {
  if (bookingIds.length === 0) return
  await trx.deleteFrom('conversion_visits').where('booking_id', 'in', bookingIds).execute()
}
