// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Profile } from '../../modules/account/contract.ts'
import { maxWishes as maxOfAccounts } from '../../modules/content/index.ts'
import { dismissToast, readToasts } from '../../ui/toast-queue.ts'
import { cardOf, fakeApi, tourOf } from '../testing/fake-api.ts'
import { openShop, type Screen } from '../testing/screen.tsx'
import { announceWish } from './announce.ts'
import { isWished, maxWishes, readWishList, subscribeToWishes, toggleWish, type Wish, writeWishList } from './store.ts'
import { leaveWishes, mergeWishes, storeWish } from './sync.ts'

const idOf = (n: number) => `0198c000-0000-7000-8000-${String(n).padStart(12, '0')}`
const wish = (n: number) => ({ id: idOf(n), title: `Tour ${n}` })
const list = (items: readonly Wish[] = [], owner: string | null = null) => ({ owner, items, unsent: null })
const slot = 'safar-wish-list'
const safari = 'Save Evening Desert Safari'
const asha = { id: 'asha', is_admin: false } as Profile
const heart = (page: Screen, name = safari) => page.findByRole('button', { name })
const pressed = async (page: Screen, name = safari) => (await heart(page, name)).getAttribute('aria-pressed')

beforeEach(() => {
  writeWishList(list())
  localStorage.clear()
})

test('the heart of a card saves the item in this browser, says so, and can be undone', async () => {
  const page = await openShop('/tours')
  expect(await pressed(page)).toBe('false')
  fireEvent.click(await heart(page))
  await waitFor(async () => expect(await pressed(page)).toBe('true'))
  expect(readWishList()).toEqual(list([{ id: idOf(1), title: 'Evening Desert Safari' }]))
  await page.findByText('Saved to your wish list')
  fireEvent.click(await page.findByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await pressed(page)).toBe('false'))
  expect(localStorage.getItem(slot)).toBeNull()
})

test('only the last of several hearts is announced: on a phone more would cover the list', () => {
  for (const n of [1, 2, 3]) {
    const isDone = toggleWish(wish(n))
    announceWish(fakeApi(), { wish: wish(n), isDone, words: { saved: 'Saved', removed: '', full: '', undo: 'Undo' } })
  }
  const saved = readToasts().filter(({ title }) => title === 'Saved')
  expect(saved.map(({ description }) => description)).toEqual(['Tour 3'])
  for (const { id } of saved) dismissToast(id)
})

test('the list shows what is on sale now, names what is gone, and keeps the place of a removed item', async () => {
  writeWishList(list([{ id: idOf(1), title: 'Old name' }, wish(2)]))
  const page = await openShop('/wishlist')
  await page.findByRole('link', { name: 'Evening Desert Safari' })
  expect(page.getByText('Tour 2').closest('article')?.textContent).toContain('This is no longer on sale.')
  fireEvent.click(await heart(page, 'Save Tour 2'))
  expect(readWishList().items).toHaveLength(1)
  await waitFor(async () => expect(await pressed(page, 'Save Tour 2')).toBe('false'))
  fireEvent.click(await heart(page, 'Save Tour 2'))
  expect(isWished(idOf(2))).toBe(true)
})

test('an empty list says how to fill it; one that cannot be loaded can be tried again', async () => {
  const empty = await openShop('/wishlist')
  await empty.findByText('Nothing saved yet')
  writeWishList(list([wish(1)]))
  const { wishes } = fakeApi().content
  const cards = vi.fn(wishes.cards).mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  const page = await openShop('/wishlist', {}, { content: { wishes: { ...wishes, cards } } })
  fireEvent.click(await page.findByRole('button', { name: 'Try again' }))
  await page.findByRole('link', { name: 'Evening Desert Safari' })
})

test('signing in merges the list into the account, and signing out clears the browser', async () => {
  writeWishList(list([wish(9), { id: idOf(1), title: 'x' }]))
  const api = fakeApi({ user: asha, cards: [cardOf(), cardOf({ id: idOf(3), title: 'From the phone' })] })
  await api.content.wishes.change({ add: [idOf(3)] })
  await mergeWishes(api, 'asha')
  expect(readWishList().owner).toBe('asha')
  expect(readWishList().items.map(({ id }) => id)).toEqual([idOf(9), idOf(1), idOf(3)])
  leaveWishes()
  expect(localStorage.getItem(slot)).toBeNull()
})

test('hearts pressed while the lists are merged count', async () => {
  writeWishList(list([wish(1), wish(2)]))
  const { content } = fakeApi({ user: asha, cards: [1, 2, 3].map((n) => cardOf({ id: idOf(n), title: `Tour ${n}` })) })
  const change = vi.fn(content.wishes.change)
  const merging = mergeWishes({ ...fakeApi(), content: { ...content, wishes: { ...content.wishes, change } } }, 'asha')
  toggleWish(wish(3))
  toggleWish(wish(1))
  await merging
  expect(readWishList().items.map(({ id }) => id)).toEqual([idOf(3), idOf(2)])
  expect(change).toHaveBeenLastCalledWith({ add: [idOf(3)], remove: [idOf(1)] })
})

test('a removal that the account missed is sent later, with the next change, page or connection', async () => {
  const { content } = fakeApi({ user: asha, cards: [1, 2, 3].map((n) => cardOf({ id: idOf(n), title: `Tour ${n}` })) })
  const change = vi.fn(content.wishes.change)
  const own = { content: { ...content, wishes: { ...content.wishes, change } } }
  const api = { ...fakeApi(), ...own }
  const saved = async () => (await content.wishes.mine({})).items.map(({ service_id }) => service_id)
  const remove = (n: number) => {
    change.mockRejectedValueOnce(new Error('no network'))
    toggleWish(wish(n))
    return storeWish(api, idOf(n), false)
  }
  writeWishList(list([wish(1), wish(2), wish(3)]))
  await mergeWishes(api, 'asha')

  await remove(1)
  expect(readWishList()).toEqual({ ...list([wish(2), wish(3)], 'asha'), unsent: [idOf(1)] })
  toggleWish(wish(4))
  await storeWish(api, idOf(4), true)
  expect(await saved()).toEqual([idOf(4), idOf(2), idOf(3)])

  await remove(2)
  await openShop('/tours', { user: asha }, own)
  await waitFor(async () => expect(await saved()).toEqual([idOf(4), idOf(3)]))
  await remove(3)
  dispatchEvent(new Event('online'))
  await waitFor(async () => expect(await saved()).toEqual([idOf(4)]))
  await waitFor(() => expect(readWishList().unsent).toBeNull())
  expect(readWishList().items.map(({ id }) => id)).toEqual([idOf(4)])
})

test('an item that is saved again after its removal failed stays, and another user keeps theirs', async () => {
  writeWishList({ ...list([wish(1)], 'asha'), unsent: [idOf(1), idOf(2)] })
  const api = fakeApi({ user: asha })
  await api.content.wishes.change({ add: [idOf(1), idOf(2)] })
  await mergeWishes(api, 'asha')
  expect(readWishList().items.map(({ id }) => id)).toEqual([idOf(1)])
  writeWishList({ ...list([], 'asha'), unsent: [idOf(1)] })
  const ravis = fakeApi({ user: { ...asha, id: 'ravi' } })
  await ravis.content.wishes.change({ add: [idOf(1)] })
  await mergeWishes(ravis, 'ravi')
  expect(isWished(idOf(1))).toBe(true)
})

test('the list of another user is not merged, and a visitor’s own list stays without an account', async () => {
  writeWishList(list([wish(9)], 'ravi'))
  await mergeWishes(fakeApi({ user: asha }), 'asha')
  expect(readWishList()).toEqual(list([], 'asha'))
  writeWishList(list([wish(9)]))
  leaveWishes()
  expect(isWished(idOf(9))).toBe(true)
})

test('a page of a signed-in user merges by itself and stores what is added', async () => {
  writeWishList(list([wish(5)]))
  const { wishes } = fakeApi({ user: asha }).content
  const change = vi.fn(wishes.change)
  const page = await openShop('/tours', { user: asha }, { content: { wishes: { ...wishes, change } } })
  await waitFor(() => expect(readWishList().owner).toBe('asha'))
  expect(change).toHaveBeenCalledWith({ add: [idOf(5)] })
  fireEvent.click(await heart(page))
  await waitFor(() => expect(change).toHaveBeenLastCalledWith({ add: [idOf(1)] }))
})

test('a full list refuses more, and anything else that the browser stored is ignored', () => {
  expect(maxWishes).toBe(maxOfAccounts)
  for (let n = 1; n <= 50; n++) toggleWish(wish(n))
  expect([toggleWish(wish(51)), isWished(idOf(51))]).toEqual([false, false])
  expect([toggleWish(wish(50)), isWished(idOf(50))]).toEqual([true, false])
  onTestFinished(subscribeToWishes(() => undefined))
  for (const stored of ['{', '7', '[]', '{"items":7}', '{"items":[{"id":"x","title":"y"},null]}']) {
    localStorage.setItem(slot, stored)
    dispatchEvent(new StorageEvent('storage', { key: slot }))
    expect(readWishList()).toEqual(list())
  }
})

test('sharing opens the sheet of the device, else copies the link', async () => {
  const share = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const page = await openShop('/tours/evening-desert-safari', { services: [tourOf()] })
  const [button] = await page.findAllByRole('button', { name: 'Share Evening Desert Safari' })
  if (!button) throw new Error('no button')
  fireEvent.click(button)
  const url = `${location.origin}/tours/evening-desert-safari`
  expect(share).toHaveBeenCalledWith({ title: 'Evening Desert Safari', url })
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
  const writeText = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  fireEvent.click(button)
  await page.findByText('Link copied')
  expect(writeText).toHaveBeenCalledWith(url)
})
