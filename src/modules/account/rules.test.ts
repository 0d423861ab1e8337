import { describe, expect, it } from 'vitest'
import { say } from '../../platform/messages.server.ts'
import { effectiveRole, isNamedAdmin, passwordObjection } from './rules.ts'

describe('passwords', () => {
  it.each([
    ['12345', 'customer', 'Password must be at least 6 characters'],
    ['qx7!mz', 'customer', null],
    ['12345678901', 'admin', 'Password must be at least 12 characters'],
    ['123456789012', 'admin', null],
    ['x'.repeat(128), 'customer', null],
    ['x'.repeat(129), 'customer', 'Password must be at most 128 characters'],
  ] as const)('%s for a %s [C253]', (password, role, expected) => {
    const objection = passwordObjection(password, role)
    expect(objection && say(objection)).toBe(expected)
  })
})

describe('the effective role', () => {
  const user = { role: 'admin', email: 'a@example.com', isEmailVerified: false, isMadeByBootstrap: false } as const
  it('is the stored role [C268]', () => {
    expect(effectiveRole({ ...user, role: 'customer', isEmailVerified: true }, 'a@example.com')).toBe('customer')
    expect(effectiveRole(user, null)).toBe('admin')
    expect(effectiveRole(user, 'b@example.com')).toBe('admin')
  })
  it('requires a verified address for ADMIN_EMAIL [C269]', () => {
    expect(effectiveRole(user, 'a@example.com')).toBe('customer')
    expect(effectiveRole({ ...user, isEmailVerified: true }, 'a@example.com')).toBe('admin')
    expect(effectiveRole({ ...user, isMadeByBootstrap: true }, 'a@example.com')).toBe('admin')
  })
  it('comes from ADMIN_EMAIL for that address only', () => {
    expect([isNamedAdmin('a@example.com', 'a@example.com'), isNamedAdmin('a@example.com', null)]).toEqual([true, false])
  })
})
