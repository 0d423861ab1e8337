import { afterAll, describe, expect, it } from 'vitest'
import { hasContracts, openContract } from './contract-files.ts'
import type { SupplierFault } from './stand-in.ts'
import { hostedPage, supplierServer } from './supplier-server.ts'

let served = 0
const server = await supplierServer(
  ({ path }) => {
    served++
    return path === '/page'
      ? hostedPage({ supplier: 'A & B', amount: '₹1', action: '/act' })
      : { status: 200, body: { path } }
  },
  (path) => path === '/page',
)
afterAll(() => server.close())
const ask = async (path: string): Promise<string> => {
  const answer = await fetch(server.origin + path, { signal: AbortSignal.timeout(300) })
  return `${answer.status} ${await answer.text()}`
}
const under = async (fault: SupplierFault, path = '/api'): Promise<{ answer: string; served: number }> => {
  const before = served
  server.setFault(fault)
  const answer = await ask(path).catch(() => 'nothing')
  server.setFault(null)
  return { answer, served: served - before }
}

describe('a local supplier', () => {
  it('answers, and fails on demand', async () => {
    expect(await ask('/api')).toBe('200 {"path":"/api"}')
    expect(await under('error-500')).toEqual({ answer: '500 Internal Server Error', served: 0 })
    expect(await under('resetting')).toEqual({ answer: 'nothing', served: 0 })
    expect(await under('hanging')).toEqual({ answer: 'nothing', served: 0 })
    expect(await under('losing-answers')).toEqual({ answer: 'nothing', served: 1 })
    expect((await under('garbage')).answer).toMatch(/^200 .*Please/s)
  })
  it('does not break the pages for people', async () => {
    expect((await under('error-500', '/page')).answer).toContain('<h1>A &amp; B</h1>')
  })
})

describe.skipIf(!hasContracts)('a contract (skipped where the suppliers’ files are absent)', () => {
  it('accepts requests and answers that match its contract and refuses others', () => {
    const contract = openContract('razorpay-contract.json')!
    expect(contract.request('POST', '/orders', { amount: 100, currency: 'INR' })).toBeNull()
    expect(contract.request('POST', '/orders', { amount: 100 })).toContain('currency')
    expect(contract.request('POST', '/orders', { amount: '100', currency: 'INR' })).toContain('amount')
    expect(contract.request('POST', '/orders', { amount: '100', currency: 'INR' }, true)).toBeNull()
    expect(contract.request('DELETE', '/orders', null)).toContain('not in the contract')
    expect(contract.answer('GET', '/orders/order_1', 200, { id: 'order_1' })).toContain('required')
  })
})
