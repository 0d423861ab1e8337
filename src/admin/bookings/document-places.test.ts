import { describe, expect, it } from 'vitest'
import { documentPlaces, lacksTravellers, nextPlace } from './document-places.ts'

type Known = Parameters<typeof documentPlaces>[0]
const passport = { name: 'passport_front', label: 'Passport', required: true, perTraveller: true }
const back = { ...passport, name: 'passport_back', label: 'Passport back', required: false }
const ticket = { name: 'ticket', label: 'Ticket', required: true, perTraveller: false }
const document = (name: string, travelerId: string | null, review: 'accepted' | 'asked_again' | null = null) =>
  ({ name, travelerId, review, isNewest: true }) as Known['documents'][number]
const known = (change: Partial<Known> = {}): Known => ({
  document_requirements: [passport, back, ticket],
  travelers: [
    { id: 'a', first_name: 'Asha', last_name: 'Rao', removed_at: null },
    { id: 'b', first_name: 'Ben', last_name: 'Rao', removed_at: null },
    { id: 'c', first_name: 'Cara', last_name: 'Rao', removed_at: '2026-11-20T10:00:00.000Z' },
  ],
  documents: [],
  ...change,
})
const missing = (of: Known) => documentPlaces(of).flatMap(({ isMissing, label }) => (isMissing ? label : []))

describe('the places of documents', () => {
  it('are those of each traveller who travels, then those of the booking', () => {
    expect(documentPlaces(known()).map(({ label }) => label)).toEqual([
      'Passport, Asha Rao',
      'Passport back, Asha Rao',
      'Passport, Ben Rao',
      'Passport back, Ben Rao',
      'Ticket',
    ])
  })
  it('are missing when required and empty or requested again', () => {
    expect(missing(known())).toEqual(['Passport, Asha Rao', 'Passport, Ben Rao', 'Ticket'])
    const documents = [document('passport_front', 'a'), document('passport_front', 'b', 'asked_again')]
    expect(missing(known({ documents }))).toEqual(['Passport, Ben Rao', 'Ticket'])
  })
  it('are filled in their order, each once', () => {
    const places = documentPlaces(known())
    const first = nextPlace(places, [])
    const second = nextPlace(places, [first])
    expect([first, second]).toEqual(['passport_front a', 'passport_front b'])
    expect(nextPlace(places, [first, second, 'ticket '])).toBe('')
  })
  it('need the names of the travellers', () => {
    expect(lacksTravellers(known())).toBe(false)
    expect(lacksTravellers(known({ travelers: [] }))).toBe(true)
    expect(lacksTravellers(known({ travelers: [], document_requirements: [ticket] }))).toBe(false)
  })
})
