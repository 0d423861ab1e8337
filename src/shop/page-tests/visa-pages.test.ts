import { describe, expect, test } from 'vitest'
import { money } from '../../kernel/money.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { resolveTexts } from '../../platform/messages.server.ts'
import { rules } from '../../services/visa/rules.ts'
import { bookingId, bookingOf, bookingToken, cardOf, paperworkOf, tourOf } from '../testing/fake-api.ts'
import { stepOf } from '../testing/next-step.ts'
import { bodyOf, linksOf, open, textOf, withToken } from '../testing/open-page.ts'

const details = {
  country: 'Oman',
  visa_type: '10-Day Visa',
  price: 4000,
  child_price: null,
  processing_time: '',
  estimated_days: 3,
  overview: 'For a short journey.',
  requirements: ['Passport'],
  whats_included: ['Government fee'],
}
const visaOf = (more: Partial<ServiceDetail> = {}, own: object = {}): ServiceDetail => {
  const priced = { title: '', currency: 'USD', details: { ...details, ...own } }
  return {
    ...tourOf(),
    kind: 'visa',
    slug: 'oman-10-day',
    href: '/visas/oman-10-day',
    title: 'Oman 10-Day Visa',
    location: 'Oman',
    from: money(4000, 'USD'),
    unit: 'applicant',
    schedule: { ...rules.schedule(priced), slots: [], timeZone: 'Asia/Dubai', hasWaitingList: true },
    party: rules.party(priced),
    documents: resolveTexts(rules.documents(priced), 'en') as ServiceDetail['documents'],
    ...more,
    details: priced.details,
  }
}
const page = (more: Partial<ServiceDetail> = {}, own: object = {}) =>
  open('/visas/oman-10-day', { services: [visaOf(more, own)] })

describe('a visa', () => {
  test('[C072] shows its picture, or the title with country and type without one', async () => {
    expect((await page()).html).toContain('Open picture 1 of 2')
    const { html } = await page({ images: [], featured_image: null })
    expect(html).not.toContain('data-placeholder')
    const cover = /<div class="has-pattern[\s\S]*?<\/div>/.exec(html)?.[0] ?? ''
    expect(textOf(cover).trim().replace(/\s+/g, ' ')).toBe('Oman · 10-Day Visa Oman 10-Day Visa')
  })

  test('[C072] shows the processing time, or the estimated days when none is set', async () => {
    expect(textOf((await page({}, { processing_time: '2-3 working days' })).html)).toContain('2-3 working days')
    const text = textOf((await page()).html)
    expect(text).toContain('About 3 days')
  })

  test('[C073] has a price card with Apply Now, on phones in a bar fixed to the bottom', async () => {
    const { html } = await page()
    const bar = /<div data-price-bar=""[\s\S]*?<\/button><\/div>/.exec(html)?.[0] ?? ''
    expect(bar).toMatch(/class="fixed inset-x-0 bottom-0[^"]*lg:hidden"/)
    expect(textOf(bar)).toMatch(/\$40 per applicant\s+Apply Now/)
    expect(html.match(/>Apply Now</g)).toHaveLength(2)
  })

  test('first lists the documents to have ready', async () => {
    const text = textOf((await page()).html)
    expect(text).toContain('Have these ready Passport front Passport back (optional) Clear photo Return ticket')
  })

  test('[C075] is shown without a debug banner', async () => {
    const text = textOf((await page()).html)
    expect(text).not.toMatch(/debug|page is working/i)
  })

  test('[C076] a missing visa answers 404 and links to the visas', async () => {
    const missing = await open('/visas/nothing')
    expect(missing.status).toBe(404)
    expect(textOf(missing.html)).toContain('Visa Service Not Found')
    expect(linksOf(missing.html)).toContain('Back to Visas -> /visas')
  })

  test('[C160, C080] opens its wizard on the generic booking page', async () => {
    const { html } = await open('/booking?type=visa&id=oman-10-day', { services: [visaOf()] })
    const text = textOf(html)
    expect(text).toContain('Step 1 of 4')
    expect(text).toContain('Adults 12-99 years')
    expect(text).toContain('Children 0-11 years')
    expect(text).toContain('1 adult × $40.00')
    expect(bodyOf(html)).not.toContain('Travel date')
  })

  test('[C096] accepts an optional promo code', async () => {
    const { html } = await open('/booking?type=visa&id=oman-10-day', { services: [visaOf()] })
    expect(textOf(html)).toContain('Have a promo code?')
  })

  test('can be found in the list by its country', async () => {
    const cards = [cardOf({ kind: 'visa', title: 'Oman 10-Day Visa', location: 'Oman', href: '/visas/oman-10-day' })]
    expect(linksOf((await open('/visas', { cards })).html)).toContain('Oman 10-Day Visa -> /visas/oman-10-day')
  })
})

describe('the documents of a paid visa', () => {
  const show = (more: Parameters<typeof paperworkOf>[0] = {}, query = withToken) =>
    open(`/booking-documents?${query}`, { paperworks: [paperworkOf(more)] })

  test('[C099] are requested through a link for each traveller', async () => {
    const { html } = await show()
    const href = (traveller: number) =>
      `/booking-documents?bookingId=${bookingId}&amp;token=${bookingToken}&amp;traveller=${traveller}`
    const links = linksOf(html)
    expect(links).toContain(`Adult 1 Details missing -> ${href(1)}`)
    expect(links).toContain(`Child 1 Details missing -> ${href(2)}`)
    expect(html).toContain('Copy link for Child 1')
  })

  test("[C085, C091, C099] a traveller's link opens their form; the documents come after the details", async () => {
    const named = { id: '0198c000-0000-7000-8000-000000000777', position: 1, first_name: 'Kabir', last_name: 'Rao' }
    const first = textOf((await show({}, `${withToken}&traveller=2`)).html)
    for (const label of [
      'Full name',
      'Passport number',
      'Passport expiry date',
      'Date of birth',
      'Tentative arrival date',
      'Tentative departure date',
    ])
      expect(first).toContain(label)
    expect(first).toContain('Save the details first')
    expect(first).not.toContain('Passport front')
    const travelers = [{ ...named, traveler_type: 'child' as const }]
    const missing = [{ name: 'clear_photo', travelerId: named.id }]
    const second = textOf((await show({ travelers, missing }, `${withToken}&traveller=2`)).html)
    expect(second).toContain('Kabir Rao')
    expect(second).toContain('1 document missing')
    expect(second).toContain('Passport front')
    expect(second).toContain('Passport back (optional)')
  })

  test('a document requested again shows why and can be replaced; the others stay received', async () => {
    const id = '0198c000-0000-7000-8000-000000000777'
    const travelers = [{ id, position: 1, first_name: 'Kabir', last_name: 'Rao', traveler_type: 'child' as const }]
    const there = (name: string, wanted: string | null) => ({
      name,
      travelerId: id,
      version: 1,
      wanted,
      isAccepted: false,
    })
    const documents = [there('passport_front', 'There is glare on the photo page'), there('clear_photo', null)]
    const missing = [{ name: 'passport_front', travelerId: id }]
    const { html } = await show({ travelers, documents, missing }, `${withToken}&traveller=2`)
    const text = textOf(html)
    expect(text).toMatch(/Passport front New file needed.{0,60}Please upload this again: There is glare/)
    expect(text.match(/Please upload this again/g)).toHaveLength(1)
    expect(text).toMatch(/Clear photo Received ?: first version/)
    expect(text).toContain('1 document to replace')
  })

  test("a traveller's own link shows that traveller and no way to the others", async () => {
    const own = { only: 1, links: [], missing: [{ name: 'clear_photo', travelerId: null }] }
    for (const query of ['', '&traveller=1', '&traveller=2']) {
      const { html } = await show(own, withToken + query)
      expect(textOf(html)).toContain('Child 1')
      expect(textOf(html)).not.toContain('Adult 1')
      expect(textOf(html)).not.toContain('All travellers')
    }
  })

  test("a traveller's own link downloads that traveller's visa once it is issued", async () => {
    const own = { only: 1, links: [], isOpen: false }
    const delivered = { id: 'a', label: 'Visa', traveller: 'Kabir Rao', delivered_at: '2026-11-25T08:00:00.000Z' }
    const href = '/api/issued-documents/a?link=signed'
    const { html } = await show({ ...own, issued_documents: [{ ...delivered, href }] }, `${withToken}&traveller=2`)
    expect(textOf(html)).toContain('Ready for you')
    expect(linksOf(html)).toContain(`Download Visa : Kabir Rao -> ${href}`)
    expect(textOf((await show(own)).html)).not.toContain('Ready for you')
  })

  test('[C227] nothing is shown without the token', async () => {
    const { html, status } = await show({}, `bookingId=${bookingId}`)
    expect(status).toBe(404)
    expect(textOf(html)).toContain('Booking Not Found')
  })

  test('[C099] are requested on the confirmation once the booking is paid', async () => {
    const confirmation = async (more: Parameters<typeof bookingOf>[0]) =>
      textOf((await open(`/booking-confirmation?${withToken}`, { bookings: [bookingOf(more)] })).html)
    const upload = stepOf('upload', { count: 3, name: 'Aisha' })
    const shown = await confirmation({ service_type: 'visa', next_step: upload })
    expect(shown).toContain('Upload 3 documents for Aisha')
    expect(shown.indexOf('Upload 3 documents')).toBeLessThan(shown.indexOf('Booking reference'))
    expect(await confirmation({ service_type: 'visa' })).not.toContain('Upload documents')
    const replace = stepOf('replace', { count: 1, name: 'Aisha', document: 'Photo', reason: 'Too dark' })
    expect(await confirmation({ next_step: replace })).toMatch(/Replace the Photo of Aisha.*Too dark/)
  })

  test('the issued visa can be downloaded on the confirmation', async () => {
    const issued = (id: string, traveller: string | null) => ({
      ...{ id, label: 'Visa', traveller, delivered_at: '2026-11-25T08:00:00.000Z' },
      href: `/api/issued-documents/${id}?link=signed`,
    })
    const show = async (issued_documents: ReturnType<typeof issued>[]) =>
      (await open(`/booking-confirmation?${withToken}`, { bookings: [bookingOf({ issued_documents })] })).html
    const links = linksOf(await show([issued('a', 'Asha Rao'), issued('b', null)]))
    expect(links).toContain('Download Visa : Asha Rao -> /api/issued-documents/a?link=signed')
    expect(links).toContain('Download Visa -> /api/issued-documents/b?link=signed')
    expect(textOf(await show([]))).not.toContain('Ready for you')
  })
})

describe('a visa with rules by nationality', () => {
  const nationality_rules = [
    {
      ...{ nationalities: ['PK'], residences: ['AE'], is_available: true, next_step: '', documents: [] },
      ...{ price: 3000, child_price: null, processing_days: null, max_stay_days: null, validity_days: null },
    },
  ]
  test('asks the browser for nationality, so that the page of the server is whole and the same for everybody', async () => {
    const addresses = ['/visas/oman-10-day', '/booking?type=visa&id=oman-10-day']
    for (const address of [
      ...addresses,
      ...addresses.map((each) => `${each}${each.includes('?') ? '&' : '?'}nationality=PK`),
    ]) {
      const { html } = await open(address, { services: [visaOf({ from: money(3000, 'USD') }, { nationality_rules })] })
      expect(html).not.toContain('name="nationality"')
      // Marks a part that the server gave up.
      expect(html).not.toContain('<!--$!-->')
    }
  })
})
