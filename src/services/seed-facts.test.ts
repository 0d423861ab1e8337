import { describe, expect, it } from 'vitest'
import { kinds } from './index.ts'
import type { Details, SeedService } from './kind.ts'
import { loadKinds } from './loaded.server.ts'
import { readCoordinates } from './shared/coordinates.ts'
import { cruise } from './testing/cruise/index.ts'

/** What the demo data says in words against what its fields say. The template for new kinds is tested as well. */
const tried = [...kinds, { ...cruise, key: 'example' }]
const registry = await loadKinds(tried)
type Item = { readonly kind: string; readonly seed: SeedService; readonly details: Details }
const items: Item[] = []
for (const kind of tried)
  for (const seed of (await kind.seed?.())?.seed ?? [])
    items.push({ kind: kind.key, seed, details: registry.find(kind.key)?.details.parse(seed.details) ?? {} })

const ofKind = (...keys: string[]) => items.filter(({ kind }) => keys.includes(kind))
const journeys = ofKind('package', 'umrah')
const numberOf = (details: Details, ...names: string[]): number | null => {
  const figure = names.map((name) => details[name]).find((value) => typeof value === 'number')
  return typeof figure === 'number' ? figure : null
}
const daysOf = ({ details }: Item) => numberOf(details, 'days', 'duration_days') ?? 0
const nightsOf = ({ details }: Item) => numberOf(details, 'nights', 'duration_nights') ?? 0
const listOf = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' ')
const tens: Readonly<Record<string, number>> = { thirty: 30, sixty: 60, ninety: 90 }
const countOf = (word: string): number => {
  const lower = word.toLowerCase()
  return /^\d+$/.test(lower) ? Number(lower) : (tens[lower] ?? words.indexOf(lower) + 1)
}
const number = `\\d+|${[...words, ...Object.keys(tens)].join('|')}`
/** The numbers before a word: 'Three nights in Dubai, one on the Corniche' has 3 before 'night'. */
const numbersBefore = (text: string, word: string): number[] =>
  [...text.matchAll(new RegExp(`\\b(${number})[ -]${word}`, 'gi'))].map(([, digits]) => countOf(digits ?? ''))

/** `[slug, what is wrong]` of each item with a contradiction. */
const wrong = (among: readonly Item[], problem: (item: Item) => unknown) =>
  among.flatMap((item) => {
    const fault = problem(item)
    return fault ? [[item.seed.slug, fault]] : []
  })

describe('the demo data agrees with itself', () => {
  it('a programme has as many days as its journey', () => {
    const days = ({ details }: Item) => listOf(details.itinerary).length
    expect(
      wrong(journeys, (item) => days(item) > 0 && days(item) !== daysOf(item) && [days(item), daysOf(item)]),
    ).toEqual([])
    expect(journeys.filter((item) => days(item) > 0).length).toBeGreaterThan(10)
  })
  it('a journey has fewer nights than days', () => {
    expect(wrong(journeys, (item) => nightsOf(item) >= daysOf(item))).toEqual([])
  })
  it('titles and summaries name the days and nights of their journey', () => {
    const stated = ({ seed, details }: Item) =>
      [seed.title, seed.summary, String(details.short_description ?? '')].join(' ')
    expect(
      wrong(journeys, (item) => numbersBefore(stated(item), 'days').some((days) => days !== daysOf(item))),
    ).toEqual([])
    const isOther = (item: Item) =>
      numbersBefore(item.seed.title, 'nights').some((nights) => nights !== nightsOf(item)) ||
      (/\bweek\b/i.test(item.seed.title) && daysOf(item) !== 7)
    expect(wrong(journeys, isOther)).toEqual([])
  })
  it('what is included names the nights of the journey', () => {
    const included = ({ details }: Item) =>
      listOf(details.whats_included ?? details.includes).flatMap((line) => numbersBefore(String(line), 'nights'))
    expect(wrong(journeys, (item) => included(item).some((nights) => nights !== nightsOf(item)))).toEqual([])
    expect(journeys.flatMap(included).length).toBeGreaterThan(10)
  })
  it('children never cost more than adults, infants never more than children, and a reduced price is lower', () => {
    const isOdd = ({ details }: Item) => {
      const adult = numberOf(details, 'price_adult', 'discount_price', 'price') ?? 0
      const child = numberOf(details, 'price_child', 'child_price') ?? adult
      const infant = numberOf(details, 'price_infant') ?? 0
      const reduced = numberOf(details, 'discount_price')
      return child > adult || infant > child || (reduced !== null && reduced >= Number(details.price))
    }
    expect(wrong(items, isOdd)).toEqual([])
  })
  it('a package mentions every place of its location', () => {
    const missing = ({ seed, details }: Item) => {
      const written = textsOf({ ...details, location: '', title: seed.title, summary: seed.summary }).join(' ')
      return String(details.location)
        .split(/, | and /)
        .find((place) => !written.includes(place))
    }
    expect(wrong(ofKind('package', 'umrah'), missing)).toEqual([])
  })
  it('an Umrah package leaves from the city that its sentences name', () => {
    const missing = ({ seed, details }: Item) => {
      const city = String(details.departure_city)
      const named = /\bfrom ([A-Z][a-z]+)/.exec(seed.title)?.[1] ?? city
      const points = listOf(details.pickup_points).join(' ')
      const flights = listOf(details.includes).flatMap((line) => /flights from (\w+)/.exec(String(line))?.[1] ?? [])
      return named !== city || !points.includes(city === 'Dubai' ? '' : city) || flights.some((from) => from !== city)
    }
    expect(wrong(ofKind('umrah'), missing)).toEqual([])
  })
  it('a cancellation policy says what its terms calculate', () => {
    const terms = ({ details }: Item) => listOf(details.cancellation_terms) as { days: number; percent: number }[]
    const isOther = (item: Item) => {
      const stated = String(item.details.cancellation_policy ?? '')
      const free = /Free up to (\d+) days?/.exec(stated)?.[1]
      return free !== undefined && terms(item)[0]?.days !== Number(free)
    }
    expect(wrong(items, isOther)).toEqual([])
    const freeTerms = items.filter(({ details }) => /Free up to \d/.test(String(details.cancellation_policy ?? '')))
    expect(freeTerms.length).toBeGreaterThan(4)
  })
  it('the length of stay of a visa is the same in its type, its sentences and its rule', () => {
    const isOther = ({ details }: Item) => {
      const stated = [
        ...numbersBefore(String(details.visa_type), 'day'),
        ...listOf(details.highlights).flatMap((line) =>
          numbersBefore(String(line).replace(/^(?!Stay of).*/, ''), 'days'),
        ),
        ...numbersBefore(/^Single entry, (\w+ days)/.exec(String(details.description))?.[1] ?? '', 'days'),
      ]
      return stated.some((days) => days !== details.max_stay_days) && [stated, details.max_stay_days]
    }
    expect(wrong(ofKind('visa'), isOther)).toEqual([])
  })
  it('the processing time of a visa is not longer than its estimated days', () => {
    const isLonger = ({ details }: Item) => {
      const days = [...String(details.processing_time).matchAll(/\d+/g)].map(([day]) => Number(day))
      return days.length > 0 && Math.max(...days) !== details.estimated_days
    }
    expect(wrong(ofKind('visa'), isLonger)).toEqual([])
  })
  it('a visa says that children are free only where they are', () => {
    const isOther = ({ seed, details }: Item) =>
      /children[^.]* free/i.test(textsOf({ ...details, summary: seed.summary }).join(' ')) !==
      (details.child_price === 0)
    expect(wrong(ofKind('visa'), isOther)).toEqual([])
  })
  it('an item without pickup whose terms name a meeting point has one, and every meeting point is in the region', () => {
    const missing = ({ details }: Item) =>
      /meeting point/.test(String(details.terms_conditions)) && !details.meeting_point
    expect(wrong(items, missing)).toEqual([])
    const walked = ofKind('tour').filter(({ details }) => details.has_pickup === false)
    expect(wrong(walked, ({ details }) => !details.meeting_point)).toEqual([])
    const isFar = ({ details }: Item) => {
      const at = readCoordinates(String(details.meeting_coordinates ?? ''))
      return at && (at.latitude < 22 || at.latitude > 27 || at.longitude < 51 || at.longitude > 57)
    }
    expect(wrong(items, isFar)).toEqual([])
  })
  it('answers do not promise what is not included', () => {
    const answers = ({ details }: Item) => listOf(details.faq) as { question: string; answer: string }[]
    const left = ({ details }: Item) => listOf(details.exclusions ?? details.excludes).join(' ')
    const promises = (item: Item) =>
      answers(item).find(({ question, answer }) => {
        const asked = /^(?:Is|Are) (?:the )?(\w+)(?: tickets)? included\?$/.exec(question)?.[1]
        return asked && /^Yes/.test(answer) && new RegExp(`\\b${asked}`, 'i').test(left(item))
      })
    expect(wrong(items, promises)).toEqual([])
    expect(items.filter((item) => item.seed.status !== 'inactive' && answers(item).length === 0)).toEqual([])
    const pickup = (item: Item) =>
      item.details.has_pickup === false && answers(item).some(({ question }) => /late for the pickup/.test(question))
    expect(wrong(items, pickup)).toEqual([])
  })
  it('every active item has a featured picture that no other item of its kind has', () => {
    const shared = kinds.flatMap(({ key }) => {
      const active = ofKind(key).filter(({ seed }) => seed.status !== 'inactive')
      const images = active.map(({ seed }) => seed.featuredImage)
      return wrong(active, ({ seed }) => images.filter((image) => image === seed.featuredImage).length > 1)
    })
    expect(shared).toEqual([])
  })
  it('features a few items of each kind, never all', () => {
    for (const { key } of kinds) {
      const all = ofKind(key)
      const featured = all.filter(({ seed }) => seed.isFeatured)
      if (all.length > 1) expect([key, featured.length]).toEqual([key, Math.min(featured.length, 4, all.length - 1)])
    }
  })
})
