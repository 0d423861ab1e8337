import type * as z from 'zod'
import type { LocalDate } from '../../../kernel/dates.ts'
import { forAnswer } from '../../../kernel/messages.ts'
import type { Money } from '../../../kernel/money.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { findServiceOnSale } from '../../inventory/index.server.ts'
import { type PromoJudgement, quotePromo } from '../../promo/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { quoteInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { fullDeparture } from '../places.server.ts'
import { firstPerField, judgeChoice } from '../rules/choice.ts'
import { dayOf } from '../rules/departure.ts'
import type { priceBreakdown } from '../view-contract.ts'

export type QuoteInput = z.output<typeof quoteInput>
export interface Quote {
  price: z.output<typeof priceBreakdown>
  errors: FieldError<string>[]
  return_date: LocalDate | null
}

/** The price of a choice and everything that is wrong with it. Writes nothing and takes no place. */
export async function quoteChoice(deps: BookingDeps, input: QuoteInput): Promise<Quote> {
  const kind = deps.kinds.find(input.service_type)
  const [settings, onSale] = await Promise.all([
    readSettings(deps),
    kind ? findServiceOnSale(deps, { kind: kind.key, idOrSlug: input.service_id }, dayOf(input.travel_date)) : null,
  ])
  if (!kind || !onSale) throw new Refusal('booking/service-not-found')
  const clock = { now: deps.clock(), cutOffMinutes: settings.cut_off_minutes, timeZone: settings.time_zone }
  const judged = judgeChoice(kind, onSale, input, clock)
  const { request, departure } = judged
  const promo = await promoDiscount(deps, input.promo_code, { base: judged.price.base, service: onSale.service })
  const discounted = promo?.discount ? kind.price(judged.priced, request, promo.discount) : judged.price
  const price = { ...discounted, lines: [...discounted.lines] }
  const ofPromo = promo?.error ? [{ path: 'promo_code', message: promo.error }] : []
  const errors = [...judged.errors, ...ofPromo]
  const left = departure?.vacancies ?? null
  const full = departure && left !== null && judged.places > left ? [fullDeparture(departure, left)] : []
  return {
    price,
    errors: firstPerField(errors, full).map(inAnswer),
    return_date: departure?.trip.returnDate ?? null,
  }
}

const inAnswer = ({ path, message }: FieldError) => ({ path, message: forAnswer(message) })

/** The discount of the promo code, or why it is refused; null without a code. */
async function promoDiscount(
  deps: BookingDeps,
  code: string | null | undefined,
  { base, service }: { readonly base: Money; readonly service: CatalogueService },
): Promise<PromoJudgement | null> {
  if (!code) return null
  const rates = await readRates(deps)
  const use = { now: deps.clock(), rates, kind: service.kind, serviceId: service.id, base }
  return quotePromo(deps, code, use)
}
