import { describe, expect, it } from 'vitest'
import { itinerary, readItinerary } from './itinerary.ts'

const days = [
  { title: 'Arrival', description: 'Hotel and rest' },
  { title: 'Old Dubai', description: 'Creek and souks' },
]

describe('an itinerary', () => {
  it('is stored as the same array of days for every input form [C048, A075, A083]', () => {
    const forms = [days, { days }, JSON.stringify({ days }), JSON.stringify(days)]
    for (const form of forms) expect(itinerary().parse(form)).toEqual(days)
  })
  it('is empty without input', () => {
    expect([undefined, null, '', '  ', [], { days: [] }].map((form) => itinerary().parse(form))).toEqual(
      new Array(6).fill([]),
    )
  })
  it('drops blank days, and keeps those with a title, description or activities', () => {
    expect(readItinerary([{ title: ' ', description: '' }, { title: 'A' }, { description: 'B' }])).toEqual([
      { title: 'A', description: '' },
      { title: '', description: 'B' },
    ])
  })
  it('accepts a list of activities, as Umrah days have [C116]', () => {
    expect(readItinerary([{ title: 'Makkah', activities: ['Tawaf', ' ', "Sa'i "] }])).toEqual([
      { title: 'Makkah', description: '', activities: ['Tawaf', "Sa'i"] },
    ])
    expect(readItinerary([{ title: 'Makkah', activities: 'Tawaf\nRest' }])?.[0]?.activities).toEqual(['Tawaf', 'Rest'])
  })
  it('accepts days that are plain text', () => {
    expect(readItinerary(['Arrival'])).toEqual([{ title: 'Arrival', description: '' }])
  })
  it('rejects anything else', () => {
    for (const form of ['Day 1: arrival', '{"days":', 5, true, { day: [] }, { days: 'x' }, [5], [[1]]])
      expect(itinerary().safeParse(form).success).toBe(false)
  })
  it('drops unknown fields of a day', () => {
    expect(readItinerary([{ day: 1, title: 'A', description: 'B', html: '<b>' }])).toEqual([
      { title: 'A', description: 'B' },
    ])
  })
})
