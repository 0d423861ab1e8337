import { describe, expect, it } from 'vitest'
import { areasOfRole, mayEnter, staffAreas } from './staff.ts'

describe('staff roles', () => {
  it('the owner may enter everywhere, and only the owner staff accounts and payment settings', () => {
    expect(areasOfRole('admin')).toEqual(staffAreas)
    for (const role of ['manager', 'support', 'content', 'guide', 'customer', 'anonymous'])
      for (const area of ['staff', 'gateways'] as const) expect(mayEnter(role, area)).toBe(false)
  })
  it('support handles bookings without refunds; content editors see no customers', () => {
    expect(mayEnter('support', 'bookings')).toBe(true)
    expect(mayEnter('support', 'refunds')).toBe(false)
    expect(mayEnter('support', 'overbooking')).toBe(false)
    expect(mayEnter('manager', 'overbooking')).toBe(true)
    expect(mayEnter('support', 'reopening')).toBe(false)
    expect(mayEnter('manager', 'reopening')).toBe(true)
    expect(mayEnter('content', 'catalogue')).toBe(true)
    for (const area of ['bookings', 'payments', 'enquiries', 'mail'] as const)
      expect(mayEnter('content', area)).toBe(false)
  })
  it('a guide may check in and nothing else', () => {
    expect(areasOfRole('guide')).toEqual(['check-in'])
    for (const role of ['admin', 'manager', 'support']) expect(mayEnter(role, 'check-in')).toBe(true)
    for (const role of ['content', 'customer']) expect(mayEnter(role, 'check-in')).toBe(false)
  })
  it('customers have no area', () => {
    expect(areasOfRole('customer')).toEqual([])
    expect(areasOfRole('anonymous')).toEqual([])
  })
})
