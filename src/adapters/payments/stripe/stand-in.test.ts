import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { stripeBench } from './testing/bench.ts'
import { readForm } from './testing/form.ts'

const bench = await stripeBench()
const { supplier, provider } = bench
afterAll(() => supplier.close())
const press = (url: string, act: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })
const page = async () => {
  const { attempt, orderRef } = await bench.started()
  return { attempt, orderRef, url: `${supplier.origin}/c/pay/${orderRef}` }
}

describe("the stand-in's page", () => {
  it('shows the amount, takes payment and leads back to the shop', async () => {
    const { attempt, orderRef, url } = await page()
    expect(await (await fetch(url)).text()).toMatch(/Stripe.*\$100\.00.*Pay.*Decline.*Cancel/s)
    const answer = await press(url, 'pay')
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.pathname).toBe(`/api/payments/${attempt.id}/return`)
    expect(back.searchParams.get('session_id')).toBe(orderRef)
    expect((await bench.fetch(attempt)).status).toBe('succeeded')
    expect(await (await fetch(url)).text()).toContain('no longer open')
  })

  it('declines and cancels, each with its own return', async () => {
    const declined = await page()
    expect((await press(declined.url, 'decline')).headers.get('location')).toContain('session_id=')
    expect((await bench.fetch(declined.attempt)).status).toBe('failed')
    const cancelled = await page()
    expect((await press(cancelled.url, 'cancel')).headers.get('location')).toContain('cancelled=yes')
    expect((await bench.fetch(cancelled.attempt)).status).toBe('requires_action')
  })

  it('cannot be paid after it closed', async () => {
    const { attempt, url } = await page()
    await bench.close(attempt)
    expect(await (await press(url, 'pay')).text()).toContain('no longer open')
    expect(await bench.fetch(attempt)).toMatchObject({ status: 'expired', capturedMinor: 0 })
    expect((await fetch(`${supplier.origin}/c/pay/cs_test_guess`)).status).toBe(404)
  })

  it('sends each webhook to the shop once', async () => {
    const got: { body: Buffer; signature: string }[] = []
    const shop = createServer(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      got.push({ body: Buffer.concat(parts), signature: String(request.headers['stripe-signature']) })
      response.end()
    })
    await new Promise<void>((ready) => shop.listen(0, '127.0.0.1', ready))
    supplier.deliverTo(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/api/webhooks/stripe`)
    const { attempt, url } = await page()
    await press(url, 'pay')
    await press(url, 'pay')
    await new Promise((closed) => shop.close(closed))
    expect(got).toHaveLength(1)
    const now = new Date()
    const reading = await provider.readWebhook!({ ...bench.ctx(), now }, got[0]!.body, {
      'stripe-signature': got[0]!.signature,
    })
    expect(reading).toMatchObject({ verified: true, events: [{ attemptId: attempt.id }] })
  })
})

describe("the stand-in's API", () => {
  it.skipIf(!supplier.isValidating)('records what Stripe would reject (skipped without its contract)', async () => {
    const ask = (path: string, body: Record<string, string>) =>
      fetch(`${supplier.origin}${path}`, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { authorization: `Bearer ${supplier.secrets.secret_key}`, 'stripe-version': '2026-10-28.endive' },
      })
    const before = supplier.breaches().length
    await ask('/v1/checkout/sessions', { mode: 'payment', 'payment_method_types[0]': 'card' })
    await ask('/v1/refunds', { payment_intent: 'pi_1', amount: 'much' })
    await ask('/v1/charges', { amount: '1' })
    expect(supplier.breaches().slice(before)).toEqual([
      expect.stringContaining('additional'),
      expect.stringContaining('amount'),
      expect.stringContaining('not in the contract'),
    ])
  })

  it('parses forms with brackets like Stripe', () => {
    const text = 'a[b]=c&line_items[0][price_data][currency]=aed&line_items[1][quantity]=2&expand[0]=x&plain=1'
    expect(readForm(text)).toEqual({
      a: { b: 'c' },
      line_items: [{ price_data: { currency: 'aed' } }, { quantity: '2' }],
      expand: ['x'],
      plain: '1',
    })
  })
})
