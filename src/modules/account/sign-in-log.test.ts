import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { testCore } from '../../../tests/support/database.ts'
import { newEmail, newVisitor, signIn, signUp } from './testing/visitor.ts'

// What an operator sees of sign-ins and refused access (docs/operations.md).
type Line = Readonly<{
  msg: string
  route?: string
  path?: string
  status?: number
  userId?: string
  requestId?: string
}>
const written: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void written.push(line) })
const shop = await testApp({ core: { ...(await testCore()), log } })
const lines = (msg: string) => written.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg)
const password = 'her own secret'

beforeEach(() => {
  written.length = 0
})

it('a sign-in is logged with its account and way, but without address and password', async () => {
  const [visitor, email] = [newVisitor(shop), newEmail()]
  await signUp(visitor, email, password)
  const { body } = await signIn(visitor, email, password)
  const { id } = body.user as { id: string }
  expect(lines('signed in')).toEqual([
    expect.objectContaining({ userId: id, way: 'password', requestId: expect.any(String) }),
  ])
  expect(written.join('')).not.toContain(email)
  expect(written.join('')).not.toContain(password)
})

it('a failed sign-in is logged without the account that was tried', async () => {
  const email = newEmail()
  await signIn(newVisitor(shop), email, 'not the password')
  expect(lines('refused')).toEqual([
    expect.objectContaining({ route: '/api/auth/sign-in/email', status: 401, requestId: expect.any(String) }),
  ])
  expect(lines('signed in')).toEqual([])
  expect(written.join('')).not.toContain(email)
})

it('refused access is logged with the user and the procedure, and without the query', async () => {
  const { headers, userId } = await shop.signIn('customer')
  await shop.call('GET /api/admin/bookings?q=asha@example.com', undefined, headers)
  await shop.call('POST /rpc/account/admin/staff', {}, headers)
  await shop.call('POST /rpc/account/admin/staff', {})
  expect(lines('refused')).toEqual([
    expect.objectContaining({ path: '/api/admin/bookings', status: 403, userId }),
    expect.objectContaining({ path: '/rpc/account/admin/staff', status: 403, userId }),
    expect.objectContaining({ path: '/rpc/account/admin/staff', status: 401 }),
  ])
  expect(written.join('')).not.toContain('asha')
})

it('a cross-site call and a call above a limit are logged', async () => {
  await shop.call('POST /api/quotes', {}, { origin: 'https://evil.example' })
  expect(lines('refused')).toEqual([expect.objectContaining({ path: '/api/quotes', status: 403 })])
  const [visitor, email] = [newVisitor(shop), newEmail()]
  for (let guess = 0; guess < 11; guess++) await signIn(visitor, email, `wrong ${guess}`)
  expect(lines('refused').at(-1)).toMatchObject({ route: '/api/auth/sign-in/email', status: 429 })
})

it('an ordinary answer is not logged', async () => {
  await shop.call('GET /api/session')
  await shop.call('GET /api/bookings/018f0000-0000-7000-8000-000000000000')
  expect(written).toEqual([])
})
