// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../testing/fake-api.ts'
import { openShop } from '../testing/screen.tsx'

const setCookie = (cookie: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the shop sets it
  document.cookie = cookie
}
afterEach(() => {
  setCookie('safar_language=; Max-Age=0; Path=/')
  vi.restoreAllMocks()
})

const prefer = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
/** A shop that offers English and Arabic. */
const offering = async (languages: ('en' | 'ar' | 'ur')[] = ['en', 'ar']) => {
  const chrome = await fakeApi().content.chrome()
  return openShop('/contact?topic=visa', {}, { content: { chrome: async () => ({ ...chrome, languages }) } })
}

test('one sheet has the languages, as links to the same page, and the currencies', async () => {
  const page = await offering()
  fireEvent.click(await page.findByRole('button', { name: /^Currency: US dollar/ }))
  const sheet = within(await page.findByRole('dialog', { name: 'Language and currency' }))
  const [english, arabic] = sheet.getAllByRole('link')
  expect([english?.textContent, english?.getAttribute('aria-current')]).toEqual(['English', 'true'])
  expect([arabic?.textContent, arabic?.getAttribute('href'), arabic?.lang, arabic?.dir]).toEqual([
    ...['العربية', '/ar/contact?topic=visa', 'ar', 'rtl'],
  ])
  expect(sheet.getByRole('radio', { name: /Indian rupee/ })).toBeTruthy()
  arabic?.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(arabic!)
  expect(document.cookie).toContain('safar_language=ar')
})

test('a shop with one language asks for the currency only, and suggests none', async () => {
  prefer('ar-AE')
  const page = await offering(['en'])
  fireEvent.click(await page.findByRole('button', { name: /^Currency: US dollar/ }))
  const sheet = within(await page.findByRole('dialog', { name: 'Show prices in' }))
  expect(sheet.queryAllByRole('link')).toEqual([])
  expect(document.querySelector('[data-language-suggestion]')).toBeNull()
})

test('a visitor whose browser prefers another language sees one line in it, with a link, until it is closed', async () => {
  prefer('ur-PK', 'ar-AE', 'en')
  const page = await offering()
  const line = within(await page.findByRole('complementary', { name: 'العربية' }))
  expect(line.getByRole('link', { name: 'اقرأ هذه الصفحة بالعربية' }).getAttribute('href')).toBe(
    '/ar/contact?topic=visa',
  )
  fireEvent.click(line.getByRole('button', { name: 'إغلاق' }))
  await waitFor(() => expect(page.queryByRole('complementary', { name: 'العربية' })).toBeNull())
  expect(document.cookie).toContain('safar_language=en')
})

test('nothing is suggested to visitors who read the page, who have chosen, or whose languages the shop lacks', async () => {
  for (const [languages, cookie] of [
    [['en-GB', 'ar'], ''],
    [['ar'], 'safar_language=en; Path=/'],
    [['fr', 'de'], ''],
  ] as const) {
    if (cookie) setCookie(cookie)
    prefer(...languages)
    const page = await offering()
    // The line would be in the column of the help button.
    await page.findByRole('link', { name: /Need Help/ })
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.querySelector('[data-language-suggestion]')).toBeNull()
  }
})
