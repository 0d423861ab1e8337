import type { Fact, ShopService } from '../kind.ts'
import { known } from './panels.tsx'
import { text } from './text.ts'

/** What cards say after the facts; the page of an item explains each of them instead. */
export const promises = ({ details }: ShopService): readonly Fact[] =>
  known([
    details.instant_confirmation === true && text('shop.instantConfirmation'),
    details.free_cancellation === true && text('shop.freeCancellation'),
  ])
