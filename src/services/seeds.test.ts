import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { slugOf } from '../kernel/slug.ts'
import { kinds } from './index.ts'
import type { SeedService } from './kind.ts'
import { loadKinds } from './loaded.server.ts'
import { initial } from './ok-to-board/fields.ts'
import { youTubeId } from './shared/youtube.ts'

const registry = await loadKinds(kinds)
const seeds: Record<string, readonly SeedService[]> = {}
for (const kind of kinds) seeds[kind.key] = (await kind.seed?.())?.seed ?? []
const everything = Object.entries(seeds).flatMap(([kind, items]) => items.map((item) => ({ kind, item })))
const shipped = new Set(readdirSync(join(import.meta.dirname, '../../public/pictures')))
const isShipped = (name: string) => shipped.has(`${name}-800.webp`)

const detailsOf = (kind: string, item: SeedService) => registry.find(kind)?.details.parse(item.details) ?? {}
const find = (kind: string, slug: string) => {
  const item = seeds[kind]?.find((each) => each.slug === slug)
  return { item, details: item ? detailsOf(kind, item) : {} }
}

describe('the demo data', () => {
  it('describes an agency that is open for business', () => {
    const counts = Object.fromEntries(Object.entries(seeds).map(([kind, items]) => [kind, items.length]))
    expect(counts.tour).toBeGreaterThanOrEqual(12)
    expect(counts.package).toBeGreaterThanOrEqual(8)
    expect(counts.visa).toBeGreaterThanOrEqual(10)
    expect(counts.ticket).toBeGreaterThanOrEqual(10)
    expect(counts.transfer).toBeGreaterThanOrEqual(6)
    expect(counts.umrah).toBeGreaterThanOrEqual(6)
    expect(counts.ok_to_board).toBe(1)
  })
  it('has details that every kind accepts', () => {
    for (const { kind, item } of everything)
      expect({ slug: item.slug, ...registry.find(kind)?.details.safeParse(item.details) }).toMatchObject({
        slug: item.slug,
        success: true,
      })
  })
  it('has normalised slugs that are unique within their kind', () => {
    for (const items of Object.values(seeds)) {
      const slugs = items.map((item) => item.slug)
      expect(new Set(slugs).size).toBe(slugs.length)
      expect(slugs.map(slugOf)).toEqual(slugs)
    }
  })
  it('has summaries that fit a card', () => {
    const tooLong = everything.filter(({ item }) => item.summary.length > 140 || item.summary.length < 30)
    expect(tooLong.map(({ item }) => item.slug)).toEqual([])
  })
  it('has a picture for every item, from the picture set', () => {
    for (const { kind, item } of everything) {
      const { gallery_images, image_urls } = detailsOf(kind, item)
      const names = [item.featuredImage, ...((gallery_images ?? image_urls ?? []) as string[])]
      expect(names.filter((name) => !isShipped(name))).toEqual([])
    }
  })
  it('contains no video links, so that no other host is contacted', () => {
    expect(everything.filter(({ item }) => youTubeId(String(item.details.video_url ?? '')))).toEqual([])
  })
  it('makes no promise that the agency cannot keep', () => {
    const words = JSON.stringify(everything).toLowerCase()
    expect(words.match(/guarantee|100\s?%|99\s?%|money.back|best price/g)).toBeNull()
  })
  it('shows visas under their stored title', () => {
    for (const item of seeds.visa ?? []) {
      const service = { title: item.title, currency: 'USD', details: detailsOf('visa', item) }
      expect(registry.find('visa')?.displayTitle(service)).toBe(item.title)
    }
  })
  it('has the 14, 30, 60 and 90 day visas of the Emirates', () => {
    const types = (seeds.visa ?? []).map((item) => item.details.visa_type)
    expect(types).toEqual(
      expect.arrayContaining(['14-Day Visa', '30-Day Tourist Visa', '60-Day Tourist Visa', '90-Day Visit Visa']),
    )
  })
  it('has the two sample transfers of the specification [C127]', () => {
    expect(find('transfer', 'dubai-airport-to-city').details).toMatchObject({
      base_price: 15_000,
      max_passengers: 4,
      duration_minutes: 45,
    })
    expect(find('transfer', 'dubai-to-abu-dhabi').details).toMatchObject({
      base_price: 30_000,
      max_passengers: 6,
      duration_minutes: 90,
    })
    const transfer = registry.find('transfer')
    const priceOf = (slug: string) => {
      const { item, details } = find('transfer', slug)
      return transfer?.startingPrice({ title: item?.title ?? '', currency: 'AED', details }).from.minor
    }
    expect([priceOf('dubai-airport-to-city'), priceOf('dubai-to-abu-dhabi')]).toEqual([15_000, 30_000])
  })
  it('has Ok to Board at 2999 and 199, in 48 hours, with 0.18 of tax, in INR [C155]', () => {
    const { item, details } = find('ok_to_board', 'ok-to-board')
    expect(item?.currency ?? registry.find('ok_to_board')?.kind.defaultCurrency).toBe('INR')
    expect(details).toMatchObject({
      base_price: 299_900,
      processing_fee: 19_900,
      processing_time: '48 hours',
      tax_rate: 0.18,
    })
    expect(details).toMatchObject(initial)
  })
  it('has Umrah packages at full and at reduced prices, and with and without a price for infants', () => {
    const umrah = seeds.umrah ?? []
    expect(umrah.some((item) => item.details.discount_price === null)).toBe(true)
    expect(umrah.some((item) => typeof item.details.discount_price === 'number')).toBe(true)
    const infants = umrah.map((item) => detailsOf('umrah', item).price_infant)
    expect(infants.some((price) => price === null) && infants.some((price) => Number(price) > 0)).toBe(true)
  })
  it('covers the cases that the shop must render: free ages, ages not offered, own slots, no pickup, inactive', () => {
    const tours = (seeds.tour ?? []).map((item) => detailsOf('tour', item))
    expect(tours.some((tour) => tour.price_infant === 0)).toBe(true)
    expect(tours.some((tour) => tour.price_infant === null)).toBe(true)
    expect(tours.some((tour) => (tour.time_slots as string[]).length > 0)).toBe(true)
    expect(tours.some((tour) => (tour.time_slots as string[]).length === 0)).toBe(true)
    expect(new Set(tours.map((tour) => tour.has_pickup))).toEqual(new Set([true, false]))
    expect(everything.some(({ item }) => item.status === 'inactive')).toBe(true)
    expect(everything.filter(({ item }) => item.trending).length).toBeGreaterThanOrEqual(6)
    const visas = (seeds.visa ?? []).map((item) => detailsOf('visa', item).child_price)
    expect(visas).toEqual(expect.arrayContaining([null, 0]))
  })
  it('has no inactive item among the trending ones', () => {
    expect(everything.filter(({ item }) => item.trending && item.status === 'inactive')).toEqual([])
  })
})
