import { addHours } from '../../src/kernel/dates.ts'
import { recountReviews } from '../../src/modules/review/index.server.ts'
import { shownNameOf } from '../../src/modules/review/index.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { clerk, type DemoBooking, stepAt } from './demo-booking.server.ts'
import { type ReviewText, reviewTexts } from './review-texts.ts'
import type { SeedDeps } from './world.server.ts'

/** Reviews of completed bookings: the two newest are unread, some travellers write none. */
export async function seedReviews(deps: SeedDeps, bookings: readonly DemoBooking[]): Promise<void> {
  const turn = new Map<string, number>()
  const travelled = bookings
    .filter(({ story }) => story.booking === 'completed')
    .sort((a, b) => a.created.getTime() - b.created.getTime())
  const written = travelled.flatMap((booking) => {
    const place = turn.get(booking.service.kind) ?? 0
    turn.set(booking.service.kind, place + 1)
    const text = reviewTexts[booking.service.kind]?.[place]
    return text ? [{ booking, text }] : []
  })
  await deps.db.transaction().execute(async (trx) => {
    const rows = written.map(({ booking, text }, place) => rowOf(booking, text, place >= written.length - 2))
    if (rows.length === 0) return
    await trx.insertInto('reviews').values(rows).execute()
    for (const serviceId of new Set(rows.map((row) => row.service_id))) await recountReviews(trx, serviceId)
  })
}

function rowOf(booking: DemoBooking, text: ReviewText, isNew: boolean) {
  // After the trip, but not in the future.
  const ended = new Date(Math.max(stepAt(booking, 5).getTime(), Date.parse(booking.request.date ?? '') || 0))
  const planned = addHours(ended, 52)
  const written = planned < booking.now ? planned : addHours(booking.now, -3)
  const decided = isNew ? {} : { status: 'published' as const, decided_at: addHours(written, 2), decided_by: clerk }
  const replied = text.reply && !isNew && { replied_at: addHours(written, 3), replied_by: clerk, reply: text.reply }
  return {
    ...{ id: newId(written), booking_id: booking.id, service_id: booking.service.id },
    ...{ rating: text.rating, body: text.text, shown_name: shownNameOf(booking.person.name) },
    ...decided,
    ...replied,
    ...{ written_at: written, updated_at: addHours(written, isNew ? 0 : 3) },
  }
}
