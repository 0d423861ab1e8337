import { expect, test } from 'vitest'
import { multipart, pdfOf } from '../../tests/integration/upload-corpus.ts'
import { testApp } from '../../tests/support/app.ts'
import { addService, requestFor } from '../modules/booking/testing/fixtures.ts'
import type { DiskState } from '../platform/disk-space.server.ts'

let state: DiskState = 'ok'
const shop = await testApp({
  disk: async () => ({ state, freeBytes: 50 * 1024 * 1024, totalBytes: 400 * 1024 * 1024 }),
})
const admin = await shop.signIn('admin')
const tour = await addService(shop.core, 'tour')
const booking = () => shop.call('POST /api/bookings', requestFor(tour))
const codeOf = ({ status, json, headers }: Awaited<ReturnType<typeof booking>>) =>
  status < 300 ? [status] : [status, json().code, headers['retry-after']]
const upload = async () => {
  const { payload, headers } = multipart([{ bytes: pdfOf(), name: 'passport.pdf' }])
  return shop.call('POST /api/document-uploads', payload, headers)
}
const needs = async () => (await shop.call('GET /api/admin/dashboard', undefined, admin.headers)).json().needsAction
const metric = async () => /^disk_state (\d)/m.exec((await shop.call('GET /metrics')).text)?.[1]

test('a roomy disk changes nothing', async () => {
  expect(codeOf(await booking())).toEqual([200])
  expect(codeOf(await upload())).toEqual([201])
  expect((await shop.call('GET /readyz')).json()).toEqual({ status: 'ready' })
  expect([await needs(), await metric()]).toEqual([expect.not.objectContaining({ diskLow: expect.anything() }), '0'])
})

test('a nearly full disk refuses uploads before they are read, and still takes bookings', async () => {
  state = 'low'
  expect(codeOf(await upload())).toEqual([503, 'file/store-full', '60'])
  expect(codeOf(await booking())).toEqual([200])
  expect((await shop.call('GET /readyz')).json()).toEqual({ status: 'ready', disk: 'low' })
  expect([await needs(), await metric()]).toEqual([expect.objectContaining({ diskLow: 50 }), '1'])
})

test('a full disk refuses every write over REST, RPC and plain routes, and still answers reads', async () => {
  state = 'full'
  expect(codeOf(await booking())).toEqual([503, 'server/storage-full', '60'])
  expect(codeOf(await upload())).toEqual([503, 'file/store-full', '60'])
  const { status, text } = await shop.call('POST /rpc/booking/create', { json: requestFor(tour) })
  expect([status, text]).toEqual([503, expect.stringContaining('server/storage-full')])
  expect((await shop.call('POST /api/webhooks/sandbox_card', {})).status).toBe(503)
  const change = await shop.call('PUT /api/admin/settings', {}, admin.headers)
  expect(codeOf(change)).toEqual([503, 'server/storage-full', '60'])
  expect((await shop.call('POST /api/quotes', requestFor(tour))).status).not.toBe(503)
  expect((await shop.call('POST /api/auth/sign-in/email', { email: 'a@b.example', password: 'x' })).status).not.toBe(
    503,
  )
  expect((await shop.call('GET /api/services/tour')).status).toBe(200)
  const ready = await shop.call('GET /readyz')
  expect([ready.status, ready.json()]).toEqual([503, { status: 'unavailable', reason: 'disk full' }])
  expect([await needs(), await metric()]).toEqual([expect.objectContaining({ diskFull: 50 }), '2'])
})

test('space that is freed is noticed', async () => {
  state = 'ok'
  expect(codeOf(await booking())).toEqual([200])
  expect((await shop.call('GET /readyz')).status).toBe(200)
})
