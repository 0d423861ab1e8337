import type { PricedService } from '../../../services/kind.ts'
import type { DeparturePrices } from '../../../services/schedule.ts'

/** The service as it is priced on a departure: the departure's prices replace the item's, field by field. */
export const pricedOn = <Service extends PricedService>(service: Service, prices: DeparturePrices | null): Service =>
  prices === null ? service : { ...service, details: { ...service.details, ...prices } }
