import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { trashWorld } from '../../tests/support/trash.ts'
import { lockAgainstSales, lockForSale } from '../modules/catalogue/index.server.ts'

const { shop, other, call, add, trash, restore, deleteForGood, get, book, actionsOf, someoneWaits } = await trashWorld()

describe('requests at the same time', () => {
  it('delete an item once, and a repeat answers the same', async () => {
    const item = await add('Deleted by two')
    const answers = await Promise.all([trash(item), trash(item, other), trash(item)])
    for (const answer of answers) expect(answer.json()).toEqual({ outcome: 'trashed', version: 2 })
    expect((await trash(item)).json()).toEqual({ outcome: 'trashed', version: 2 })
    expect((await actionsOf(item.id)).map(({ action }) => action)).toEqual(['service.trashed'])
    const booked = await add('Booked, deleted by two')
    await book(booked.id)
    for (const answer of await Promise.all([trash(booked), trash(booked, other)]))
      expect(answer.json()).toEqual({ outcome: 'archived', version: 2 })
    expect((await actionsOf(booked.id)).map(({ action }) => action)).toEqual(['service.archived'])
  })

  it('restore an item once', async () => {
    const item = await add('Restored by two')
    await trash(item)
    const answers = await Promise.all([1, 2, 3].map(() => restore({ id: item.id, version: 2 })))
    for (const answer of answers) expect(answer.json()).toMatchObject({ status: 'active', version: 3 })
    expect((await actionsOf(item.id)).map(({ action }) => action)).toEqual(['service.trashed', 'service.restored'])
    // An old Undo does not restore what was deleted again since.
    await trash({ id: item.id, version: 3 })
    expect((await restore({ id: item.id, version: 2 })).json().code).toBe('catalogue/version-conflict')
  })

  it('either restore an item or delete it for good, never both', async () => {
    for (let n = 0; n < 6; n++) {
      const item = await add(`Contested ${n}`)
      await trash(item)
      const at2 = { id: item.id, version: 2 }
      const [back, gone] = await Promise.all([restore(at2), deleteForGood(at2, other)])
      const isThere = (await call(`GET /api/admin/services/${item.id}`)).status === 200
      expect([back.status, gone.status]).toEqual(isThere ? [200, 409] : [404, 200])
    }
  })

  it('sell an item or move it to the trash, and a booking keeps its item', async () => {
    for (let n = 0; n < 12; n++) {
      const item = await add(`Sold or trashed ${n}`)
      // Some deletions start later than the sale.
      const deletion = async () => {
        for (let turn = 0; turn < (n % 6) * 4; turn++) await new Promise((resolve) => setImmediate(resolve))
        return trash(item)
      }
      const [sale, removal] = await Promise.all([book(item.id), deletion()])
      expect([200, 404]).toContain(sale.status)
      expect(removal.json().outcome).toBe(sale.status === 200 ? 'archived' : 'trashed')
      expect((await book(item.id)).status).toBe(404)
    }
  })

  it('a deletion waits for a sale under way and then archives the item', async () => {
    const item = await add('Sale under way')
    const { rows } = await sql<{ id: string }>`select id from bookings limit 1`.execute(shop.core.db)
    const removal = await shop.core.db.transaction().execute(async (trx) => {
      expect(await lockForSale(trx, item.id)).toBe(1)
      const waiting = trash(item)
      await someoneWaits()
      await sql`update bookings set service_id = ${item.id} where id = ${rows[0]?.id}`.execute(trx)
      // Control: a query that does not wait sees no booking.
      const seen = await sql`select from bookings where service_id = ${item.id}`.execute(shop.core.db)
      expect(seen.rows).toHaveLength(0)
      return { waiting }
    })
    expect((await removal.waiting).json()).toEqual({ outcome: 'archived', version: 2 })
  })

  it('a sale waits for a deletion under way and is refused', async () => {
    const item = await add('Deletion under way')
    const sale = await shop.core.db.transaction().execute(async (trx) => {
      await lockAgainstSales(trx, item.id)
      const waiting = book(item.id)
      await someoneWaits()
      // Control: a request that does not wait still finds the item on sale.
      expect((await shop.call(`GET /api/services/tour/${item.id}`)).status).toBe(200)
      await sql`update services set status = 'archived', trashed_at = now(), trashed_by = 'Asha',
        trashed_from = 'active', version = 2 where id = ${item.id}`.execute(trx)
      return { waiting }
    })
    const refused = await sale.waiting
    expect([refused.status, refused.json().code]).toEqual([404, 'booking/service-not-found'])
  })

  it('save an item before it is deleted, or are refused', async () => {
    for (let n = 0; n < 6; n++) {
      const item = await add(`Saved or trashed ${n}`)
      const save = () => call(`PATCH /api/admin/services/${item.id}`, { version: 1, title: `Saved ${n}` }, other)
      const [removal, saved] = await Promise.all([trash(item), save()])
      const now = await get(item.id)
      if (saved.status === 200) expect([removal.status, now.status, now.title]).toEqual([409, 'active', `Saved ${n}`])
      else expect([saved.json().code, removal.status]).toEqual(['catalogue/in-trash', 200])
    }
  })
})
