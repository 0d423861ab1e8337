import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { addDays } from '../kernel/dates.ts'
import { money } from '../kernel/money.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { say } from '../platform/messages.server.ts'
import { hasServiceIcon } from '../ui/service-icons.ts'
import { findKind, kinds } from './index.ts'
import {
  type FieldSpec,
  optionName,
  type Party,
  type PricedService,
  type RuleRequest,
  type SeedService,
} from './kind.ts'
import { type LoadedKind, loadKinds } from './loaded.server.ts'
import { cruise } from './testing/cruise/index.ts'
import { aRequest } from './testing/service.ts'

const registry = await loadKinds(kinds)
/** The template for new kinds, under an unused key. */
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
type JsonSchema = z.core.JSONSchema.BaseSchema
/** The names of all properties of a schema, at any depth. */
function propertiesOf(schema: JsonSchema): string[] {
  return Object.entries(schema).flatMap(([word, value]) => {
    if (word === 'properties')
      return Object.entries(value as object).flatMap(([name, of]) => [name, ...propertiesOf(of)])
    return typeof value === 'object' && value !== null && word !== 'default' ? propertiesOf(value as JsonSchema) : []
  })
}
/** The keys of all objects in a value. */
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, of]) => [key, ...keysOf(of)])
}
const names = (specs: readonly FieldSpec[]) => specs.map((spec) => spec.name)

function partyFor(kind: LoadedKind, service: PricedService, more: number): Party {
  const { adults, children, infants, fixed } = kind.party(service)
  if (fixed) return fixed
  const wanted = { adults: adults.min + more, children: children ? more : 0, infants: infants ? more : 0 }
  return wanted
}

describe('the list of kinds', () => {
  it('has the seven kinds of the specification [C174]', () => {
    const keys = ['ok_to_board', 'package', 'ticket', 'tour', 'transfer', 'umrah', 'visa']
    expect(kinds.map((kind) => kind.key)).toEqual(expect.arrayContaining(keys))
  })
  it('has unique keys, paths and aliases', () => {
    const keys = kinds.flatMap((kind) => [kind.key, ...(kind.keyAliases ?? [])])
    const paths = kinds.flatMap((kind) => [kind.path, ...(kind.pathAliases ?? [])])
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(paths).size).toBe(paths.length)
    expect(new Set(kinds.map((kind) => kind.adminSection)).size).toBe(kinds.length)
  })
  it('uses existing icons, and unique shortcuts and menu positions', () => {
    for (const { icon } of kinds) if (icon) expect(hasServiceIcon(icon)).toBe(true)
    const once = (values: readonly unknown[]) => {
      const given = values.filter((value) => value !== undefined)
      expect(new Set(given).size).toBe(given.length)
    }
    once(kinds.map(({ shortcut }) => shortcut))
    once(kinds.map(({ menu }) => menu?.header))
    once(kinds.map(({ menu }) => menu?.footer))
  })
  it('finds ok_to_board also as ok-to-board, and nothing for an unknown key [C174]', () => {
    expect(findKind('ok-to-board')?.key).toBe('ok_to_board')
    expect(registry.find('ok-to-board')?.key).toBe('ok_to_board')
    expect(findKind('ok_to_board')?.key).toBe('ok_to_board')
    expect([findKind('general'), findKind(''), registry.find('hotel')]).toEqual([undefined, undefined, undefined])
  })
  it('gives each kind its summary label on the payment page [C192]', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind.key, say(kind.labels.payment)]))).toMatchObject({
      tour: 'Tour Booking',
      package: 'Package Booking',
      visa: 'Visa Service',
      ticket: 'Ticket Booking',
      transfer: 'Transfer Service',
      ok_to_board: 'Ok to Board Service',
      umrah: 'Umrah Package',
    })
  })
  it('gives each kind a currency for items without one [A068, C286]', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind.key, kind.defaultCurrency]))).toMatchObject({
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
  it('describes every field of its schema and no other', () => {
    expect(names(kind.specs).sort()).toEqual(Object.keys(first.details).sort())
    expect(new Set(names(kind.specs)).size).toBe(kind.specs.length)
  })
  it('has field names in snake_case, also within its fields', () => {
    const schemas = [kind.details, kind.booking].flatMap((schema) =>
      (['input', 'output'] as const).map((io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' })),
    )
    const all = [
      ...names(kind.specs),
      ...names(kind.bookingSpecs),
      ...keysOf(items.map(({ details }) => details)),
      ...schemas.flatMap(propertiesOf),
    ]
    expect(all.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])
  })
  it('accepts its default values with the required answers [A052]', () => {
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
  it('rejects unknown fields', () => {
    expect(kind.details.safeParse({ ...first.details, price_grandmother: 1 }).success).toBe(false)
    expect(kind.booking.safeParse({ unknown_wish: 1 }).success).toBe(false)
  })
  it('keeps saved details unchanged when they are saved again', () => {
    for (const item of items) expect(kind.details.parse(JSON.parse(JSON.stringify(item.details)))).toEqual(item.details)
  })
  it('prices every demo item for every party that it accepts, without errors', () => {
    for (const item of items) {
      const party = partyFor(kind, item, 0)
      const people = kind.key === 'umrah' ? { ...party, adults: Number(item.details.group_size_min) } : party
      const booking =
        kind.key === 'visa' ? { booking_option: 'pay_now', nationality: 'IN', residence: 'IN', travellers: [] } : {}
      const request: RuleRequest = aRequest({ party: people, booking, pickupLocation: 'Hotel', date: '2027-03-01' })
      const objections = kind.check(item, request, '2026-11-21').filter((error) => error.path !== 'pickup_location')
      expect(objections).toEqual([])
      expect(kind.price(item, request).final.minor).toBeGreaterThan(0)
    }
  })
  it('has a starting price equal to the price of the smallest request', () => {
    for (const item of items) {
      const price = kind.price(item, aRequest({ party: partyFor(kind, item, 0) }))
      const { adults } = kind.party(item)
      expect(kind.startingPrice(item).from.minor * (kind.key === 'umrah' ? adults.min : 1)).toBe(price.final.minor)
    }
  })
  it('has prices that add up in one currency and are never below 0, for any party and discount [A146]', () => {
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
  it('never costs less for a larger party', () => {
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
  it('has slots and hours on a 24-hour clock in a known zone', () => {
    for (const item of items) {
      const { slots, hours, timeZone, noticeMinutes } = kind.schedule(item)
      const times = [...slots, ...(hours ? [hours.from, hours.to] : [])]
      expect(times.filter((time) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))).toEqual([])
      expect([...slots].sort()).toEqual([...slots])
      expect(timeZone === null || isTimeZone(timeZone)).toBe(true)
      expect(noticeMinutes).toBeGreaterThanOrEqual(0)
    }
  })
  it('gives its documents names that are safe to store', () => {
    const documents = kind.documents(first).map((document) => document.name)
    expect(new Set(documents).size).toBe(documents.length)
    expect(documents.filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([])
  })
  it('reports errors only for fields of the request or of its own booking form', () => {
    const wrong = aRequest({ party: { adults: 999, children: 999, infants: 999 }, booking: { travellers: [] } })
    const known = ['adults', 'children', 'infants', 'date', 'pickup_location', 'selected_language']
    const own = [...kind.bookingSpecs, ...(kind.admin?.answerSpecs ?? [])]
    const allowed = [...known, ...names(own), 'acknowledge_short_notice']
    for (const item of items)
      for (const error of kind.check(item, { ...wrong, date: addDays('2026-11-21', -1) }, '2026-11-21'))
        expect(allowed).toContain(error.path)
  })
})

describe('a new kind', () => {
  it('needs only a folder and a line to load, validate and price', () => {
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

describe('the options of a field', () => {
  it('have a name for each word that people would read, the same in English', () => {
    for (const spec of registry.all.flatMap(({ specs }) => specs.filter(({ input }) => input === 'select'))) {
      const options = spec.options ?? []
      expect(Object.keys(spec.optionNames ?? {}).sort(), spec.name).toEqual([...options].sort())
      expect(options.map((option) => say(optionName(spec, option)))).toEqual(options)
      for (const language of ['ar', 'hi', 'ur'] as const)
        for (const option of options) expect(say(optionName(spec, option), language)).not.toMatch(/[A-Za-z]/)
    }
  })
})
