import type * as z from 'zod'
import type { LocalDate } from '../../../kernel/dates.ts'
import { forAnswer } from '../../../kernel/messages.ts'
import type { Money } from '../../../kernel/money.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
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
import { daysAround, isStartLost, type NearestStart, nearestStarts } from '../rules/nearest.ts'
import { daysOf, fullReturn, nearestAfter } from '../rules/return-leg.ts'
import { type AgencyClock, todayOf } from '../rules/schedule.ts'
import type { priceBreakdown } from '../view-contract.ts'

export type QuoteInput = z.output<typeof quoteInput>
export interface Quote {
  price: z.output<typeof priceBreakdown>
  errors: FieldError<string>[]
  return_date: LocalDate | null
  nearest: NearestStart[]
}

/**
 * The price of a choice and everything that is wrong with it. Writes nothing and takes no place. One statement for the
 * item, and a second one for the departures nearby if the chosen one cannot be booked.
 */
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
  const reported = firstPerField(errors, fullLegs(judged, { offer: onSale, clock, left }))
  return {
    price,
    errors: reported.map(inAnswer),
    return_date: departure?.trip.returnDate ?? null,
    nearest: isStartLost(judged, reported)
      ? await nearestTo(deps, { kind, service: onSale.service, judged, clock })
      : [],
  }
}

type Lost = {
  readonly kind: LoadedKind
  readonly service: CatalogueService
  readonly judged: JudgedChoice
  readonly clock: AgencyClock
}
/** Departures with places near the chosen one. One statement; none for kinds without departures. */
async function nearestTo(deps: BookingDeps, { kind, service, judged, clock }: Lost): Promise<NearestStart[]> {
  const { schedule, places, request } = judged
  if (places === 0 || request.date === null) return []
  const range = daysAround(request.date, todayOf(schedule, clock))
  const onSale = await findServiceOnSale(deps, { kind: kind.key, idOrSlug: service.id }, range)
  return onSale ? nearestStarts(judged, { kind, offer: { ...onSale, schedule }, clock, range }) : []
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
