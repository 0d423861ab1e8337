import { describe, expect, it } from 'vitest'
import { meetingPointOf } from './meeting-point.ts'

const booking = { booking_status: 'confirmed', pickup_location: null }
const place = 'Al Seef Street\n beside the abra station '

describe('the meeting point of a booking', () => {
  it('is one line, with coordinates where the item has them', () => {
    const of = (details: object) => meetingPointOf({ ...details }, booking)
    expect(of({ meeting_point: place })).toBe('Al Seef Street, beside the abra station')
    expect(of({ meeting_point: 'Gate 3', meeting_coordinates: '25.2684, 55.2962' })).toBe('Gate 3 (25.2684, 55.2962)')
    expect(of({ meeting_point: '', meeting_coordinates: '25.2684, 55.2962' })).toBe('25.2684, 55.2962')
    expect(of({ meeting_point: ' ' })).toBe('')
    expect(of({})).toBe('')
  })

  it('is not told to customers who are picked up, nor once the booking is over', () => {
    const of = (more: object) => meetingPointOf({ meeting_point: place }, { ...booking, ...more })
    expect(of({ pickup_location: 'Hotel lobby' })).toBe('')
    for (const booking_status of ['cancelled', 'completed']) expect(of({ booking_status })).toBe('')
    expect(of({ booking_status: 'pending' })).not.toBe('')
  })
})
