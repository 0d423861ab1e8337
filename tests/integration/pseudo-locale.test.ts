import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { offerOf } from '../../src/kernel/language-offer.ts'
import type { GatewayView } from '../../src/modules/payment/gateways/contract.ts'
import { seedGateways } from '../../src/modules/payment/index.server.ts'
import { say } from '../../src/platform/messages.server.ts'
import { refusalCodes } from '../../src/web/refusal-codes.ts'
import { sentenceOf } from '../../src/web/refusals.ts'
import { testApp } from '../support/app.ts'
import { safariForTwo } from '../support/requests.ts'

// The whole server in the pseudo-locale, which shows every message of a catalogue in brackets and accents. What shows
// in plain English is in no catalogue, and could not be translated.

const closed = 'http://127.0.0.1:9'
const providerUrls = {
  ...{ CCAVENUE_URL: closed, CCAVENUE_API_URL: closed, PAYPAL_API_URL: closed },
  ...{ RAZORPAY_API_URL: closed, STRIPE_API_URL: closed },
}
const shop = await testApp({ languages: async () => offerOf('en-XA', []), providerUrls })
await seedWorld(shop.shop.deps, 'test')
await seedGateways(shop.core.db, shop.shop.deps.providers, [], shop.core.clock())
const owner = await shop.signIn('admin')

/** Names that are the same in every language. */
const names = [
  ...['Visa', 'Mastercard', 'RuPay', 'UPI', 'American Express', 'Apple Pay', 'Google Pay'],
  ...['PayPal', 'Stripe', 'CCAvenue', ''],
]
/** Texts that are not wholly from a catalogue. */
const untranslated = (texts: readonly (string | null | undefined)[]): string[] =>
  texts
    .flatMap((text) => text ?? [])
    .filter((text) => !names.includes(text))
    .filter((text) => !/^\[.*\]$/s.test(text) || /\b(the|is|are|of|and|not|for|from|to|with|this|please)\b/i.test(text))

const gateways = async () =>
  (await shop.call('GET /api/admin/payment-gateways', undefined, owner.headers)).json() as unknown as GatewayView[]

const settings: Readonly<Record<string, Record<string, string>>> = {
  ccavenue: { mode: 'test', india_merchant_id: '1', india_access_code: 'A1', cipher: 'cbc' },
  paypal: { mode: 'sandbox', client_id: 'id', webhook_id: 'hook', webhook_check: 'paypal' },
  razorpay: { key_id: 'rzp_test_0123456789', business_name: 'Safar' },
}
const secrets: Readonly<Record<string, Record<string, string>>> = {
  ccavenue: { india_working_key: '0123456789ABCDEF0123456789ABCDEF' },
  paypal: { client_secret: 'secret' },
  razorpay: { key_secret: 'secret', webhook_secret: 'secret' },
  stripe: { secret_key: 'sk_test_0123456789', webhook_secret: 'whsec_0123456789' },
}

async function book(): Promise<{ booking: { id: string }; token: string }> {
  return (await shop.call('POST /api/bookings', safariForTwo)).json() as never
}

describe('payment settings in the back office', () => {
  const shownOf = ({ label, fields, whyNotOffered, restrictions }: GatewayView) => [
    // The name of a provider stands before its label in brackets.
    label.replace(/^\[(\w+) \((.*)\)\]$/, '$2'),
    whyNotOffered,
    ...restrictions,
    ...fields.flatMap(({ label, help, options }) => [label, help, ...options.map((option) => option.label)]),
  ]
  test('are in the catalogues while nothing is set, of every provider', async () => {
    const views = await gateways()
    expect(views.length).toBe(7)
    for (const view of views) expect([view.name, untranslated(shownOf(view))]).toEqual([view.name, []])
  })

  test('are in the catalogues once all is set, and so are the connection tests', async () => {
    const edits = (await gateways()).map(({ name, version }) => ({
      ...{ name, version, enabled: true },
      settings: settings[name] ?? {},
      secrets: secrets[name] ?? {},
    }))
    const saved = await shop.call('PUT /api/admin/payment-gateways', { gateways: edits }, owner.headers)
    expect(saved.status).toBe(200)
    for (const view of await gateways()) {
      expect([view.name, untranslated(shownOf(view))]).toEqual([view.name, []])
      const tested = await shop.call(
        `POST /api/admin/payment-gateways/${view.name}/connection-tests`,
        {},
        owner.headers,
      )
      expect([view.name, untranslated([String(tested.json().message)])]).toEqual([view.name, []])
    }
  })
})

describe('the payment page', () => {
  test('has every label, badge and brand from the catalogues', async () => {
    const { booking, token } = await book()
    const page = (await shop.call(`GET /api/bookings/${booking.id}/payment?token=${encodeURIComponent(token)}`)).json()
    const methods = page.methods as { name: string; label: string; badge: string; brands: string[] }[]
    expect(methods.map(({ name }) => name)).toEqual(expect.arrayContaining(['razorpay', 'stripe', 'sandbox_card']))
    expect(untranslated([String(page.summaryLabel)])).toEqual([])
    for (const { name, label, badge, brands } of methods)
      expect([name, untranslated([label, badge, ...brands])]).toEqual([name, []])
  })

  test('shows a stored failure in the language of its reader, and one of older versions as it is', async () => {
    const { booking, token } = await book()
    const pay = async () =>
      (await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod: 'sandbox_card' })).json()
    const { attemptId } = await pay()
    const decline = (failure_message: string) =>
      shop.core.db
        .updateTable('payment_attempts')
        .set({ state: 'failed', failure_message })
        .where('id', '=', String(attemptId))
        .execute()
    const shown = async () => {
      const page = await shop.call(`GET /api/bookings/${booking.id}/payment?token=${encodeURIComponent(token)}`)
      return (page.json().attempt as { failureMessage: string }).failureMessage
    }
    await decline('\u001fadapters/payments/sandbox-card.declined')
    expect(await shown()).toBe(say('\u001fadapters/payments/sandbox-card.declined', 'en-XA'))
    expect(untranslated([await shown()])).toEqual([])
    await decline('The card was declined')
    expect(await shown()).toBe('The card was declined')
  })

  test('explains an unreachable provider from the catalogues', async () => {
    const { booking, token } = await book()
    for (const paymentMethod of ['razorpay', 'stripe', 'paypal', 'ccavenue']) {
      const answer = await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod })
      const { error, title } = answer.json() as { error?: string; title?: string }
      expect([paymentMethod, untranslated([error, title])]).toEqual([paymentMethod, []])
    }
  })
})

describe('refusals', () => {
  test.each(refusalCodes)('%s is in a catalogue', (code) => {
    expect(untranslated([say(sentenceOf(code), 'en-XA')])).toEqual([])
  })

  const tooLong = 'x'.repeat(5000)
  const page = { slug: 'about', version: 0, title: '', body: '', seo_title: '', seo_description: '' }
  test.each([
    ['POST /api/bookings', { ...safariForTwo, adults_count: 0, customer_email: 'x', customer_name: '', x: 1 }],
    ['POST /api/bookings', { ...safariForTwo, travel_date: '2020-01-01', customer_phone: '1' }],
    ['POST /api/bookings', { ...safariForTwo, travel_date: 'x', customer_name: '\u0007', special_requests: tooLong }],
    ['POST /api/contact-messages', { topic: 'contact', name: '', email: 'x', phone: 'y', subject: '', message: '' }],
    ['POST /api/contact-messages', { topic: 'contact', name: tooLong, email: 'x', phone: 'y', subject: 'a\nb' }],
    ['PUT /api/admin/settings', { contact_email: 'x', site_title: tooLong, support_claim: 'a\nb', theme_color: 'red' }],
    ['POST /api/admin/sliders', { title: '', image_url: 'javascript:x', link_url: 'x', cta_button_color: 'red' }],
    ['POST /api/admin/menu-items', { name: '', href: 'x', menu_type: 'header', parent_id: null, icon: '!' }],
    ['PUT /api/admin/pages/about', page],
    [
      'PUT /api/admin/bank-accounts',
      { enabled: true, version: 1, accounts: [{ currency: 'INR', ifsc: 'x', upi: 'y' }] },
    ],
    ['POST /api/admin/services/tour', { title: '', slug: '!', details: { base_price: -1, nothing: 1 } }],
    ['GET /api/bookings/nothing/payment?token=x', undefined],
    ['GET /api/services/tour?limit=0&sort=x&min_price=y', undefined],
  ])('the field errors of %s are in the catalogues (%#)', async (route, body) => {
    const answer = await shop.call(route, body, owner.headers)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const { title, errors = [] } = answer.json() as { title: string; errors?: { path: string; message: string }[] }
    expect(untranslated([title])).toEqual([])
    expect(errors.filter(({ message }) => untranslated([message]).length > 0)).toEqual([])
  })
})
