import { addMinutes } from '../../src/kernel/dates.ts'
import type { CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import type { PriceBreakdown, RuleRequest } from '../../src/services/kind.ts'
import type { ServiceSchedule } from '../../src/services/shared/schedule.ts'
import type { Person } from './people.ts'
import type { Story } from './stories.ts'
import type { SeedDeps } from './world.server.ts'

/** A planned booking of the demo. */
export type DemoBooking = {
  readonly id: string
  readonly n: number
  readonly story: Story
  readonly service: CatalogueService
  readonly person: Person
  readonly request: RuleRequest
  readonly schedule: ServiceSchedule
  readonly price: PriceBreakdown
  readonly created: Date
  readonly now: Date
}

/** A booking while it is written, in one transaction. */
export type Writing = { readonly trx: Trx; readonly deps: SeedDeps; readonly booking: DemoBooking }

/** The staff member of the demo. */
export const clerk = 'Farah Contractor'

/** The time of the n-th step: steps are spread evenly between the booking and now, at most a day apart. */
export function stepAt({ created, now }: Pick<DemoBooking, 'created' | 'now'>, step: number): Date {
  const minutes = Math.min((now.getTime() - created.getTime()) / 60_000 / 6, 24 * 60)
  return addMinutes(created, Math.floor(minutes * step))
}

type HistoryEntry = {
  readonly event: string
  readonly actor: 'customer' | 'admin' | 'system' | 'provider'
  readonly step: number
  readonly data?: Readonly<Record<string, unknown>>
}
export async function writeHistory({ trx, booking }: Writing, entry: HistoryEntry): Promise<void> {
  const { event, actor, step, data = {} } = entry
  const facts = actor === 'admin' ? { ...data, actorName: clerk } : data
  await trx
    .insertInto('booking_history')
    .values({
      booking_id: booking.id,
      event,
      actor,
      actor_id: null,
      data: JSON.stringify(facts),
      at: step === 0 ? booking.created : stepAt(booking, step),
    })
    .execute()
}
