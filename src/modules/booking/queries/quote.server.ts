import type * as z from 'zod'
import type { LocalDate } from '../../../kernel/dates.ts'
import { forAnswer } from '../../../kernel/messages.ts'
import type { Money } from '../../../kernel/money.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { findOffer, findServiceOnSale } from '../../inventory/index.server.ts'
import { byStart, type Departure } from '../../inventory/index.ts'
import { type PromoJudgement, quotePromo } from '../../promo/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { quoteInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { fullDeparture } from '../places.server.ts'
import { firstPerField, type JudgedChoice, judgeChoice } from '../rules/choice.ts'
import type { Offer } from '../rules/departure.ts'
import { daysOf, fullReturn, nearestAfter } from '../rules/return-leg.ts'
import type { AgencyClock } from '../rules/schedule.ts'
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
    kind ? findServiceOnSale(deps, { kind: kind.key, idOrSlug: input.service_id }, daysOf(kind, input)) : null,
  ])
  if (!kind || !onSale) throw new Refusal('booking/service-not-found')
  const clock = { now: deps.clock(), cutOffMinutes: settings.cut_off_minutes, timeZone: settings.time_zone }
  const judged = judgeChoice(kind, onSale, input, clock)
  const { request, departure, isBusy } = judged
  const promo = await promoDiscount(deps, input.promo_code, { base: judged.price.base, service: onSale.service })
  const discounted = promo?.discount ? kind.price(judged.priced, request, promo.discount) : judged.price
  const price = { ...discounted, lines: [...discounted.lines] }
  const ofPromo = promo?.error ? [{ path: 'promo_code', message: promo.error }] : []
  const errors = [...judged.errors, ...ofPromo]
  const chosen = departure && { service: onSale.service, departure }
  const left = isBusy ? 0 : chosen && (await vacanciesFor(deps, input, chosen))
  return {
    price,
    errors: firstPerField(errors, fullLegs(judged, { offer: onSale, clock, left })).map(inAnswer),
    return_date: departure?.trip.returnDate ?? null,
  }
}

interface Chosen {
  readonly service: CatalogueService
  readonly departure: Departure
}
/** The places left, including those of the customer's offer; null: free sale. No statement without an offer, else one. */
async function vacanciesFor(
  deps: BookingDeps,
  { waiting_offer: token }: QuoteInput,
  { service, departure }: Chosen,
): Promise<number | null> {
  const { vacancies, date, time } = departure
  if (vacancies === null || !token) return vacancies
  const offer = await findOffer(deps.db, deps, { token, departure: { serviceId: service.id, date, time } })
  return vacancies + (offer?.held ?? 0)
}

type Selling = { readonly offer: Omit<Offer, 'schedule'>; readonly clock: AgencyClock; readonly left: number | null }
/** The errors of sold-out departures in the choice; `left`: places the first one has for this customer. */
function fullLegs(judged: JudgedChoice, { offer, clock, left }: Selling): FieldError[] {
  const { departure, returnLeg, places, schedule } = judged
  const back = returnLeg?.departure
  const isShared = back && departure && byStart(back, departure) === 0
  const backLeft = returnLeg?.isBusy ? 0 : isShared && left !== null ? left - places : (back?.vacancies ?? null)
  const nearby = { offer: { ...offer, schedule }, clock, places, after: judged.request }
  const full = departure && left !== null && places > left ? [fullDeparture(departure, left)] : []
  const fullBack = back && backLeft !== null && places > backLeft ? [fullDeparture(back, backLeft)] : []
  return [...full, ...fullBack.map((each) => fullReturn(each, returnLeg ? nearestAfter(returnLeg, nearby) : []))]
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
