import { bookingTitles } from '../modules/booking/index.server.ts'
import { catalogueTitles } from '../modules/catalogue/index.server.ts'
import { contentTitles } from '../modules/content/index.server.ts'
import { customerTitles } from '../modules/customer/index.server.ts'
import { inventoryTitles } from '../modules/inventory/index.server.ts'
import { promoTitles } from '../modules/promo/index.server.ts'
import { reviewTitles } from '../modules/review/index.server.ts'
import type { TitleSource } from '../platform/audit.server.ts'

/** What the audit trail can name; accounts are its own room's. The first names the columns. */
export const auditTitles: readonly TitleSource[] = [
  ...[...catalogueTitles, ...bookingTitles, ...customerTitles, ...contentTitles],
  ...[...promoTitles, ...reviewTitles, ...inventoryTitles],
]
