import type * as z from 'zod'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import type { PriceBreakdown } from '../../../services/kind.ts'
import { peopleOf } from '../../../services/shared/party.ts'
import { type CatalogueService, findActiveService } from '../../catalogue/index.server.ts'
import { type PromoJudgement, quotePromo } from '../../promo/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { quoteInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { countTaken, fullSlot } from '../places.server.ts'
import { firstPerField, judgeChoice } from '../rules/choice.ts'
import type { priceBreakdown } from '../view-contract.ts'

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
  const promo = await takeOff(deps, input, judged.price, service)
  const discounted = promo?.discount ? kind.price(service, request, promo.discount) : judged.price
  const price = { ...discounted, lines: [...discounted.lines] }
  const ofPromo = promo?.error ? [{ path: 'promo_code', message: promo.error }] : []
  const errors = [...judged.errors, ...ofPromo]
  const slot = { serviceId: service.id, date: request.date, time: request.time }
  if (schedule.capacity === null || slot.date === null) return { price, errors }
  const left = schedule.capacity - (await countTaken(deps.db, slot))
  const full = peopleOf(request.party) > left ? [fullSlot(slot, left)] : []
  return { price, errors: firstPerField(errors, full) }
}

/** What the code takes off these lines, or why nothing; null where none is given. */
async function takeOff(
  deps: BookingDeps,
  { promo_code }: QuoteInput,
  price: PriceBreakdown,
  service: CatalogueService,
): Promise<PromoJudgement | null> {
  if (!promo_code) return null
  const rates = await readRates(deps)
  const use = { now: deps.clock(), rates, kind: service.kind, serviceId: service.id, base: price.base }
  return quotePromo(deps, promo_code, use)
}
