import { addHours } from '../../src/kernel/dates.ts'
import { recountReviews } from '../../src/modules/review/index.server.ts'
import { shownNameOf } from '../../src/modules/review/index.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { clerk, stepAt, type Told } from './bookings.server.ts'
import { type Said, sayings } from './sayings.ts'
import type { SeedDeps } from './world.server.ts'

/** What those who travelled have said: most of it published, the newest still to be read; some say nothing. */
export async function seedReviews(deps: SeedDeps, told: readonly Told[]): Promise<void> {
  const turn = new Map<string, number>()
  const travelled = told
    .filter(({ story }) => story.booking === 'completed')
    .sort((a, b) => a.created.getTime() - b.created.getTime())
  const written = travelled.flatMap((booking) => {
    const place = turn.get(booking.service.kind) ?? 0
    turn.set(booking.service.kind, place + 1)
    const said = sayings[booking.service.kind]?.[place]
    return said ? [{ booking, said }] : []
  })
  await deps.db.transaction().execute(async (trx) => {
    const rows = written.map(({ booking, said }, place) => rowOf(booking, said, place >= written.length - 2))
    if (rows.length === 0) return
    await trx.insertInto('reviews').values(rows).execute()
    for (const serviceId of new Set(rows.map((row) => row.service_id))) await recountReviews(trx, serviceId)
  })
}

function rowOf(booking: Told, said: Said, isNew: boolean) {
  // After the journey, and never later than now.
  const ended = new Date(Math.max(stepAt(booking, 5).getTime(), Date.parse(booking.request.date ?? '') || 0))
  const wanted = addHours(ended, 52)
  const written = wanted < booking.now ? wanted : addHours(booking.now, -3)
  const decided = isNew ? {} : { status: 'published' as const, decided_at: addHours(written, 2), decided_by: clerk }
  const replied = said.reply && !isNew && { replied_at: addHours(written, 3), replied_by: clerk, reply: said.reply }
  return {
    ...{ id: newId(written), booking_id: booking.id, service_id: booking.service.id },
    ...{ rating: said.rating, body: said.text, shown_name: shownNameOf(booking.person.name) },
    ...decided,
    ...replied,
    ...{ written_at: written, updated_at: addHours(written, isNew ? 0 : 3) },
  }
}
