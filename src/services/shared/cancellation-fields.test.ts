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
/** The first part of each path with an error. */
const fieldsAt = (cancellation_terms: unknown) => [
  ...new Set(
    Object.keys(objections(transfer.details, { ...least, cancellation_terms })).map((path) => path.split('.')[0]),
  ),
]

describe('the cancellation terms of an item', () => {
  it('exist for every kind booked for a day, and for no other [C121]', () => {
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

  it('are accepted as steps, lines or one text, and stored as steps', () => {
    expect(termsOf(templateTerms)).toEqual(templateTerms)
    expect(termsOf(['30 = 100', '15 = 50'])).toEqual(templateTerms)
    expect(termsOf('30 = 100\n\n15 = 50\n')).toEqual(templateTerms)
    expect(termsOf([])).toEqual([])
    expect(termsOf(undefined)).toEqual([])
  })

  it('are rejected with a message when invalid', () => {
    expect(objectionTo(['30'])).toBe('Please enter days and percent, such as 30 = 100')
    expect(objectionTo(['15 = 50', '30 = 100'])).toContain('Start with the most days')
    expect(objectionTo([{ days: 30, percent: 120 }])).toContain('Percents are whole numbers')
    expect(objectionTo([{ days: 0.5, percent: 100 }])).toContain('Days are whole numbers')
    for (const bad of [null, 5, [null], [{ days: 1 }], [{ days: 1, percent: 2, fee: 3 }], [{ days: '1', percent: 2 }]])
      expect(fieldsAt(bad), JSON.stringify(bad)).toEqual(['cancellation_terms'])
  })

  it('cannot withhold money from the first day while the item promises free cancellation [C057]', () => {
    const refused = (free_cancellation: boolean, cancellation_terms: unknown) =>
      objections(tour.details, { price_adult: 1, free_cancellation, cancellation_terms }).cancellation_terms
    expect(refused(true, ['7 = 50'])).toContain('Free cancellation is on')
    expect(refused(true, ['7 = 100', '3 = 50'])).toBeUndefined()
    expect(refused(false, ['7 = 50'])).toBeUndefined()
    expect(refused(true, [])).toBeUndefined()
  })
})
