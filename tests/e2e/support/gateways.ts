// A shop with every payment gateway switched on, each on the stand-in of its supplier.
import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test'
import { editOf, openStandIns, type StandIns } from '../../support/stand-ins.ts'
import { administrator } from './bookings.ts'
import { test as base, expect, type RunningShop, startShop } from './shop.ts'

export { expect }

/** As staff do it: keys and switch, saved in the back office. */
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

async function startWith(standIns: StandIns, playwright: PlaywrightWorkerArgs['playwright']): Promise<RunningShop> {
  const shop = await startShop({ ...standIns.env })
  const admin = await administrator(playwright, shop)
  await switchOn(admin, standIns)
  await admin.dispose()
  standIns.deliverTo(shop.url)
  return shop
}

export const test = base.extend<object, { standIns: StandIns }>({
  standIns: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const standIns = await openStandIns()
      await use(standIns)
      await standIns.close()
    },
    { scope: 'worker' },
  ],
  friends: [async ({ standIns }, use) => use(standIns.origins), { scope: 'worker' }],
  shop: [
    async ({ standIns, playwright }, use) => {
      const shop = await startWith(standIns, playwright)
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
