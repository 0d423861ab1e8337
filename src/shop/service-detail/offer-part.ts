import type { OfferView } from './offer-view.tsx'

let shown: typeof OfferView | undefined

/** The page of kinds that sell by an offer: fetched by a loader, so that others never carry it. */
export async function loadOfferView(): Promise<void> {
  shown ??= (await import('./offer-view.tsx')).OfferView
}
export const offerView = (): typeof OfferView | undefined => shown
