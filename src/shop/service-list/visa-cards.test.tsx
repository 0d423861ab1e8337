// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { cardOf } from '../testing/fake-api.ts'
import { openShop } from '../testing/screen.tsx'

test('cards of visas show the flags that the server names, so that a phone need not learn all countries', async () => {
  const names = vi.spyOn(Intl, 'DisplayNames')
  const card = cardOf({ kind: 'visa', mark: '/flags/AE.webp', details: { country: 'United Arab Emirates' } })
  const page = await openShop('/visas', { cards: [card] })
  await page.findByRole('heading', { name: card.title })
  expect(page.getByRole('article').querySelector('.flag')?.getAttribute('src')).toBe('/flags/AE.webp')
  expect(names).not.toHaveBeenCalled()
})
