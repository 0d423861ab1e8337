// Texts of the agency that are not in the page's language are marked with their own.
import { expect, test } from 'vitest'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { cardOf, tourOf } from '../testing/fake-api.ts'
import { bodyAt } from '../testing/open-page.ts'

/** The body of an item's page, with the fields that are in Hindi. */
const pageOf = (service: ServiceDetail, foreign: readonly string[]) =>
  bodyAt(service.href, {
    services: [{ ...service, languages: Object.fromEntries(foreign.map((path) => [path, 'hi'])) }],
  })
const marked = (html: string, text: string) => new RegExp(`lang="hi"[^>]*>${text}<`).test(html)

test('the place of a tour, in its breadcrumb and among its facts', async () => {
  const tour = tourOf({ location: 'Lahbab Desert' })
  const html = await pageOf(tour, ['location'])
  expect(html.match(/<bdi lang="hi">Lahbab Desert<\/bdi>/g)).toHaveLength(2)
  expect(await pageOf(tour, [])).not.toContain('lang="hi"')
})

test('the title, lead, hotel class and pickup points of an Umrah package', async () => {
  const details = {
    ...{ short_description: 'With a leader', hotel_category: '4-Star', transportation_type: 'Flight' },
    ...{ location: 'Makkah and Madinah', pickup_points: ['Mumbai Airport'], duration_days: 10, duration_nights: 9 },
  }
  const umrah: ServiceDetail = {
    ...tourOf(),
    ...cardOf({ kind: 'umrah', slug: 'ten-days', href: '/umrah/ten-days', title: 'Ten Days', details }),
  }
  const fields = ['short_description', 'hotel_category', 'transportation_type', 'location', 'pickup_points']
  const html = await pageOf(umrah, ['title', ...fields.map((name) => `details.${name}`)])
  for (const text of ['Ten Days', 'With a leader', '4-Star', 'Flight', 'Makkah and Madinah', 'Mumbai Airport'])
    expect(marked(html, text), text).toBe(true)
})

test('the country and processing time of a visa', async () => {
  const details = { country: 'Oman', visa_type: 'Tourist', processing_time: '2 days' }
  const visa: ServiceDetail = {
    ...tourOf({ images: [] }),
    ...cardOf({ kind: 'visa', slug: 'oman', href: '/visas/oman', featured_image: null, details }),
  }
  const html = await pageOf(visa, ['details.country', 'details.visa_type', 'details.processing_time'])
  for (const text of ['Oman', 'Tourist', '2 days']) expect(marked(html, text), text).toBe(true)
})

test('the ends of a transfer, on its card', async () => {
  const details = { pickup_locations: ['Airport'], dropoff_locations: ['City'], features: [] }
  const languages = { 'details.pickup_locations': 'hi', 'details.dropoff_locations': 'hi' }
  const card = cardOf({ kind: 'transfer', slug: 'city', href: '/transfers/city', details, languages })
  const html = await bodyAt('/transfers', { cards: [card] })
  for (const text of ['Airport', 'City']) expect(marked(html, text), text).toBe(true)
})
