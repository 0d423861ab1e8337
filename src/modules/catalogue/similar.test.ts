import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { getDetail, type SaveServiceInput, saveService, setServiceStatus } from './index.server.ts'

const admin: Caller = { ...anonymous('127.0.0.1'), role: 'admin', userId: 'admin-1', name: 'Asma' }
let core: TestCore
beforeAll(async () => {
  core = await testCore()
})

const add = (title: string, details: SaveServiceInput['details'], rest: Partial<SaveServiceInput> = {}) => {
  core.clock.advance(1)
  const given = { price_adult: 10_000, duration: '6 hours', ...details }
  return saveService(core, admin, { kind: 'tour', title, ...rest, details: given })
}
async function similarTo(idOrSlug: string): Promise<string[]> {
  const detail = await getDetail(core, { kind: 'tour', idOrSlug })
  return 'service' in detail ? detail.service.similar.map(({ title }) => title) : []
}

describe('similar items', () => {
  it('are of the same place and category first, at most four, and never the item itself', async () => {
    const own = await add('Own', { location: 'Lahbab, Dubai', category: 'desert' })
    expect(await similarTo(own.id)).toEqual([])
    await add('Far', { location: 'Muscat', category: 'city' })
    await add('Far desert', { location: 'Wahiba', category: 'desert' })
    await add('Same city', { location: 'Palm, dubai', category: 'city' })
    await add('Same city and category', { location: 'Al Marmoom, Dubai', category: 'desert' })
    await add('Same place', { location: 'Lahbab, Dubai', category: 'city' })
    const ticket = { price_adult: 10_000, location: 'Lahbab, Dubai' }
    await saveService(core, admin, { kind: 'ticket', title: 'Other kind', details: ticket })
    const titles = await similarTo(own.id)
    expect(titles).toEqual(['Same place', 'Same city and category', 'Same city', 'Far desert'])
  })

  it('are on sale: inactive items and those without a day on sale are left out', async () => {
    const own = await add('Walk', { location: 'Jaipur', category: 'walk' })
    const open = await add('Open', { location: 'Jaipur', category: 'walk' })
    const hidden = await add('Hidden', { location: 'Jaipur', category: 'walk' })
    const soldOut = await add('Sold out', { location: 'Jaipur', category: 'walk' })
    await setServiceStatus(core, admin, { id: hidden.id, version: hidden.version, status: 'inactive' })
    const know = (id: string, nextDay: string | null, isCurrent: boolean) =>
      sql`insert into service_availability values
        (${id}, 1, 'test', '2026-11-01', B'1', ${nextDay}, ${new Date(core.clock().getTime() + (isCurrent ? 1e6 : -1e6))})
        on conflict (service_id) do update set next_day = excluded.next_day, stale_at = excluded.stale_at`.execute(
        core.db,
      )
    await know(open.id, '2026-12-24', true)
    await know(soldOut.id, null, true)
    const detail = await getDetail(core, { kind: 'tour', idOrSlug: own.id })
    const similar = 'service' in detail ? detail.service.similar : []
    expect(similar[0]).toMatchObject({ title: 'Open', href: open.href, availability: { next_day: '2026-12-24' } })
    expect(similar.map(({ title }) => title)).not.toContain('Sold out')
    expect(similar.map(({ title }) => title)).not.toContain('Hidden')
    await know(soldOut.id, null, false)
    expect((await similarTo(own.id)).slice(0, 2)).toEqual(['Sold out', 'Open'])
  })

  it('of the same place and region are found among many newer and featured ones', async () => {
    const own = await add('Old', { location: 'Old Town, Nizwa', category: 'walk' })
    await add('Same place, old', { location: 'Old Town, Nizwa', category: 'city' })
    await add('Same region, old', { location: 'Jabal Akhdar, Nizwa', category: 'walk' })
    await sql`insert into services (id, kind, slug, title, is_featured, currency, location, facets, details, created_at)
      select gen_random_uuid(), kind, 'sur-' || n, 'Sur ' || n, n > 80, currency, 'Sur', facets, details,
        created_at + n * interval '1 minute'
      from services, generate_series(1, 160) n where id = ${own.id}`.execute(core.db)
    expect(await similarTo(own.id)).toEqual(['Same place, old', 'Same region, old', 'Sur 160', 'Sur 159'])
  })
})
