import { describe, expect, it } from 'vitest'
import { filterKeys } from '../../../admin/bookings/filters.ts'
import { listColumns } from '../list-columns.ts'
import { bookingFilter } from '../list-contract.ts'
import { cleanQuery, isOwnView, nameFault, rightTo, viewFilters } from './rules.ts'

const order = { sort: 'created_at', direction: 'desc' }

describe('what a view holds', () => {
  it('is every filter of the list, in the page and on the server', () => {
    expect([...viewFilters].sort()).toEqual(Object.keys(bookingFilter).sort())
    expect([...viewFilters].sort()).toEqual([...filterKeys].sort())
  })
  it('is no filter that is not set', () => {
    const given = { ...order, q: '', status: undefined, payment: 'pending', columns: [] }
    expect(cleanQuery(given)).toEqual({ ...order, payment: 'pending', columns: [] })
  })
  it('is nothing that the list does not know', () => {
    const given = { ...order, columns: ['price', 'created_at'], limit: '1000' }
    expect(cleanQuery(given)).toEqual({ ...order, columns: ['created_at'] })
  })
  it('is each column once, as the list orders them', () => {
    const columns = ['created_at', 'service_title', 'created_at']
    expect(cleanQuery({ ...order, columns }).columns).toEqual(['service_title', 'created_at'])
    expect(cleanQuery({ ...order, columns: [...listColumns].reverse() }).columns).toEqual(listColumns)
  })
  it('reads the same in any order of its keys', () => {
    const one = cleanQuery({ q: 'a', staff: 'b', ...order, columns: [] })
    const other = cleanQuery({ columns: [], ...order, staff: 'b', q: 'a' })
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  })
})

describe('the name of a view', () => {
  it.each(['Unpaid', 'غير مدفوع', '待付款', '★', '#1', "Asha's", '2026'])('may be %s', (name) => {
    expect(nameFault(name)).toBeNull()
  })
  it.each(['', ' ', '\u200b', '\u00a0', '\u2066'])('must be visible: %j', (name) => {
    expect(nameFault(name)).toContain('errors.viewName')
  })
  it('has no direction marks, which could disguise it', () => {
    expect(nameFault('Paid\u202edebt')).toContain('errors.hiddenInName')
  })
})

describe('who may do what with a view', () => {
  const mine = { owner_id: 'asha', is_shared: false }
  const shared = { ...mine, is_shared: true }
  const viewer = (userId: string | null, role: string) => ({ userId, role })
  it.each([
    ['the owner', mine, viewer('asha', 'support'), 'change'],
    ['the owner of a shared one', shared, viewer('asha', 'support'), 'change'],
    ['a colleague', mine, viewer('ben', 'support'), 'none'],
    ['a colleague, of a shared one', shared, viewer('ben', 'support'), 'see'],
    ['a manager', mine, viewer('ben', 'manager'), 'none'],
    ['a manager, of a shared one', shared, viewer('ben', 'manager'), 'change'],
    ['an owner of the shop', mine, viewer('ben', 'admin'), 'none'],
    ['an owner of the shop, of a shared one', shared, viewer('ben', 'admin'), 'change'],
    ['nobody', mine, viewer(null, 'support'), 'none'],
  ] as const)('%s', (_who, view, who, right) => {
    expect(rightTo(view, who)).toBe(right)
    expect(isOwnView(view, who)).toBe(who.userId === 'asha')
  })
})
