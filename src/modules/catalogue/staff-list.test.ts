import { beforeAll, expect, test } from 'vitest'
import { seedTestItems } from '../../../db/seeds/test-world.server.ts'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { listForStaff } from './admin-list.server.ts'
import { shortInputs } from './rules.ts'

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await seedTestItems({ ...core, store: undefined as never, isSandbox: true })
})

const shared = ['title', 'status', 'is_featured', 'currency', 'slug', 'created_at', 'updated_at', 'from']

test('the staff list can be sorted by every column of every kind', async () => {
  for (const kind of core.kinds.all) {
    const own = kind.specs.filter(({ input }) => shortInputs.has(input)).map(({ name }) => name)
    for (const sort of [...shared, ...own]) {
      const page = { kind: kind.key, sort, page: 1, limit: 100 }
      const [up, down] = [
        await listForStaff(core, { ...page, direction: 'asc' }),
        await listForStaff(core, { ...page, direction: 'desc' }),
      ]
      expect(up.items.map(({ id }) => id).sort(), `${kind.key} by ${sort}`).toEqual(
        down.items.map(({ id }) => id).sort(),
      )
      expect(up.items).toHaveLength(up.total)
      expect(up.total).toBeGreaterThan(0)
    }
  }
})
