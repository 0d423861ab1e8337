// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tourOf } from '../testing/fake-api.ts'
import { openShop, type Screen } from '../testing/screen.tsx'

const set = ['desert-1', 'desert-2', 'desert-3', 'desert-4', 'desert-5', 'desert-6']
const openWith = (images: string[]) => openShop('/tours/evening-desert-safari', { services: [tourOf({ images })] })
const press = async (page: Screen, name: string | RegExp) => fireEvent.click(await page.findByRole('link', { name }))

test('a pressed picture opens the lightbox at that picture; keys and buttons turn, Escape closes [C043]', async () => {
  const page = await openWith(set.slice(0, 3))
  await press(page, /^Open picture 2 of 3 /)
  await page.findByText('Picture 2 of 3')
  fireEvent.keyDown(document, { key: 'ArrowRight' })
  await page.findByText('Picture 3 of 3')
  expect(page.getByRole('button', { name: 'Next picture' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(page.getByRole('button', { name: 'Previous picture' }))
  await page.findByText('Picture 2 of 3')
  fireEvent(page.getByRole('dialog'), new Event('cancel'))
  await waitFor(() => expect(page.queryByText('Picture 2 of 3')).toBe(null))
})

test('the lightbox scrolls to the pressed picture once it is open, because a closed one cannot scroll', async () => {
  const scrolled: string[] = []
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    const place = [...(this.parentElement?.children ?? [])].indexOf(this)
    if (this.closest('dialog')) scrolled.push(`${place} ${this.closest('dialog')?.open ? 'open' : 'closed'}`)
  })
  onTestFinished(() => scroll.mockRestore())
  await press(await openWith(set.slice(0, 3)), /^Open picture 2 of 3 /)
  await waitFor(() => expect(scrolled).toEqual(['1 open']))
})

test('a picture is a link to its largest file where no script runs', async () => {
  const page = await openWith(['desert-1', 'https://example.com/own.jpg'])
  const hrefs = [/^Open picture 1 of 2 /, /^Open picture 2 of 2 /].map((name) =>
    page.getByRole('link', { name }).getAttribute('href'),
  )
  expect(hrefs).toEqual(['/pictures/desert-1-1200.webp', 'https://example.com/own.jpg'])
})

test('a link to all pictures appears with more than five', async () => {
  const few = await openWith(set.slice(0, 5))
  expect(few.queryByRole('link', { name: /^Show all/ })).toBe(null)
  const many = await openWith(set)
  await press(many, 'Show all 6 pictures')
  expect(await many.findByText('Picture 1 of 6')).toBeTruthy()
})

test('one picture has no buttons to turn', async () => {
  const page = await openWith(['desert-1'])
  await press(page, /^Open picture 1 of 1 /)
  expect(await page.findByText('Picture 1 of 1')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Next picture' })).toBe(null)
})
