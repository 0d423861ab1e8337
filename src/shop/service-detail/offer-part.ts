import type { OfferView } from './offer-view.tsx'

let shown: typeof OfferView | undefined

/** The page of kinds that sell by an offer: loaded by the loader, so other pages never carry it. */
export async function loadOfferView(): Promise<void> {
  shown ??= (await import('./offer-view.tsx')).OfferView
}
export const offerView = (): typeof OfferView | undefined => shown
