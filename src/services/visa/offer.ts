/** What a visa costs and needs for one nationality. Pure. */
import type { SoldTerms } from '../kind.ts'
import { coversEverybody, type NationalityRule, type Passport, ruleFor, rulesIn } from '../shared/nationality-rules.ts'
import { defaultMaxStayDays } from '../shared/travellers.ts'
import type { VisaDetails } from './fields.ts'

export interface VisaOffer {
  readonly isAvailable: boolean
  /** What to do instead, or a note of the agency; '' for none. */
  readonly nextStep: string
  readonly price: number
  readonly childPrice: number
  readonly processingDays: number | null
  readonly maxStayDays: number
  readonly validityDays: number | null
  /** Required in addition to the documents that everybody sends. */
  readonly documents: readonly string[]
}

/** D47: an unset child price is the adult price; 0 is free. A price of the rule replaces both prices of the item. */
function pricesOf({ price, child_price }: VisaDetails, rule: NationalityRule | null) {
  const own = rule?.price ?? null
  const child = rule?.child_price ?? (own === null ? child_price : null)
  return { price: own ?? price, childPrice: child ?? own ?? price }
}

const offerBy = (details: VisaDetails, rule: NationalityRule | null): VisaOffer => ({
  isAvailable: rule?.is_available ?? true,
  nextStep: rule?.next_step ?? '',
  ...pricesOf(details, rule),
  // Items saved before a field existed lack it.
  processingDays: rule?.processing_days ?? details.estimated_days ?? null,
  maxStayDays: rule?.max_stay_days ?? details.max_stay_days ?? defaultMaxStayDays,
  validityDays: rule?.validity_days ?? null,
  documents: rule?.documents ?? [],
})

export const offerFor = (details: VisaDetails, passport: Passport): VisaOffer =>
  offerBy(details, ruleFor(details, passport))

/** The offer with the lowest adult price on sale; without rules the item's own. */
export function cheapestOffer(details: VisaDetails): VisaOffer {
  const own = offerBy(details, null)
  const offers = [
    ...(coversEverybody(details) ? [] : [own]),
    ...rulesIn(details)
      .filter((rule) => rule.is_available)
      .map((rule) => offerBy(details, rule)),
  ]
  return offers.reduce((least, offer) => (offer.price < least.price ? offer : least), offers[0] ?? own)
}

/** Null for an item without rules: then the item itself decides, as long as it lives. */
export const soldTerms = (details: VisaDetails, passport: Passport): SoldTerms | null => {
  if (rulesIn(details).length === 0) return null
  const { documents, processingDays, maxStayDays } = offerFor(details, passport)
  return {
    documents: [...documents],
    processing_days: processingDays,
    max_stay_days: maxStayDays,
    needs_passport_expiry: true,
  }
}
