import { listPricedCurrencies } from '../../catalogue/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { refusedCurrencies } from './rules/restrictions.ts'
import { describedAs, isUsable, modeOf, readGatewaysForStaff } from './store.server.ts'

/**
 * Whether customers can pay with real money: a method is on, complete, in live mode, and takes a currency that something
 * on sale is priced in.
 */
export async function takesPayments(deps: PaymentDeps): Promise<boolean> {
  const [gateways, settings, rates, priced] = await Promise.all([
    readGatewaysForStaff(deps),
    readSettings(deps),
    readRates(deps),
    listPricedCurrencies(deps),
  ])
  return gateways.some((gateway) => {
    if (!isUsable(gateway) || modeOf(gateway) !== 'live') return false
    const described = describedAs(gateway)
    // A bank transfer takes those that have an account.
    if (described.currencies?.length === 0) return false
    return priced.length === 0 || refusedCurrencies(described, priced, settings, rates).length < priced.length
  })
}
