// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { openShop } from '../testing/screen.tsx'

test('an open page of an item counts one visit of its kind, and other pages none', async () => {
  const countItemVisit = vi.fn(async () => ({ received: true as const }))
  await openShop('/about', {}, { content: { countItemVisit } })
  await openShop('/tours/evening-desert-safari', {}, { content: { countItemVisit } })
  await expect.poll(() => countItemVisit.mock.calls).toEqual([[{ kind: 'tour' }]])
})
