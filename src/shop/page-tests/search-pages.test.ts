import { describe, expect, test } from 'vitest'
import type { SearchAnswer } from '../../modules/content/contract.ts'
import { cardOf } from '../testing/fake-api.ts'
import { bodyOf, linksOf, open, textOf } from '../testing/open-page.ts'

const mainOf = (html: string) => /<main[\s\S]*?<\/main>/.exec(html)?.[0] ?? ''
const answer: Partial<SearchAnswer> = {
  total: 8,
  groups: [{ kind: 'tour', title: 'Tours', total: 8, href: '/tours?q=desert', items: [cardOf()] }],
  kinds: [{ title: 'Tours', href: '/tours' }],
  places: [{ name: 'Dubai', count: 5, href: '/search?q=Dubai' }],
  pages: [{ title: 'About us', href: '/about' }],
}
const openMain = async (path: string, search: Partial<SearchAnswer> = {}) => mainOf((await open(path, { search })).html)

describe('/search', () => {
  test('groups what was found by kind, with the number and a link to the list', async () => {
    const main = await openMain('/search?q=desert', answer)
    const text = textOf(main)
    for (const part of ['Results for “desert”', '8 services found.', 'Tours (8)', cardOf().title, 'About us'])
      expect(text).toContain(part)
    expect(linksOf(main).join('\n')).toContain('All matches in Tours -> /tours?q=desert')
    expect(linksOf(main).join('\n')).toContain('-> /search?q=Dubai')
    expect(main).toContain('value="desert"')
  })

  test('says which words were searched instead', async () => {
    expect(textOf(await openMain('/search?q=dessert', { ...answer, corrected: 'desert' }))).toContain(
      'Showing results for “desert”.',
    )
  })

  test('says in one sentence which of the words were searched', async () => {
    const text = textOf(await openMain('/search?q=dubai+tour+cheap', { ...answer, corrected: 'dubai tour' }))
    expect(text).toContain('Results for “dubai tour cheap”')
    expect(text).toContain('Showing results for “dubai tour”. 8 services found.')
  })

  test('an empty result offers the kinds and the contact page', async () => {
    const main = await openMain('/search?q=zzz')
    expect(textOf(main)).toContain('Nothing found for “zzz”')
    const links = linksOf(main).join('\n')
    for (const href of ['/contact', '/tours', '/visa', '/umrah']) expect(links).toContain(`-> ${href}`)
  })

  test('without words it offers the box and the kinds', async () => {
    const main = await openMain('/search')
    expect(textOf(main)).toContain('Browse all services')
    expect(textOf(main)).not.toContain('Nothing found')
    expect(main).toMatch(/<form[^>]*action="\/search"/)
  })

  test('is not indexed', async () => {
    const { html, status } = await open('/search?q=desert', { search: answer })
    expect(status).toBe(200)
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  })

  test.each([
    ['control characters', 'q=%00%07'],
    ['10,000 words', `q=${'word+'.repeat(10_000)}`],
    ['a broken character', 'q=%ED%A0%80'],
    ['half a pair', `q=${'x'.repeat(99)}%F0%9F%98%80`],
    ['markup', 'q=%3Cscript%3Ealert(1)%3C/script%3E'],
  ])('answers %s', async (_what, query) => {
    const asked: string[] = []
    const { html, status } = await open(`/search?${query}`, { search: {}, onCall: (name) => asked.push(name) })
    expect(status).toBe(200)
    expect(html).not.toContain('<script>alert')
  })
})

test('header and home search everything by a plain form', async () => {
  const body = bodyOf((await open('/')).html)
  const forms = body.match(/<form[^>]*action="\/search"[^>]*>/g) ?? []
  expect(forms).toHaveLength(2)
  for (const form of forms) expect(form).not.toContain('method=')
  expect(body.match(/<input[^>]*name="q"[^>]*>/g)).toHaveLength(2)
})
