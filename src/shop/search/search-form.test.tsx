// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Suggestions } from '../../modules/content/contract.ts'
import { type OwnApi, openShop, type } from '../testing/screen.tsx'
import { noteSearch, readSearches } from './recent-searches.ts'

type Item = Suggestions['items'][number]
const item = (title: string, more: Partial<Item> = {}): Item => ({
  ...{ group: 'tour', group_title: 'Tours', title, href: `/tours/${title.toLowerCase()}`, place: 'Dubai' },
  ...{ image: 'desert-1', from: { minor: 4500, currency: 'USD' }, count: null, ...more },
})
const place = item('Dubai', { group: 'places', group_title: '', href: '/search?q=Dubai', from: null, count: 7 })
const answer = (q: string, items: Item[] = [place, item('Dhow'), item('Dunes')]): Suggestions => ({
  ...{ q, corrected: null, total: items.length + 9, items },
})

const suggesting = (suggest: (q: string) => Promise<Suggestions>): OwnApi => ({
  content: { suggest: (({ q }: { q: string }) => suggest(q)) as never },
})
async function openBox(own: OwnApi = suggesting(async (q) => answer(q))) {
  const page = await openShop('/', {}, own)
  const main = within(page.getByRole('main'))
  const box = main.getByRole<HTMLInputElement>('textbox', { name: 'Search services and pages' })
  box.focus()
  await waitFor(() => expect(box.getAttribute('role')).toBe('combobox'))
  return { page, main, box }
}
const activeOf = (box: HTMLElement) =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null

beforeEach(() => localStorage.clear())

describe('suggestions', () => {
  test('are options in groups, with picture, price and the way to all results', async () => {
    const { main, box } = await openBox()
    type(box, 'du')
    const list = within(await main.findByRole('listbox', { name: 'Suggestions' }))
    expect(list.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Places', 'Tours'])
    const options = list.getAllByRole('option').map(({ textContent }) => textContent)
    expect(options).toEqual(['Dubai7 services', 'DhowDubaifrom$45', 'DunesDubaifrom$45', 'See all 12 results'])
    expect(box.getAttribute('aria-expanded')).toBe('true')
    expect(main.getByText('3 suggestions')).toBeTruthy()
  })

  test('are reached by arrow keys, and followed by Enter', async () => {
    const { main, box } = await openBox()
    type(box, 'du')
    await main.findByRole('listbox')
    for (const expected of ['Dubai7', 'Dhow', 'Dunes', 'See all', null, 'Dubai7']) {
      fireEvent.keyDown(box, { key: 'ArrowDown' })
      await waitFor(() => expect(activeOf(box)?.slice(0, expected?.length) ?? null).toBe(expected))
    }
    fireEvent.keyDown(box, { key: 'ArrowUp' })
    await waitFor(() => expect(activeOf(box)).toBeNull())
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    await waitFor(() => expect(activeOf(box)).toContain('Dubai'))
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(location.pathname + location.search).toBe('/search?q=Dubai'))
    expect(readSearches()).toEqual(['du'])
  })

  test('close with Escape and with the focus, and open again', async () => {
    const { main, box } = await openBox()
    type(box, 'du')
    await main.findByRole('listbox')
    fireEvent.keyDown(box, { key: 'Escape' })
    await waitFor(() => expect(main.queryByRole('listbox')).toBeNull())
    expect(box.value).toBe('du')
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    await main.findByRole('listbox')
    box.blur()
    await waitFor(() => expect(main.queryByRole('listbox')).toBeNull())
    expect(box.getAttribute('aria-expanded')).toBe('false')
  })

  test('of earlier words never replace those of later ones', async () => {
    const waiting = new Map<string, (answer: Suggestions) => void>()
    const { main, box } = await openBox(suggesting((q) => new Promise((resolve) => waiting.set(q, resolve))))
    type(box, 'first')
    await waitFor(() => expect(waiting.has('first')).toBe(true))
    type(box, 'second')
    await waitFor(() => expect(waiting.has('second')).toBe(true))
    waiting.get('second')?.(answer('second', [item('Later')]))
    await main.findByRole('option', { name: /Later/ })
    waiting.get('first')?.(answer('first', [item('Earlier')]))
    fireEvent.keyDown(box, { key: 'Escape' })
    await waitFor(() => expect(main.queryByRole('listbox')).toBeNull())
    fireEvent.keyDown(box, { key: 'ArrowDown' })
    await main.findByRole('option', { name: /Later/ })
    expect(main.queryByRole('option', { name: /Earlier/ })).toBeNull()
  })

  test('that cannot be fetched leave the form as it was', async () => {
    const { main, box } = await openBox(suggesting(() => Promise.reject(new TypeError('Failed to fetch'))))
    type(box, 'desert')
    fireEvent.submit(box.closest('form') as HTMLFormElement)
    await waitFor(() => expect(location.pathname + location.search).toBe('/search?q=desert'))
    expect(main.queryByRole('listbox')).toBeNull()
  })

  test('say which words were searched instead', async () => {
    const { main, box } = await openBox(suggesting(async (q) => ({ ...answer(q), corrected: 'dubai' })))
    type(box, 'dubay')
    expect(await main.findByText('Showing results for “dubai”.')).toBeTruthy()
  })
})

test('recent searches are offered in an empty box, and can be cleared', async () => {
  noteSearch('visa')
  noteSearch('desert')
  const { main, box } = await openBox()
  const list = within(await main.findByRole('listbox'))
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['desert', 'visa'])
  fireEvent.click(main.getByRole('button', { name: 'Clear recent searches' }))
  await waitFor(() => expect(main.queryByRole('listbox')).toBeNull())
  expect(readSearches()).toEqual([])
  expect(document.activeElement).toBe(box)
})

test('a search is noted as it is sent', async () => {
  const { box } = await openBox()
  type(box, 'airport')
  fireEvent.submit(box.closest('form') as HTMLFormElement)
  await waitFor(() => expect(location.search).toBe('?q=airport'))
  expect(readSearches()).toEqual(['airport'])
})
