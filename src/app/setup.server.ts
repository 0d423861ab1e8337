import { type AccountDeps, countColleagues } from '../modules/account/index.server.ts'
import { hasBookings } from '../modules/booking/index.server.ts'
import { type CatalogueDeps, countServices } from '../modules/catalogue/index.server.ts'
import { type MailDeps, readDelivery } from '../modules/mail/index.server.ts'
import { type PaymentDeps, takesPayments } from '../modules/payment/index.server.ts'
import { beginShop, type OtherFacts } from '../modules/settings/index.server.ts'

const countOnSale = async (deps: CatalogueDeps): Promise<number> =>
  Object.values(await countServices(deps, { activeOnly: true })).reduce((sum, items) => sum + items, 0)

type Deps = AccountDeps & CatalogueDeps & MailDeps & PaymentDeps

/** With what the rooms know about the steps of the setup checklist. */
export const withSetupFacts = (deps: Deps): Deps & { setupFacts: () => Promise<OtherFacts> } => ({
  ...deps,
  setupFacts: async () => {
    const [itemsOnSale, colleagues, delivery, pays] = await Promise.all([
      countOnSale(deps),
      countColleagues(deps),
      readDelivery(deps),
      takesPayments(deps),
    ])
    return { itemsOnSale, colleagues, delivery, takesPayments: pays, is_sandbox: deps.isSandbox }
  },
})

/** The first start of a real shop: one that sells nothing and was never booked begins closed. */
export async function beginRealShop(deps: CatalogueDeps): Promise<void> {
  const isSelling = (await countOnSale(deps)) > 0 || (await hasBookings(deps))
  await beginShop(deps, { isSelling })
}
