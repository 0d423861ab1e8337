import { describe, expect, it } from 'vitest'
import { kinds } from '../index.ts'
import { loadKinds } from '../loaded.server.ts'
import { objections } from '../testing/service.ts'
import { fields as tour } from '../tour/fields.ts'
import { fields as transfer } from '../transfer/fields.ts'
import { templateTerms } from '../umrah/templates.ts'

const registry = await loadKinds(kinds)
const least = { transfer_type: 'City Transfer', base_price: 30_000 }
const termsOf = (cancellation_terms: unknown) =>
  transfer.details.parse({ ...least, cancellation_terms }).cancellation_terms
const objectionTo = (cancellation_terms: unknown) =>
  objections(transfer.details, { ...least, cancellation_terms }).cancellation_terms
/** The first part of each path that is objected to. */
const fieldsAt = (cancellation_terms: unknown) => [
  ...new Set(
    Object.keys(objections(transfer.details, { ...least, cancellation_terms })).map((path) => path.split('.')[0]),
  ),
]

describe('the cancellation terms of an item', () => {
  it('belong to every kind that is booked for a day, and to no other [C121]', () => {
    const having = kinds.filter(({ key }) => registry.find(key)?.specs.some(({ input }) => input === 'terms'))
    expect(having.map(({ key }) => key).sort()).toEqual([
      'ok_to_board',
      'package',
      'ticket',
      'tour',
      'transfer',
      'umrah',
    ])
  })

  it('are taken as steps, as lines and as one text, and kept as steps', () => {
    expect(termsOf(templateTerms)).toEqual(templateTerms)
    expect(termsOf(['30 = 100', '15 = 50'])).toEqual(templateTerms)
    expect(termsOf('30 = 100\n\n15 = 50\n')).toEqual(templateTerms)
    expect(termsOf([])).toEqual([])
    expect(termsOf(undefined)).toEqual([])
  })

  it('are refused with a sentence where they are no terms', () => {
    expect(objectionTo(['30'])).toBe('Please enter days and percent, such as 30 = 100')
    expect(objectionTo(['15 = 50', '30 = 100'])).toContain('Begin with the most days')
    expect(objectionTo([{ days: 30, percent: 120 }])).toContain('Percents are whole numbers')
    expect(objectionTo([{ days: 0.5, percent: 100 }])).toContain('Days are whole numbers')
    for (const bad of [null, 5, [null], [{ days: 1 }], [{ days: 1, percent: 2, fee: 3 }], [{ days: '1', percent: 2 }]])
      expect(fieldsAt(bad), JSON.stringify(bad)).toEqual(['cancellation_terms'])
  })

  it('cannot keep money back from the first day on where free cancellation is promised [C057]', () => {
    const refused = (free_cancellation: boolean, cancellation_terms: unknown) =>
      objections(tour.details, { price_adult: 1, free_cancellation, cancellation_terms }).cancellation_terms
    expect(refused(true, ['7 = 50'])).toContain('Free cancellation is on')
    expect(refused(true, ['7 = 100', '3 = 50'])).toBeUndefined()
    expect(refused(false, ['7 = 50'])).toBeUndefined()
    expect(refused(true, [])).toBeUndefined()
  })
})
