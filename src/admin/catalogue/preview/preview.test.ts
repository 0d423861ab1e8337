// @vitest-environment happy-dom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { shopPages } from '../../../../tests/support/shop-pages.ts'
import { setAgencyLanguages } from '../../agency-languages.ts'
import { fillIn, press } from '../../testing/hands.ts'
import { screensOf } from '../../testing/shop-screen.ts'
import { readPreviewChoice } from './preview-choice.ts'

const shop = await testApp({ pages: shopPages() })
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
beforeEach(() => localStorage.clear())

const title = 'Title Required'
async function add(name: string) {
  const body = { kind: 'tour', title: name, details: { price_adult: 5_500, location: 'Dubai' } }
  const answer = await shop.call('POST /api/admin/services', body, owner.headers)
  return answer.json() as { id: string }
}
/** Whether the window is as wide as form and preview together need. */
function setWide(isWide: boolean): void {
  const query = Object.assign(new EventTarget(), { matches: isWide, media: '', onchange: null })
  const stub = vi.spyOn(window, 'matchMedia').mockReturnValue(query as never)
  onTestFinished(() => stub.mockRestore())
}
const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('iframe[srcdoc]')]
const drawn = () => frames().at(-1)?.srcdoc ?? ''

describe('the preview of an item', () => {
  test('stands beside the form on a wide screen and follows what is typed; nothing is saved', async () => {
    setWide(true)
    const { id } = await add('Stored dunes')
    const page = await open(`/admin/tours/${id}`)
    await expect.poll(drawn, { timeout: 10_000 }).toContain('Stored dunes</h1>')
    expect(frames()[0]?.getAttribute('sandbox')).toBe('allow-same-origin')
    await fillIn(page, title, 'Typed dunes')
    await expect.poll(drawn, { timeout: 10_000 }).toContain('Typed dunes</h1>')
    const stored = await shop.call(`GET /api/admin/services/${id}`, undefined, owner.headers)
    expect(stored.json()).toMatchObject({ title: 'Stored dunes', version: 1 })
  })

  test('opens by a button on a narrow screen, and asks the server for nothing before', async () => {
    setWide(false)
    const { id } = await add('Narrow dunes')
    const asked: string[] = []
    const page = await open(`/admin/tours/${id}`, {
      '/api/admin/service-previews': () => {
        asked.push('preview')
        throw new TypeError('Failed to fetch')
      },
    })
    await page.findByLabelText(title)
    await fillIn(page, title, 'Narrower dunes')
    expect(asked).toEqual([])
    await press(page, 'Preview')
    await page.findByText('The preview could not be updated')
    // Twice if the button came before the pause in the typing.
    expect(asked).toContain('preview')
  })

  test('marks a wrong value at its field, keeps the last page, and blames no field that was not touched', async () => {
    setWide(true)
    const { id } = await add('Priced dunes')
    const page = await open(`/admin/tours/${id}`)
    await expect.poll(drawn, { timeout: 10_000 }).toContain('Priced dunes</h1>')
    await fillIn(page, title, '')
    await page.findByText('The preview continues once these fields are right: Title')
    expect(document.getElementById('field-title')?.getAttribute('aria-invalid')).toBe('true')
    expect(drawn()).toContain('Priced dunes</h1>')
    await fillIn(page, title, 'Priced again')
    await expect.poll(drawn, { timeout: 10_000 }).toContain('Priced again</h1>')

    const fresh = await open('/admin/tours/new')
    await fresh.findByText(/^The preview appears once these fields are right: Title/)
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  })

  test('is drawn in the language that staff choose, and the choice stays', async () => {
    setWide(true)
    setAgencyLanguages('en', ['en', 'ar'])
    onTestFinished(() => setAgencyLanguages('en', []))
    const saved = await shop.call('PUT /api/admin/settings', { settings: { languages: ['ar'] } }, owner.headers)
    expect(saved.status).toBe(200)
    const { id } = await add('Arabic dunes')
    const page = await open(`/admin/tours/${id}`)
    await expect.poll(drawn, { timeout: 10_000 }).toContain('<html lang="en"')
    await page.findByRole('group', { name: 'Language of the page' })
    await press(page, 'Arabic', 'radio')
    await expect.poll(drawn, { timeout: 10_000 }).toContain('<html lang="ar" dir="rtl">')
    expect(readPreviewChoice(localStorage.getItem('safar.item-preview')).language).toBe('ar')
  })

  test('can be hidden beside the form, and stays hidden', async () => {
    setWide(true)
    const { id } = await add('Hidden dunes')
    const page = await open(`/admin/tours/${id}`)
    await press(page, 'Hide preview')
    await expect.poll(() => frames().length).toBe(0)
    const again = await open(`/admin/tours/${id}`)
    await again.findByRole('button', { name: 'Show preview' })
    expect(frames()).toHaveLength(0)
  })
})

test('an unreadable choice shows the preview at 360 px', () => {
  for (const stored of [null, '', '{', '7', '{"width":1000,"isBeside":"no"}'])
    expect(readPreviewChoice(stored)).toEqual({ isBeside: true, width: 360, language: '' })
  expect(readPreviewChoice('{"width":390,"isBeside":false,"language":"ar"}')).toEqual({
    ...{ isBeside: false, width: 390, language: 'ar' },
  })
})
