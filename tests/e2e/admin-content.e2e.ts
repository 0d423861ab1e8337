import type { Page } from '@playwright/test'
import { button, expect, test } from './support/admin.ts'

test('trending products are moved by keyboard and by dragging, and stay there [A195]', async ({ page, request }) => {
  const names = async (): Promise<string[]> => {
    const { items } = await (await request.get('/api/admin/trending')).json()
    return items.map(({ title }: { title: string }) => title)
  }
  await page.goto('/admin/trending')
  const list = page.getByRole('list', { name: 'Current trending list', exact: true }).locator('> li')
  await expect(list.first()).toBeVisible()
  const [first = '', second = '', third = ''] = await names()
  const handle = (name: string) => button(page, `Move ${name}: drag it, or press the up and down arrow keys`)
  await handle(third).focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([third, first, second])
  await expect(handle(third)).toBeFocused()
  await expect(page.getByText(`${third} moved to position 1 of`)).toBeAttached()
  await handle(third).scrollIntoViewIfNeeded()
  await dragOnto(page, handle(third), list.nth(1))
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([first, third, second])
  await page.reload()
  await expect(list.first()).toBeVisible()
  expect((await list.locator('p.font-semibold').allTextContents()).slice(0, 3)).toEqual([first, third, second])
})

type Target = ReturnType<Page['locator']>
async function dragOnto(page: Page, handle: Target, target: Target): Promise<void> {
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, to.y + to.height - 4, { steps: 6 })
  await page.mouse.up()
}
