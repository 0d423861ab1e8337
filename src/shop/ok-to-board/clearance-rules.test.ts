import { describe, expect, test } from 'vitest'
import { say } from '../../platform/messages.server.ts'
import { rules } from '../../services/ok-to-board/rules.ts'
import { bookingOf } from '../testing/fake-api.ts'
import { clearanceFields, fieldOf, nextPassenger, requiredErrors } from './clearance-rules.ts'

const service = { title: 'Ok to Board', currency: 'INR', details: {} } as const

describe('what is missing', () => {
  const all = {
    passenger_name: 'Imran Shaikh',
    passport_number: 'Z1',
    nationality: 'IN',
    flight_number: 'EK501',
    airline: 'Emirates',
  }
  test('[C144, C150] is every answer that is required and blank, and nothing else', () => {
    expect(requiredErrors(all, say)).toEqual({})
    expect(requiredErrors({ ...all, airline: '   ' }, say)).toEqual({ 'details.airline': 'Airline is required' })
    expect(Object.keys(requiredErrors({}, say))).toEqual([
      'details.passenger_name',
      'details.passport_number',
      'details.nationality',
      'details.flight_number',
      'details.airline',
    ])
  })
  test('is listed in the order of the page, documents last', () => {
    const fields = clearanceFields(rules.documents(service))
    expect(fields[0]).toBe('details.passenger_name')
    expect(fields.indexOf('travel_date')).toBeLessThan(fields.indexOf('customer_email'))
    expect(fields.at(-1)).toBe('documents.flight_booking_page2')
  })
  test('of the server leads to the document it means', () => {
    const sent = ['passport_first_page', 'visa']
    expect(fieldOf('documents.1.upload', sent)).toBe('documents.visa')
    expect(fieldOf('documents.booking.flight_booking_page1', sent)).toBe('documents.flight_booking_page1')
    expect(fieldOf('travel_date', sent)).toBe('travel_date')
  })
})

describe('the next passenger', () => {
  test('[C232] flies the same flight, is reached in the same way, and is somebody else', () => {
    const details = { ...{ passenger_name: 'Imran', passport_number: 'Z1', nationality: 'IN', pnr: 'ABC123' } }
    const booking = bookingOf({
      service_type: 'ok_to_board',
      special_requests: 'Aisle',
      details: { ...details, flight_number: 'EK501', airline: 'Emirates', acknowledge_short_notice: true },
    })
    expect(nextPassenger(booking)).toEqual({
      date: '2026-11-23',
      email: 'aisha@example.com',
      phone: '+919876543210',
      requests: '',
      details: { flight_number: 'EK501', airline: 'Emirates' },
    })
  })
})
