import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../kernel/dates.ts'
import { money } from '../kernel/money.ts'
import { findKind, kinds } from './index.ts'
import type { FieldSpec, Party, PricedService, RuleRequest, SeedService } from './kind.ts'
import { type LoadedKind, loadKinds } from './loaded.server.ts'
import { cruise } from './testing/cruise/index.ts'
import { aRequest } from './testing/service.ts'

const registry = await loadKinds(kinds)
/** With the example that new kinds are made from, under a key that no real one has. */
const example = { ...cruise, key: 'example' }
const tried = await loadKinds([...kinds, example])
const seeds = new Map<string, readonly SeedService[]>()
for (const kind of [...kinds, example]) seeds.set(kind.key, (await kind.seed?.())?.seed ?? [])

const seedOf = (kind: LoadedKind) => seeds.get(kind.key) ?? []
const itemsOf = (kind: LoadedKind): PricedService[] =>
  seedOf(kind).map((seed) => ({
    title: seed.title,
    currency: seed.currency ?? kind.kind.defaultCurrency,
    details: kind.details.parse(seed.details),
  }))
const names = (specs: readonly FieldSpec[]) => specs.map((spec) => spec.name)

/** Somebody whom the item takes: as few as it allows, or more. */
function partyFor(kind: LoadedKind, service: PricedService, more: number): Party {
  const { adults, children, infants, fixed } = kind.party(service)
  if (fixed) return fixed
  const wanted = { adults: adults.min + more, children: children ? more : 0, infants: infants ? more : 0 }
  return wanted
}

describe('the list of kinds', () => {
  it('has the seven kinds of the specification [C174]', () => {
    expect(kinds.map((kind) => kind.key).sort()).toEqual([
      'ok_to_board',
      'package',
      'ticket',
      'tour',
      'transfer',
      'umrah',
      'visa',
    ])
  })
  it('has keys, paths and aliases that are used once', () => {
    const keys = kinds.flatMap((kind) => [kind.key, ...(kind.keyAliases ?? [])])
    const paths = kinds.flatMap((kind) => [kind.path, ...(kind.pathAliases ?? [])])
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(paths).size).toBe(paths.length)
    expect(new Set(kinds.map((kind) => kind.adminSection)).size).toBe(kinds.length)
  })
  it('finds ok_to_board also as ok-to-board, and nothing by an unknown key [C174]', () => {
    expect(findKind('ok-to-board')?.key).toBe('ok_to_board')
    expect(registry.find('ok-to-board')?.key).toBe('ok_to_board')
    expect(findKind('ok_to_board')?.key).toBe('ok_to_board')
    expect([findKind('general'), findKind(''), registry.find('hotel')]).toEqual([undefined, undefined, undefined])
  })
  it('gives each kind its summary label on the payment page [C192]', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind.key, kind.labels.payment]))).toEqual({
      tour: 'Tour Booking',
      package: 'Package Booking',
      visa: 'Visa Service',
      ticket: 'Ticket Booking',
      transfer: 'Transfer Service',
      ok_to_board: 'Ok to Board Service',
      umrah: 'Umrah Package',
    })
  })
  it('gives each kind its currency, for what names none of its own [A068, C286]', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind.key, kind.defaultCurrency]))).toEqual({
      tour: 'USD',
      package: 'USD',
      visa: 'USD',
      umrah: 'USD',
      ticket: 'AED',
      transfer: 'AED',
      ok_to_board: 'INR',
    })
  })
})

describe.each(tried.all.map((kind) => [kind.key, kind] as const))('the kind %s', (_key, kind) => {
  const items = itemsOf(kind)
  const first = items[0] as PricedService

  it('opens its own list', () => {
    expect(kind.kind.listHref).toBe(`/${kind.kind.path}`)
  })
  it('describes every field that its schema has, and no other', () => {
    expect(names(kind.specs).sort()).toEqual(Object.keys(first.details).sort())
    expect(new Set(names(kind.specs)).size).toBe(kind.specs.length)
  })
  it('has field names in snake_case', () => {
    expect(names(kind.specs).filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
  })
  it('accepts the defaults of its specs, together with an answer to what is required [A052]', () => {
    const required = kind.specs.filter((spec) => spec.required)
    const given = Object.fromEntries(
      kind.specs.filter((spec) => spec.default !== undefined).map((spec) => [spec.name, spec.default]),
    )
    for (const spec of required) given[spec.name] ??= first.details[spec.name]
    expect(kind.details.safeParse(given)).toMatchObject({ success: true })
    for (const { name } of required) {
      const { [name]: _left, ...rest } = given
      const paths = kind.details.safeParse(rest).error?.issues.map((issue) => issue.path[0])
      expect(paths).toEqual([name])
    }
  })
  it('refuses fields that it does not know', () => {
    expect(kind.details.safeParse({ ...first.details, price_grandmother: 1 }).success).toBe(false)
    expect(kind.booking.safeParse({ unknown_wish: 1 }).success).toBe(false)
  })
  it('keeps saved details as they are when they are saved again', () => {
    for (const item of items) expect(kind.details.parse(JSON.parse(JSON.stringify(item.details)))).toEqual(item.details)
  })
  it('prices every item of the seed for those whom it takes, without objections', () => {
    for (const item of items) {
      const party = partyFor(kind, item, 0)
      const people = kind.key === 'umrah' ? { ...party, adults: Number(item.details.group_size_min) } : party
      const booking = kind.key === 'visa' ? { booking_option: 'pay_now', travellers: [] } : {}
      const request: RuleRequest = aRequest({ party: people, booking, pickupLocation: 'Hotel', date: '2027-03-01' })
      const objections = kind.check(item, request, '2026-11-21').filter((error) => error.path !== 'pickup_location')
      expect(objections).toEqual([])
      expect(kind.price(item, request).final.minor).toBeGreaterThan(0)
    }
  })
  it('starts at what the smallest request pays', () => {
    for (const item of items) {
      const price = kind.price(item, aRequest({ party: partyFor(kind, item, 0) }))
      const { adults } = kind.party(item)
      expect(kind.startingPrice(item).from.minor * (kind.key === 'umrah' ? adults.min : 1)).toBe(price.final.minor)
    }
  })
  it('has prices that add up, in one currency, never below 0, whoever comes and whatever is taken off [A146]', () => {
    const few = fc.integer({ min: 0, max: 9 })
    const anItem = fc.constantFrom(...items)
    fc.assert(
      fc.property(
        anItem,
        few,
        few,
        few,
        fc.integer({ min: 0, max: 5_000_000 }),
        (item, adults, children, infants, off) => {
          const party = { adults: adults + 1, children, infants }
          const price = kind.price(item, aRequest({ party }), money(off, item.currency))
          const lines = price.lines.reduce((sum, line) => sum + line.total.minor, 0)
          expect(price.base.minor).toBe(lines)
          expect(price.total.minor).toBe(lines + price.tax.minor)
          expect(price.final.minor).toBe(lines + price.tax.minor - price.discount.minor)
          expect(price.final.minor).toBeGreaterThanOrEqual(0)
          expect(price.discount.minor).toBeLessThanOrEqual(off)
          for (const line of price.lines) {
            expect(Number.isSafeInteger(line.quantity)).toBe(true)
            expect(line.total.minor).toBe(line.unit.minor * line.quantity)
          }
          const amounts = [price.base, price.tax, price.discount, price.total, price.final]
          const used = [...amounts, ...price.lines.flatMap((line) => [line.unit, line.total])]
          expect(new Set(used.map((amount) => amount.currency))).toEqual(new Set([item.currency]))
        },
      ),
      { numRuns: 60 },
    )
  })
  it('never costs less when somebody joins', () => {
    const few = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(fc.constantFrom(...items), few, few, few, (item, adults, children, infants) => {
        const finalOf = (party: Party) => kind.price(item, aRequest({ party })).final.minor
        const before = finalOf({ adults: adults + 1, children, infants })
        expect(finalOf({ adults: adults + 2, children, infants })).toBeGreaterThanOrEqual(before)
        expect(finalOf({ adults: adults + 1, children: children + 1, infants })).toBeGreaterThanOrEqual(before)
        expect(finalOf({ adults: adults + 1, children, infants: infants + 1 })).toBeGreaterThanOrEqual(before)
      }),
      { numRuns: 60 },
    )
  })
  it('has slots and hours on a 24-hour clock of a known zone', () => {
    for (const item of items) {
      const { slots, hours, timeZone, noticeMinutes } = kind.schedule(item)
      const times = [...slots, ...(hours ? [hours.from, hours.to] : [])]
      expect(times.filter((time) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))).toEqual([])
      expect([...slots].sort()).toEqual([...slots])
      expect(Intl.supportedValuesOf('timeZone')).toContain(timeZone)
      expect(noticeMinutes).toBeGreaterThanOrEqual(0)
    }
  })
  it('names its documents so that they can be stored', () => {
    const documents = kind.documents(first).map((document) => document.name)
    expect(new Set(documents).size).toBe(documents.length)
    expect(documents.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([])
  })
  it('objects in fields of the request or of its own booking form', () => {
    const wrong = aRequest({ party: { adults: 999, children: 999, infants: 999 }, booking: { travellers: [] } })
    const known = ['adults', 'children', 'infants', 'date', 'pickup_location', 'selected_language']
    const allowed = [...known, ...names(kind.bookingSpecs), 'acknowledgeShortNotice']
    for (const item of items)
      for (const error of kind.check(item, { ...wrong, date: addDays('2026-11-21', -1) }, '2026-11-21'))
        expect(allowed).toContain(error.path)
  })
})

describe('a new kind', () => {
  it('is a folder and a line: it loads, checks its fields and prices like the others', () => {
    const loaded = tried.find('example')
    expect(tried.all).toHaveLength(kinds.length + 1)
    expect(loaded?.details.safeParse({ ship: 'Creek Star', price_cabin: 'x', berths: 2 }).success).toBe(false)
    const details = loaded?.details.parse({ ship: 'Creek Star', price_cabin: 90_000, berths: 2 })
    const item: PricedService = { title: 'A night on the Creek', currency: 'AED', details: details ?? {} }
    const price = loaded?.price(item, aRequest({ party: { adults: 2, children: 1 } }), money(10_000, 'AED'))
    expect(price?.final).toEqual(money(170_000, 'AED'))
    expect(loaded?.check(item, aRequest({ party: { infants: 1 } }), '2026-11-21')).toHaveLength(1)
  })
})
