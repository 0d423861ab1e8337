import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { say } from '../../platform/messages.server.ts'
import { nationalityRules } from './nationality-fields.ts'
import { readNationalityRule, writeNationalityRule } from './nationality-notation.ts'
import { addedDocuments, asksResidence, type NationalityRule, overlaps, ruleFor } from './nationality-rules.ts'

const schema = z.object(nationalityRules())
const aRule = (rule: Partial<NationalityRule> = {}): NationalityRule => ({
  ...{ nationalities: [], residences: [], is_available: true, next_step: '', documents: [] },
  ...{ price: null, child_price: null, processing_days: null, max_stay_days: null, validity_days: null },
  ...rule,
})
const priced = (price: number, nationalities: string[], residences: string[] = []) =>
  aRule({ price, nationalities, residences })
const priceFor = (rules: readonly NationalityRule[], nationality: string, residence?: string) =>
  ruleFor({ nationality_rules: rules }, { nationality, residence })?.price ?? null
const errorsOf = (rules: readonly unknown[]) =>
  (schema.safeParse({ nationality_rules: rules }).error?.issues ?? []).map(({ path, message }) => [
    path.slice(1).join('.'),
    say(message),
  ])

const country = fc.constantFrom('IN', 'PK', 'AE', 'GB')
const countries = fc.uniqueArray(country, { maxLength: 3 }).map((codes) => codes.sort())
const days = fc.option(fc.integer({ min: 1, max: 365 }))
const anyRule: fc.Arbitrary<NationalityRule> = fc.record({
  nationalities: countries,
  residences: countries,
  is_available: fc.boolean(),
  next_step: fc.constantFrom('Please call us; we help', 'Ask the embassy = first', 'unavailable: really'),
  price: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  child_price: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  processing_days: days,
  max_stay_days: days,
  validity_days: days,
  documents: fc.subarray([...addedDocuments]),
})

describe('the rule of a traveller', () => {
  const rules = [priced(1, ['IN'], ['AE']), priced(2, ['IN', 'PK']), priced(3, [], ['AE']), priced(4, [])]
  it('is the most specific one: nationality and residence, nationality, residence, everybody', () => {
    for (const order of [rules, rules.toReversed()]) {
      expect(priceFor(order, 'IN', 'AE')).toBe(1)
      expect(priceFor(order, 'IN', 'GB')).toBe(2)
      expect(priceFor(order, 'PK', 'AE')).toBe(2)
      expect(priceFor(order, 'GB', 'AE')).toBe(3)
      expect(priceFor(order, 'GB', 'GB')).toBe(4)
    }
  })
  it('is none for a nationality that no rule names, and for an item without rules', () => {
    expect(priceFor(rules.slice(0, 2), 'GB', 'AE')).toBeNull()
    expect(ruleFor({}, { nationality: 'IN' })).toBeNull()
  })
  it('needs the residence only where a rule names one', () => {
    expect([rules, rules.slice(1, 2)].map((each) => asksResidence({ nationality_rules: each }))).toEqual([true, false])
    expect(priceFor(rules, 'IN')).toBe(2)
  })
  it('does not depend on the order of rules that the editor accepts', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 6 }), country, country, (given, nationality, residence) => {
        const accepted = given.filter((rule, at) => !given.slice(0, at).some((earlier) => overlaps(earlier, rule)))
        const passport = { nationality, residence }
        expect(ruleFor({ nationality_rules: accepted }, passport)).toEqual(
          ruleFor({ nationality_rules: accepted.toReversed() }, passport),
        )
      }),
    )
  })
})

describe('stored rules by nationality', () => {
  it('hold codes in capitals, sorted and once', () => {
    const { nationality_rules: rules } = schema.parse({ nationality_rules: [{ nationalities: ['pk', 'IN', ' in '] }] })
    expect(rules).toEqual([aRule({ nationalities: ['IN', 'PK'] })])
  })
  it('name only countries and documents that exist', () => {
    expect(errorsOf([{ nationalities: ['XX'] }])).toEqual([
      ['0.nationalities', 'Please choose a country from the list'],
    ])
    expect(errorsOf([{ documents: ['dog_licence'] }])).toEqual([
      ['0.documents.0', 'Please choose a document from the list'],
    ])
    expect(errorsOf(['IN'])).toEqual([['0', 'A rule cannot be read. Example: IN,PK living=AE price=120.00 days=5']])
  })
  it('never decide one traveller twice with the same weight', () => {
    const message = 'Rule 1 covers the same travellers. Remove the shared countries from one of them.'
    expect(errorsOf([priced(1, ['IN', 'PK']), priced(2, ['PK'])])).toEqual([['1.nationalities', message]])
    expect(errorsOf([priced(1, ['IN'], ['AE']), priced(2, ['IN'], ['GB'])])).toEqual([])
    expect(errorsOf([priced(1, ['IN'], ['AE']), priced(2, ['IN']), priced(3, [], ['AE'])])).toEqual([])
  })
  it('tell what to do instead where the visa is not available', () => {
    expect(errorsOf([{ nationalities: ['AF'], is_available: false, next_step: ' ' }])).toEqual([
      ['0.next_step', 'Tell the customer what to do instead'],
    ])
  })
})

describe('a rule in a cell', () => {
  it('is one line, and reads back unchanged', () => {
    const rule = aRule({ nationalities: ['IN', 'PK'], residences: ['AE'], price: 12_050, processing_days: 5 })
    const line = 'IN,PK living=AE price=120.50 days=5'
    expect(writeNationalityRule(rule, 'USD')).toBe(line)
    expect(schema.parse({ nationality_rules: [readNationalityRule(line, 'USD')] }).nationality_rules).toEqual([rule])
    fc.assert(
      fc.property(anyRule, fc.constantFrom('USD', 'KWD', 'JPY'), (any, currency) => {
        const read = readNationalityRule(writeNationalityRule(any, currency), currency)
        expect(schema.parse({ nationality_rules: [read] }).nationality_rules).toEqual([any])
      }),
    )
  })
  it('stays text where a word is unknown or given twice', () => {
    for (const line of ['IN cost=5', 'IN days=5 days=6', 'IN 120.00'])
      expect(readNationalityRule(line, 'USD')).toBe(line)
    expect(readNationalityRule('IN price=cheap', 'USD')).toEqual({ nationalities: ['IN'], price: 'cheap' })
  })
})
