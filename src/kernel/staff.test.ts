import { describe, expect, it } from 'vitest'
import { areasOfRole, mayEnter, staffAreas } from './staff.ts'

describe('the roles of the staff', () => {
  it('the owner may enter everywhere, nobody else the accounts of the staff or the ways that money takes', () => {
    expect(areasOfRole('admin')).toEqual(staffAreas)
    for (const role of ['manager', 'support', 'content', 'customer', 'anonymous'])
      for (const area of ['staff', 'gateways'] as const) expect(mayEnter(role, area)).toBe(false)
  })
  it('support looks after bookings and sends no money back; who writes content sees no customers', () => {
    expect(mayEnter('support', 'bookings')).toBe(true)
    expect(mayEnter('support', 'refunds')).toBe(false)
    expect(mayEnter('content', 'catalogue')).toBe(true)
    for (const area of ['bookings', 'payments', 'enquiries', 'mail'] as const)
      expect(mayEnter('content', area)).toBe(false)
  })
  it('customers have no area', () => {
    expect(areasOfRole('customer')).toEqual([])
    expect(areasOfRole('anonymous')).toEqual([])
  })
})
