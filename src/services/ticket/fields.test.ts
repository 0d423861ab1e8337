import { describe, expect, it } from 'vitest'
import { objections } from '../testing/service.ts'
import { fields } from './fields.ts'

describe('the details of a ticket', () => {
  it('have the specified fields [C311, A090, A091]', () => {
    const ticket = fields.details.parse({
      price_adult: 1,
      image_urls: 'fort-1\nmuseum-3',
      video_url: 'https://youtu.be/x',
    })
    expect(Object.keys(ticket)).toEqual(
      expect.arrayContaining([
        'location',
        'description',
        'overview',
        'price_adult',
        'price_child',
        'price_infant',
        'highlights',
        'whats_included',
        'exclusions',
        'image_urls',
        'video_url',
      ]),
    )
    expect(ticket.image_urls).toEqual(['fort-1', 'museum-3'])
  })
  it('default to instant delivery, instant confirmation and free cancellation [A062, A091]', () => {
    expect(fields.details.parse({ price_adult: 1 })).toMatchObject({
      instant_delivery: true,
      instant_confirmation: true,
      free_cancellation: true,
    })
  })
  it('require an adult price [A092]', () => {
    expect(objections(fields.details, {})).toEqual({ price_adult: 'Please enter a valid amount' })
  })
})
