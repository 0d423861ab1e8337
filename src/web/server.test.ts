import { describe, expect, it } from 'vitest'
import { testApp } from '../../tests/support/app.ts'

const shop = await testApp()

describe('the server', () => {
  it('answers a procedure over REST and over RPC', async () => {
    const rest = await shop.call('GET /api/session')
    expect(rest.status).toBe(200)
    expect(rest.json()).toEqual({ user: null })
    const rpc = await shop.call('POST /rpc/account/session', {})
    expect(rpc.status).toBe(200)
    expect(rpc.json()).toEqual({ json: { user: null } })
  })
})
