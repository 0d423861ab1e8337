import { say } from '../../platform/messages.server.ts'
import { type CatalogueDeps, getService } from '../catalogue/index.server.ts'
import { priceFieldsOf } from './departure-fields.ts'
import { departingKind } from './stored-departure.server.ts'

/** The price fields of a service, in its currency and in minor units. Refuses 'catalogue/not-found', 'inventory/not-found'. */
export async function readDeparturePrices(deps: CatalogueDeps, serviceId: string) {
  const service = await getService(deps.db, deps, serviceId)
  const price_fields = priceFieldsOf(departingKind(deps, service)).map(({ name, label }) => {
    const price = service.details[name]
    return { name, label: say(label), usual: typeof price === 'number' ? price : null }
  })
  return { currency: service.currency, price_fields }
}
