import { latePart } from '../routing/late-part.tsx'

export const { load: loadSimilar, Part: SimilarItems } = latePart(
  async () => (await import('./similar-items.tsx')).SimilarItems,
)
export const { load: loadGoodToKnow, Part: GoodToKnow } = latePart(
  async () => (await import('./good-to-know.tsx')).GoodToKnow,
)
