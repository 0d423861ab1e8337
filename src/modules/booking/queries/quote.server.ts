import type * as z from 'zod'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import { peopleOf } from '../../../services/shared/party.ts'
import { findActiveService } from '../../catalogue/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import type { priceBreakdown, quoteInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { countTaken, fullSlot } from '../places.server.ts'
import { firstPerField, judgeChoice } from '../rules/choice.ts'

export type QuoteInput = z.output<typeof quoteInput>
export interface Quote {
  price: z.output<typeof priceBreakdown>
  errors: FieldError[]
}

/** What the choice costs, and what stands against it; writes nothing and promises no place. */
export async function quoteChoice(deps: BookingDeps, input: QuoteInput): Promise<Quote> {
  const kind = deps.kinds.find(input.service_type)
  const [settings, service] = await Promise.all([
    readSettings(deps),
    kind ? findActiveService(deps, kind.key, input.service_id) : null,
  ])
  if (!kind || !service) throw new Refusal('booking/service-not-found')
  const clock = { now: deps.clock(), cutOffMinutes: settings.cut_off_minutes }
  const judged = judgeChoice(kind, service, input, clock)
  const { request, schedule } = judged
  const price = { ...judged.price, lines: [...judged.price.lines] }
  const errors = [...judged.errors]
  const slot = { serviceId: service.id, date: request.date, time: request.time }
  if (schedule.capacity === null || slot.date === null) return { price, errors }
  const left = schedule.capacity - (await countTaken(deps.db, slot))
  const full = peopleOf(request.party) > left ? [fullSlot(slot, left)] : []
  return { price, errors: firstPerField(errors, full) }
}
