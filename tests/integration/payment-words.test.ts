import { beforeAll, describe, expect, test } from 'vitest'
import { countStatements } from '../../bench/statement-counter.ts'
import { seedWorld } from '../../db/seeds/index.server.ts'
import type { Translated } from '../../src/kernel/translation-contract.ts'
import type { GatewayView, PaymentPage } from '../../src/modules/payment/contract.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { safariForTwo } from '../support/requests.ts'

// The agency's names and instructions of payment methods: English, and Arabic once they are translated.
const core = await testCore()
const counter = countStatements(core.pool)
const shop = await testApp({ core })
await seedWorld(shop.shop.deps, 'test')
const owner = (await shop.signIn('admin')).headers
const arabic = { 'accept-language': 'ar' }

const at = (name: string, language = 'ar') => `/api/admin/payment-gateways/${name}/translations/${language}`
const get = async (name: string, language = 'ar') =>
  (await shop.call(`GET ${at(name, language)}`, undefined, owner)).json() as unknown as Translated
async function translate(name: string, texts: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { version, fields } = await get(name)
  const sent = Object.entries(texts).map(([path, value]) => {
    return { path, source: fields.find((field) => field.path === path)?.source ?? '', value }
  })
  return shop.call(`PUT ${at(name)}`, { version, fields: sent, ...more }, owner)
}
const states = async (name: string) =>
  Object.fromEntries((await get(name)).fields.map((each) => [each.path, each.state]))
async function write(name: string, words: Partial<Pick<GatewayView, 'display_name' | 'manual_instructions'>>) {
  const all = (await shop.call('GET /api/admin/payment-gateways', undefined, owner)).json() as unknown as GatewayView[]
  const version = all.find((each) => each.name === name)?.version
  const saved = await shop.call('PUT /api/admin/payment-gateways', { gateways: [{ name, version, ...words }] }, owner)
  expect(saved.status, saved.text).toBe(200)
}
async function book() {
  const { booking, token } = (await shop.call('POST /api/bookings', safariForTwo, arabic)).json() as {
    booking: { id: string }
    token: string
  }
  return { bookingId: booking.id, token }
}
const held = await book()
const page = async (headers: Record<string, string> = arabic, { bookingId, token } = held) =>
  (
    await shop.call(`GET /api/bookings/${bookingId}/payment?token=${token}`, undefined, headers)
  ).json() as unknown as PaymentPage
const method = async (name: string, headers = arabic) =>
  (await page(headers)).methods.find((each) => each.name === name)

const iban = 'AE070331234567890123456'
beforeAll(async () => {
  const saved = await shop.call('PUT /api/admin/settings', { settings: { languages: ['ar'] } }, owner)
  expect(saved.status, saved.text).toBe(200)
  await write('bank_transfer', { manual_instructions: `Name your booking.\nIBAN: ${iban}\nCall +971 4 555 0100.` })
  await write('cash_on_arrival', { display_name: 'Cash to the guide', manual_instructions: 'Pay the guide.' })
})

describe('the words of a payment method', () => {
  test('are marked with their language on an Arabic payment page until they are translated', async () => {
    expect(await states('cash_on_arrival')).toEqual({ display_name: 'optional', manual_instructions: 'missing' })
    expect(await method('cash_on_arrival')).toMatchObject({
      ...{ label: 'Cash to the guide', manual_instructions: 'Pay the guide.' },
      languages: { label: 'en', manual_instructions: 'en' },
    })
    expect((await translate('cash_on_arrival', { display_name: 'نقدًا للمرشد' })).status).toBe(200)
    const named = await method('cash_on_arrival')
    expect(named).toMatchObject({ label: 'نقدًا للمرشد', languages: { manual_instructions: 'en' } })
    expect((await translate('cash_on_arrival', { manual_instructions: 'ادفع للمرشد.' })).status).toBe(200)
    const shown = await method('cash_on_arrival')
    expect(shown).toMatchObject({ label: 'نقدًا للمرشد', manual_instructions: 'ادفع للمرشد.' })
    expect(shown).not.toHaveProperty('languages')
    const original = await method('cash_on_arrival', {} as typeof arabic)
    expect(original).toMatchObject({ label: 'Cash to the guide', manual_instructions: 'Pay the guide.' })
    expect(original).not.toHaveProperty('languages')
  })

  test('stay shown once the original has changed, and are outdated; blank ones are removed', async () => {
    await write('cash_on_arrival', { manual_instructions: 'Pay the guide at the pickup.' })
    expect(await states('cash_on_arrival')).toEqual({ display_name: 'translated', manual_instructions: 'outdated' })
    expect((await method('cash_on_arrival'))?.manual_instructions).toBe('ادفع للمرشد.')
    const progress = await shop.call(`GET ${at('cash_on_arrival').replace('/ar', '')}`, undefined, owner)
    const counts = { total: 2, translated: 1, outdated: 1 }
    expect(progress.json().items).toContainEqual({ language: 'ar', progress: counts })
    expect((await translate('cash_on_arrival', { display_name: ' ' })).status).toBe(200)
    expect((await method('cash_on_arrival'))?.languages).toEqual({ label: 'en' })
  })

  test('are translated without the bank account, which is shown as written', async () => {
    const { fields } = await get('bank_transfer')
    expect(fields.map(({ path, original }) => [path, original])).toEqual([
      ['manual_instructions', 'Name your booking.\nCall +971 4 555 0100.'],
    ])
    const words = 'اذكر رقم الحجز.\nاتصل على 0100 555 4 971+.'
    expect((await translate('bank_transfer', { manual_instructions: words })).status).toBe(200)
    expect((await method('bank_transfer'))?.manual_instructions).toBe(`${words}\nIBAN: ${iban}`)
  })

  test('follow the reader when the method is chosen, and on the page that shows the account', async () => {
    const pay = async (paymentMethod: string, booking = held) =>
      (await shop.call('POST /api/payments', { ...booking, paymentMethod }, arabic)).json() as { message: string }
    const { message } = await pay('bank_transfer')
    expect(message).toMatch(/^اذكر رقم الحجز/)
    expect(message).toContain(iban)
    const { attempt } = await page()
    expect(attempt?.instructions).toMatch(/^اذكر رقم الحجز/)
    expect(attempt).not.toHaveProperty('instructions_language')
    expect((await page({}, held)).attempt?.instructions).toMatch(/^Name your booking/)
    const cash = await pay('cash_on_arrival', await book())
    expect(cash.message).toContain('ادفع للمرشد.')
    expect(cash.message).not.toContain('guide')
  })

  test('are the original again once it names another account, so that no money goes astray', async () => {
    const other = 'Name your booking.\nCall +971 4 555 0199.'
    await write('bank_transfer', { manual_instructions: `${other}\nIBAN: ${iban}` })
    const { attempt } = await page()
    expect(attempt?.instructions).toContain(other)
    expect(attempt?.instructions_language).toBe('en')
  })

  test('cost an Arabic payment page no statement more', async () => {
    const cost = async (headers: Record<string, string>) => {
      const { statements } = await counter.during(() => page(headers))
      return statements.filter(({ text }) => /payment_gateways|bank_accounts|content_translations/.test(text)).length
    }
    // Nobody listens to changes here, so nothing comes from memory.
    expect(await cost({})).toBe(2)
    expect(await cost(arabic)).toBe(2)
  })
})

describe('a translation is refused', () => {
  const fault = async (texts: Record<string, unknown>) => {
    const answer = await translate('bank_transfer', texts)
    return [
      answer.status,
      answer.json().code,
      ((answer.json().errors ?? []) as { path: string }[]).map(({ path }) => path),
    ]
  }
  const invalid = (path: string) => [422, 'payment/gateway-invalid', [path]]

  test('to all but the owner', async () => {
    for (const role of ['manager', 'support', 'content', 'customer'] as const) {
      const { headers } = await shop.signIn(role)
      expect((await shop.call(`GET ${at('bank_transfer')}`, undefined, headers)).status, role).toBe(403)
      const body = { version: 0, fields: [] }
      expect((await shop.call(`PUT ${at('bank_transfer')}`, body, headers)).status, role).toBe(403)
    }
    expect((await shop.call(`PUT ${at('bank_transfer')}`, { version: 0, fields: [] })).status).toBe(401)
  })

  test('through the translations of other content', async () => {
    for (const subject of ['gateway', 'payment-gateway', 'payment_gateways', 'settings']) {
      const path = `/api/admin/content/${subject}/bank_transfer/translations/ar`
      expect((await shop.call(`PUT ${path}`, { version: 0, fields: [] }, owner)).status, subject).toBe(422)
    }
    const path = '/api/admin/setting-translations/ar'
    const fields = [{ path: 'manual_instructions', source: '', value: 'نص' }]
    expect((await shop.call(`PUT ${path}`, { version: 0, fields }, owner)).status).toBe(422)
  })

  test('when somebody else has saved one in the meantime', async () => {
    const { version } = await get('cash_on_arrival')
    const texts = { manual_instructions: 'ادفع.' }
    const stale = await translate('cash_on_arrival', texts, { version: version - 1 })
    expect([stale.status, stale.json().code]).toEqual([409, 'payment/gateway-changed'])
    const both = await Promise.all([1, 2].map(() => translate('cash_on_arrival', texts, { version })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('into an unknown language, and of an unknown method', async () => {
    for (const language of ['en', 'xx', '__proto__', 'constructor'])
      expect((await shop.call(`GET ${at('bank_transfer', language)}`, undefined, owner)).status, language).toBe(422)
    for (const name of ['nobody', '__proto__', '%00'])
      for (const route of [`GET ${at(name)}`, `PUT ${at(name)}`]) {
        const body = route.startsWith('PUT') ? { version: 0, fields: [] } : undefined
        expect([404, 422], `${route}`).toContain((await shop.call(route, body, owner)).status)
      }
  })

  test('of anything but the name and the instructions', async () => {
    for (const path of ['iban', 'account_number', 'bank_name', 'settings', '__proto__', 'enabled', 'display_name'])
      expect(await fault({ [path]: 'نص' }), path).toEqual(invalid(path))
  })

  test('with another account number, too long, or not a text', async () => {
    const wrong = ['IBAN: AE070331234567890123457', 'ادفع إلى 12345678', 'x'.repeat(4_001), 'a\u0000b', 7, ['x'], {}]
    for (const value of wrong)
      expect(await fault({ manual_instructions: value })).toEqual(invalid('manual_instructions'))
    const name = await translate('cash_on_arrival', { display_name: 'سطر\nآخر' })
    expect(name.status).toBe(422)
  })
})

test('each change is in the audit trail, with the texts before and after', async () => {
  const entry = await core.db
    .selectFrom('audit_entries')
    .select(['subject_id', 'before', 'after'])
    .where('action', '=', 'gateway.translated')
    .orderBy('id')
    .executeTakeFirst()
  expect(entry).toEqual({
    ...{ subject_id: 'cash_on_arrival', before: { display_name: null } },
    after: { language: 'ar', display_name: 'نقدًا للمرشد' },
  })
})
