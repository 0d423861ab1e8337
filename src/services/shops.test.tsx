import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { say } from '../platform/messages.server.ts'
import { matchingOptions } from '../ui/combobox-match.ts'
import { SayProvider } from '../ui/say.tsx'
import { kinds } from './index.ts'
import type { Details, KindForm, KindShop, ShopService } from './kind.ts'
import { type LoadedKind, loadKinds } from './loaded.server.ts'
import { countryOptionsIn } from './shared/country-options.ts'
import { promises } from './shared/promises.ts'
import type { ChosenTrip } from './trip.ts'

const registry = await loadKinds(kinds)
const shops = new Map<string, KindShop>()
const forms = new Map<string, KindForm | undefined>()
for (const kind of kinds) {
  shops.set(kind.key, (await kind.shop()).shop)
  forms.set(kind.key, (await kind.form?.())?.form)
}

function shopOf(key: string): { kind: LoadedKind; shop: KindShop } {
  const kind = registry.find(key)
  const shop = shops.get(key)
  if (!kind || !shop) throw new Error(`No kind ${key}`)
  return { kind, shop }
}

function shown(key: string, given: Details): ShopService {
  const { kind } = shopOf(key)
  const details = kind.details.parse(given)
  const currency = kind.kind.defaultCurrency
  const shared = kind.shared({ title: 'A title', currency, details })
  const rest = { location: shared.location, durationMinutes: shared.durationMinutes }
  return { id: '1', kind: key, slug: 'a-title', title: 'A title', summary: '', currency, details, ...rest }
}

const draw = (body: ComponentType) => renderToStaticMarkup(<SayProvider value={say}>{createElement(body)}</SayProvider>)
const panelsOf = (key: string, given: Details) =>
  shopOf(key)
    .shop.panels(shown(key, given))
    .map(({ id, title, body }) => ({ id, title: say(title), html: draw(body) }))
const panelOf = (key: string, given: Details, id: string) =>
  panelsOf(key, given).find((panel) => panel.id === id)?.html ?? ''
const factsOf = (key: string, given: Details) =>
  shopOf(key)
    .shop.facts(shown(key, given))
    .map(([fact]) => say(fact))

const promisesOf = (key: string, given: Details) => promises(shown(key, given)).map(([fact]) => say(fact))

const markOf = (key: string, given: Details) => {
  const { kind } = shopOf(key)
  const { defaultCurrency: currency } = kind.kind
  return kind.mark?.({ title: 'A title', currency, details: kind.details.parse(given) })
}

const aTour = { price_adult: 1 }
const aVisa = { country: 'Oman', visa_type: 'Visa', price: 1 }
const aJourney = { price: 1, duration_days: 10, duration_nights: 9 }
const aPackage = { location: 'Dubai', days: 4, nights: 3, price_adult: 1 }

/** As the form gives it, with bare fields for the start of another leg. */
const aTrip: ChosenTrip = {
  ...{ date: '2026-12-01', time: '10:00', pickup: '', zone: 'Asia/Dubai' },
  onChange: () => {},
  objectionTo: () => null,
  shownDay: (day) => day,
  startFields: ({ date, time }) =>
    [date, time].map(({ name, error }) => (
      <label key={name}>
        <input name={name} />
        {error}
      </label>
    )),
}

describe.each(kinds.map((kind) => [kind.key]))('the pages of %s', (key) => {
  it('render every demo item', async () => {
    const { kind } = shopOf(key)
    for (const seed of (await kind.kind.seed?.())?.seed ?? []) {
      const panels = panelsOf(key, seed.details)
      expect(panels.every((panel) => panel.title !== '')).toBe(true)
      expect(new Set(panels.map((panel) => panel.id)).size).toBe(panels.length)
      expect(panels[0]?.html).not.toBe('')
      expect(factsOf(key, seed.details).filter((fact) => fact.trim() === '')).toEqual([])
    }
  })
  it('render a card without any details', () => {
    const bare = { id: '1', kind: key, slug: 'a', title: 'A', summary: '', location: '', currency: 'USD' }
    expect(shopOf(key).shop.facts({ ...bare, durationMinutes: null, details: {} })).toEqual([])
  })
  it('render booking fields for an empty form', () => {
    const { kind } = shopOf(key)
    const Fields = forms.get(key)?.BookingFields
    const errors = Object.fromEntries(kind.bookingSpecs.map((spec) => [spec.name, `${spec.label}!`]))
    const service = { ...shown('tour', aTour), kind: key }
    const html = Fields
      ? renderToStaticMarkup(<Fields service={service} value={{}} onChange={() => {}} errors={errors} trip={aTrip} />)
      : ''
    for (const spec of kind.bookingSpecs) {
      expect(html).toContain(`name="${spec.name}"`)
      expect(html).toContain(`${spec.label}!`.replaceAll("'", '&#x27;'))
    }
  })
})

describe('a tour', () => {
  it("has the tabs 'Overview', 'What's Included', 'Itinerary' and 'Cancellation' [C045]", () => {
    const tour = {
      ...aTour,
      overview: 'Red dunes',
      highlights: ['Sunset'],
      duration: '6 hours',
      whats_included: ['Water'],
      exclusions: ['Tips'],
    }
    const panels = panelsOf('tour', tour)
    expect(panels.map((panel) => panel.title)).toEqual(['Overview', "What's Included", 'Itinerary', 'Cancellation'])
    for (const word of ['Red dunes', 'Sunset', '6 hours']) expect(panels[0]?.html).toContain(word)
    for (const word of ['Water', 'Tips']) expect(panels[1]?.html).toContain(word)
  })
  it("shows each day as 'Day N: title' with its description [C046]", () => {
    const itinerary = [
      { title: 'Dunes', description: 'A drive' },
      { title: 'Coast', description: 'A swim' },
    ]
    const html = panelOf('tour', { ...aTour, itinerary }, 'itinerary')
    for (const words of ['Day 1: Dunes', 'A drive', 'Day 2: Coast', 'A swim']) expect(html).toContain(words)
  })
  it('says when the itinerary will follow later [C047]', () => {
    expect(panelOf('tour', aTour, 'itinerary')).toContain(
      'The detailed itinerary will be provided after booking confirmation.',
    )
  })
  it('shows its policy and terms, or the standard sentence [C049]', () => {
    const standard = 'Standard cancellation and refund policies apply. Contact us for more details.'
    const own = panelOf('tour', { ...aTour, cancellation_policy: 'Free', terms_conditions: 'An ID' }, 'cancellation')
    expect(own).toContain('Free')
    expect(own).toContain('An ID')
    expect(own).not.toContain(standard)
    expect(panelOf('tour', aTour, 'cancellation')).toContain(standard)
  })
  it('is marked as instant or freely cancellable only when it is [C057, A063]', () => {
    const off = { ...aTour, instant_confirmation: false, free_cancellation: false, has_pickup: false }
    expect(promisesOf('tour', off)).toEqual([])
    expect(promisesOf('tour', { ...off, instant_confirmation: true })).toEqual(['Instant confirmation'])
    expect(promisesOf('tour', { ...off, free_cancellation: true })).toEqual(['Free cancellation'])
  })
  it('shows staff texts as plain text, never as markup', () => {
    const html = panelOf('tour', { ...aTour, overview: '<script>alert(1)</script>' }, 'overview')
    expect(html).not.toContain('<script')
  })
})

describe('a package or ticket', () => {
  it('is marked as instant or freely cancellable only when it is [C057]', () => {
    const off = { instant_confirmation: false, free_cancellation: false }
    expect(factsOf('package', aPackage)).toEqual(['4 days, 3 nights'])
    expect(promisesOf('package', { ...aPackage, ...off })).toEqual([])
    expect(factsOf('ticket', { price_adult: 1, instant_delivery: false })).toEqual([])
    expect(factsOf('ticket', { price_adult: 1 })).toEqual(['Instant delivery'])
    expect(promisesOf('ticket', { price_adult: 1, ...off })).toEqual([])
    expect(promisesOf('ticket', { price_adult: 1 })).toEqual(['Instant confirmation', 'Free cancellation'])
  })
})

describe('a visa', () => {
  it("has the sections overview, requirements, what's included and processing information [C074]", () => {
    const given = {
      ...aVisa,
      overview: 'Sea',
      requirements: ['Photo'],
      whats_included: ['Fee'],
      processing_time: '3 days',
    }
    const panels = panelsOf('visa', given)
    expect(panels.map((panel) => panel.title)).toEqual([
      'Overview',
      'Requirements',
      "What's Included",
      'Processing Information',
    ])
    expect(
      panels.map((panel) => ['Sea', 'Photo', 'Fee', '3 days'].filter((word) => panel.html.includes(word))),
    ).toEqual([['Sea'], ['Photo'], ['Fee'], ['3 days']])
  })
  it('shows the estimated days without a processing time', () => {
    expect(factsOf('visa', { ...aVisa, processing_time: '3 working days', estimated_days: 4 })).toEqual([
      '3 working days',
    ])
    expect(factsOf('visa', { ...aVisa, estimated_days: 4 })).toEqual(['About 4 days'])
    expect(factsOf('visa', aVisa)).toEqual([])
  })
})

describe('an Umrah package', () => {
  it("has the tabs 'Overview', 'Itinerary', 'Included' and 'Policies', with days or activities [C116]", () => {
    const itinerary = [
      { title: 'Makkah', activities: ['Tawaf', 'Rest'] },
      { title: 'Madinah', description: 'Quba' },
    ]
    expect(panelsOf('umrah', aJourney).map((panel) => panel.title)).toEqual([
      'Overview',
      'Itinerary',
      'Included',
      'Policies',
    ])
    const html = panelOf('umrah', { ...aJourney, itinerary }, 'itinerary')
    for (const words of ['Day 1: Makkah', 'Tawaf', 'Rest', 'Day 2: Madinah', 'Quba']) expect(html).toContain(words)
  })
  it('shows location, pickup points and special notes when they are set [C117, A117]', () => {
    const set = { ...aJourney, location: 'Makkah', pickup_points: ['Andheri', 'Thane'], special_notes: 'Bring a shawl' }
    const html = panelOf('umrah', set, 'overview')
    for (const words of ['Makkah', 'Andheri', 'Thane', 'Bring a shawl']) expect(html).toContain(words)
    const none = panelOf('umrah', aJourney, 'overview')
    for (const words of ['Location', 'Pickup points', 'Special notes']) expect(none).not.toContain(words)
  })
  it('shows no default includes [C120]', () => {
    expect(panelOf('umrah', aJourney, 'included')).toBe('')
  })
  it("says 'Up to {group_size_max} people'", () => {
    expect(factsOf('umrah', { ...aJourney, group_size_max: 20 })).toEqual(['10 days, 9 nights', 'Up to 20 people'])
  })
})

describe('a transfer', () => {
  it('shows type, from, to, duration, vehicle, capacity and features, and the mark only when it is set', () => {
    const ride = {
      transfer_type: 'City Transfer',
      vehicle_type: 'SUV',
      base_price: 1,
      max_passengers: 6,
      duration_minutes: 90,
      pickup_locations: ['Deira'],
      dropoff_locations: ['Yas Island'],
      features: ['Tolls included'],
    }
    expect(factsOf('transfer', ride)).toEqual(['City Transfer', '1.5 hours', 'SUV', '6 seats'])
    const html = panelOf('transfer', ride, 'overview') + panelOf('transfer', ride, 'features')
    for (const words of ['Deira', 'Yas Island', '1.5 hours', 'SUV', '6 seats', 'Tolls included', '15 minutes'])
      expect(html).toContain(words)
  })
})

describe('Ok to Board', () => {
  it("shows the service's features, processing time and requirements [C141, A127]", () => {
    const panels = panelsOf('ok_to_board', {
      processing_time: '3 days',
      features: ['Checked'],
      requirements: ['A visa'],
    })
    const html = panels.map((panel) => panel.html).join('')
    for (const words of ['3 days', 'Checked', 'A visa']) expect(html).toContain(words)
  })
  it('shows the acknowledgement only when it is required [C147]', () => {
    const Fields = forms.get('ok_to_board')?.BookingFields
    if (!Fields) throw new Error('No booking fields')
    const draw = (errors: Record<string, string>, value = {}) =>
      renderToStaticMarkup(
        <Fields service={shown('ok_to_board', {})} value={value} onChange={() => {}} errors={errors} />,
      )
    expect(draw({})).not.toContain('checkbox')
    expect(draw({ acknowledge_short_notice: 'Too soon' })).toContain('Too soon')
    expect(draw({ acknowledge_short_notice: 'Too soon' }, { acknowledge_short_notice: true })).not.toContain('Too soon')
  })
  it('keeps the space after a first word, so that a second one can be typed', () => {
    const Fields = forms.get('ok_to_board')?.BookingFields
    if (!Fields) throw new Error('No booking fields')
    const html = renderToStaticMarkup(
      <Fields service={shown('ok_to_board', {})} value={{ passenger_name: 'Sana ' }} onChange={() => {}} errors={{}} />,
    )
    expect(html).toContain('value="Sana "')
  })
  it('offers every ISO 3166 country as a nationality, in a searchable box [C145]', () => {
    const Fields = forms.get('ok_to_board')?.BookingFields
    const html = Fields
      ? renderToStaticMarkup(<Fields service={shown('ok_to_board', {})} value={{}} onChange={() => {}} errors={{}} />)
      : ''
    expect(html).toContain('role="combobox"')
    expect(countryOptionsIn('en')).toHaveLength(249)
    const search = (text: string) => matchingOptions(countryOptionsIn('en'), text).map(({ label }) => label)
    expect(search('')).toHaveLength(249)
    expect(search('ind').slice(0, 3)).toEqual(['India', 'Indonesia', 'British Indian Ocean Territory'])
    expect([search(' turkiye '), search('AE')[0], search('zzz')]).toEqual([['Türkiye'], 'United Arab Emirates', []])
  })
})

describe('the mark of a visa', () => {
  it('is the flag of its country, and nothing where the country has none', () => {
    expect(markOf('visa', aVisa)).toBe('/flags/OM.webp')
    expect(markOf('visa', { ...aVisa, country: 'Atlantis' })).toBeNull()
    expect(markOf('tour', aTour)).toBeUndefined()
  })
})
