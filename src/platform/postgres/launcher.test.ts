import { existsSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './index.server.ts'
import { processesIn } from './leftovers.server.ts'
import { makeFolder, otherAccount, removeFolder, ShopProcess } from './testing/shop-process.ts'

const other = otherAccount()
const otherUser = 'account' in other ? other.account : undefined
const ownName = process.getuid?.() === 0 ? 'root' : 'an ordinary user'

let folder = ''
let dataDir = ''
beforeEach(() => {
  folder = makeFolder(otherUser)
  dataDir = path.join(folder, 'data')
})
afterEach(() => removeFolder(folder))

const whos = [
  { who: ownName, account: undefined, reason: undefined },
  { who: 'another account', account: otherUser, reason: 'reason' in other ? other.reason : undefined },
]

describe.each(whos)('a shop with its own database, started by $who', { timeout: 30_000 }, ({ account, reason }) => {
  it.skipIf(reason)(`makes the database at the first start and keeps it for the second${reason ? `: ${reason}` : ''}`, async () => {
    const first = new ShopProcess(dataDir, { account })
    expect((await first.started()).dataDir).toBe(dataDir)
    await first.query('create table bookings (reference text)')
    await first.query(`insert into bookings values ('TH1')`)
    await first.stop()
    expect(processesIn(path.join(dataDir, 'postgres'))).toEqual([])

    const second = new ShopProcess(dataDir, { account })
    await second.started()
    expect(await second.query('select reference from bookings')).toEqual([{ reference: 'TH1' }])
    expect(second.events.filter(({ line }) => line?.includes('Creating'))).toEqual([])
    await second.stop()
  })

  it.skipIf(reason)('can be killed at any moment of the first start and started again', async () => {
    // Moments are told by what stands in the data folder; the later the moment, the more of them stand.
    for (const moment of moments) {
      const place = path.join(folder, moment.name)
      const killed = new ShopProcess(place, { account })
      await moment.reached(place)
      await killed.kill()
      const again = new ShopProcess(place, { account })
      await again.started()
      expect(await again.query('select 1 as works'), moment.name).toEqual([{ works: 1 }])
      await again.stop()
      expect(leftIn(place), moment.name).toEqual([])
    }
  })
})
