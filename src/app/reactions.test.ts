import { expect, test } from 'vitest'
import { joinSubscriptions } from './reactions.server.ts'

const react = async () => {}

test('an event reaches the subscribers of every room', () => {
  const joined = joinSubscriptions([
    { 'booking.created': { 'tell-customer': react } },
    { 'booking.created': { 'tell-network': react }, 'payment.completed': { 'tell-customer': react } },
  ])
  expect(Object.keys(joined)).toEqual(['booking.created', 'payment.completed'])
  expect(Object.keys(joined['booking.created'] ?? {})).toEqual(['tell-customer', 'tell-network'])
})

test('two rooms cannot use the same subscriber name for an event', () => {
  const room = { 'booking.created': { 'tell-customer': react } }
  expect(() => joinSubscriptions([room, room])).toThrow('Two subscribers of booking.created are named tell-customer')
})
