// A shop with all payment gateways and advertising events enabled, each connected to its provider's stand-in.
import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test'
import { editOf, openStandIns, type StandIns } from '../../support/stand-ins.ts'
import { administrator } from './bookings.ts'
import { type Meta, startMeta } from './meta.ts'
import { type RunningShop, startShop } from './running-shop.ts'
import { test as base, expect } from './shop.ts'
import { runTemplate } from './template.ts'

export { expect }
export const metaToken = 'a-secret-access-token'

async function switchOn(admin: APIRequestContext, { all }: StandIns): Promise<void> {
  const shown: { name: string; version: number }[] = await (await admin.get('/api/admin/payment-gateways')).json()
  const gateways = all.map((standIn) => {
    const row = shown.find(({ name }) => name === standIn.provider)
    if (!row) throw new Error(`the shop knows no ${standIn.provider}`)
    return editOf(standIn, row.version)
  })
  const saved = await admin.put('/api/admin/payment-gateways', { data: { gateways } })
  expect(saved.ok(), await saved.text()).toBe(true)
}

type Suppliers = { readonly standIns: StandIns; readonly meta: Meta }
async function startWith(
  { standIns, meta }: Suppliers,
  playwright: PlaywrightWorkerArgs['playwright'],
): Promise<RunningShop> {
  const env = {
    ...standIns.env,
    META_PIXEL_URL: `${meta.origin}/pixel.js`,
    META_API_URL: meta.origin,
    META_ACCESS_TOKEN: metaToken,
  }
  const shop = await startShop({ env, template: runTemplate() })
  const admin = await administrator(playwright, shop)
  await switchOn(admin, standIns)
  await admin.dispose()
  standIns.deliverTo(shop.url)
  return shop
}

export const test = base.extend<object, Suppliers>({
  standIns: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const standIns = await openStandIns()
      await use(standIns)
      await standIns.close()
      expect(standIns.all.flatMap((standIn) => standIn.breaches())).toEqual([])
    },
    { scope: 'worker' },
  ],
  meta: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const meta = await startMeta()
      await use(meta)
      meta.close()
    },
    { scope: 'worker' },
  ],
  friends: async ({ standIns }, use) => use(standIns.origins),
  shop: [
    async ({ standIns, meta, playwright }, use) => {
      const shop = await startWith({ standIns, meta }, playwright)
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
