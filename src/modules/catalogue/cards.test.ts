import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { inEnglish } from '../../services/testing/service.ts'
import type { ServiceCard } from './contract.ts'
import { serviceColumns, viewCard, viewService } from './views.server.ts'

const shop = await testApp()
await seedWorld(shop.shop.deps, 'test')

async function allOfItem(id: string): Promise<ServiceCard> {
  const row = await shop.core.db
    .selectFrom('services')
    .select(serviceColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const kind = shop.core.kinds.find(row.kind)
  if (!kind) throw new Error(`The world has an unknown kind ${row.kind}`)
  return inEnglish(viewCard(kind, viewService(kind, row)))
}
const withoutDays = (card: ServiceCard) => ({ ...card, availability: null })
const expectWhole = async (cards: readonly ServiceCard[]): Promise<void> => {
  expect(cards.length).toBeGreaterThan(0)
  for (const card of cards) expect(withoutDays(card)).toEqual(await allOfItem(card.id))
}

test.each(shop.core.kinds.all.map(({ key }) => key))(
  'cards of a %s show the same as ones made of all its details',
  async (kind) => {
    const { items } = (await shop.call(`GET /api/services/${kind}`)).json() as { items: ServiceCard[] }
    await expectWhole(items)
    const detail = await shop.call(`GET /api/services/${kind}/${items[0]?.id}`)
    const { service } = detail.json() as { service: { similar: ServiceCard[] } }
    for (const card of service.similar) expect(withoutDays(card)).toEqual(await allOfItem(card.id))
  },
)

test('cards of a search show the same as ones made of all details', async () => {
  const { groups } = (await shop.call('GET /api/search?q=dubai')).json() as { groups: { items: ServiceCard[] }[] }
  await expectWhole(groups.flatMap(({ items }) => items))
})
