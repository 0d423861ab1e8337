import type { EnquiryCard } from './enquiry-card.tsx'

let shown: typeof EnquiryCard | undefined

/** Loaded by the loader of items that need documents, so other pages never carry it. */
export async function loadEnquiryCard(): Promise<void> {
  shown ??= (await import('./enquiry-card.tsx')).EnquiryCard
}
export const enquiryCard = (): typeof EnquiryCard | undefined => shown
