import { describe, expect, it } from 'vitest'
import { safeLink } from '../../kernel/web-address.ts'
import { say } from '../../platform/messages.server.ts'
import {
  defaultSettings,
  fillDefaults,
  publicSettings,
  readPatch,
  readRate,
  settingKeys,
  settingsSchema,
  standardClaims,
} from './rules.ts'

describe('settings', () => {
  it('have defaults that pass their own validation', () => {
    expect(settingsSchema.safeParse(defaultSettings).error).toBeUndefined()
    expect(settingKeys).toContain('site_title')
  })

  it('fall back to the default when the stored value is missing or invalid [A264]', () => {
    const { settings, unreadable } = fillDefaults({ booking_expiry_hours: 'soon', booking_prefix: 'SF', smtp_port: 25 })
    expect(settings).toEqual({ ...defaultSettings, booking_prefix: 'SF' })
    expect(unreadable).toEqual(['booking_expiry_hours'])
  })

  it('have the documented defaults [A270, A271, A273, A274, A277]', () => {
    expect(defaultSettings).toMatchObject({
      booking_prefix: 'TH',
      booking_expiry_hours: 48,
      currency: 'AED',
      display_currency: 'USD',
      stripe_currency: 'USD',
      paypal_currency: 'USD',
      visitor_counter_start: 12_458,
    })
  })

  it('say nothing about the agency until it has set them', () => {
    const empty = ['contact_email', 'contact_phone', 'address', 'whatsapp', 'business_hours', 'support_claim'] as const
    for (const key of [...empty, 'reply_claim', 'payment_note', 'site_description', 'company_name'] as const)
      expect(defaultSettings[key], key).toBe('')
    expect(defaultSettings.claims.some(({ is_on }) => is_on)).toBe(false)
    expect(defaultSettings.claims.map(({ key }) => key)).toEqual(standardClaims.map(({ key }) => key))
    expect(JSON.stringify(defaultSettings)).not.toMatch(/safar\.example|Safar Travel|5550/)
  })

  it('are exposed to the shop by an allow-list without secrets or internal settings [C317, A312]', () => {
    const open = publicSettings({ ...defaultSettings, display_currency: 'INR' }, '86')
    expect(open).toMatchObject({ display_currency: 'INR', default_currency: 'INR', usd_to_inr_rate: '86' })
    expect(open).toHaveProperty('facebook_pixel_id')
    const keys = Object.keys(open).join(' ')
    expect(keys).not.toMatch(/smtp|secret|password|alert_email|per_address|token/)
  })
})

describe('a settings change', () => {
  const errorsOf = (patch: Record<string, unknown>) =>
    readPatch(patch).errors.map(({ path, message }) => ({ path, message: say(message) }))

  it('accepts default_currency as an alias of display_currency [C287, A275]', () => {
    expect(readPatch({ default_currency: 'AED' })).toMatchObject({ settings: { display_currency: 'AED' } })
    expect(readPatch({ default_currency: 'AED', display_currency: 'GBP' })).toMatchObject({
      settings: { display_currency: 'GBP' },
    })
  })

  it('accepts INR, USD, EUR, GBP and AED and rejects any other code [C288, A272]', () => {
    for (const code of ['INR', 'USD', 'EUR', 'GBP', 'AED']) expect(errorsOf({ display_currency: code })).toEqual([])
    for (const key of ['currency', 'display_currency', 'default_currency', 'stripe_currency'])
      expect(errorsOf({ [key]: 'JPY' })).toHaveLength(1)
  })

  it('rejects a currency that PayPal does not support, and says why [A278]', () => {
    for (const code of ['AED', 'INR'])
      expect(errorsOf({ paypal_currency: code })).toEqual([
        { path: 'paypal_currency', message: 'PayPal cannot take AED or INR' },
      ])
    expect(errorsOf({ paypal_currency: 'EUR' })).toEqual([])
  })

  it("rejects unknown keys, including the mail server's", () => {
    expect(errorsOf({ smtp_password: 'x' })).toEqual([{ path: 'smtp_password', message: 'There is no such setting' }])
    expect(errorsOf(JSON.parse('{"__proto__":{"a":1},"constructor":1}'))).not.toEqual([])
  })

  it('rejects a non-numeric pixel id, an invalid colour and an address that runs a script', () => {
    for (const bad of [
      { facebook_pixel_id: "1234567');alert(1)//" },
      { theme_color: 'red;background:url(//x)' },
      { site_logo: 'javascript:alert(1)' },
      { social_links: [{ name: 'Evil', href: ' JavaScript:alert(1)' }] },
      { booking_prefix: 'th1' },
      { contact_email: 'nobody' },
    ])
      expect(errorsOf(bad), JSON.stringify(bad)).toHaveLength(1)
  })

  it('accepts only an IANA time zone and an ISO country', () => {
    for (const good of [
      { time_zone: 'Asia/Kolkata' },
      { time_zone: 'America/New_York' },
      { time_zone: 'America/Argentina/Buenos_Aires' },
      { time_zone: 'UTC' },
      { country: 'IN' },
    ])
      expect(errorsOf(good), JSON.stringify(good)).toEqual([])
    for (const bad of [
      { time_zone: '' },
      { time_zone: 'Asia/Atlantis' },
      { time_zone: 'asia/dubai' },
      { time_zone: '+05:30' },
      { time_zone: "UTC'; drop table settings" },
      { country: '' },
      { country: 'India' },
      { country: 'ZZ' },
    ])
      expect(errorsOf(bad), JSON.stringify(bad)).toHaveLength(1)
  })

  it('accepts the INR rate by its old name, above 0 only', () => {
    expect(readPatch({ usd_to_inr_rate: 90.5 })).toMatchObject({ inrRate: '90.5' })
    for (const bad of [0, -1, 'abc', '', '1e3', Number.NaN, '0.000000001'])
      expect(errorsOf({ usd_to_inr_rate: bad })).toEqual([
        { path: 'usd_to_inr_rate', message: 'Please enter a valid exchange rate greater than 0' },
      ])
    expect(readRate('86')).toBe('86')
  })
})

describe('a link', () => {
  it('never runs a script or leads to a disguised external address, in any letter case [C022, A239, A248]', () => {
    for (const bad of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      '  \u0001javascript:alert(1)',
      'java\nscript:alert(1)',
      '\tjava\tscript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https:evil',
      'tours',
      '',
    ])
      expect(safeLink(bad), JSON.stringify(bad)).toBeNull()
  })

  it('may be a path of the shop, a fragment, a web address, mail or phone', () => {
    for (const good of [
      '/',
      '/tours?q=a',
      '#top',
      'https://example.com/x',
      'http://example.com',
      'mailto:a@b.c',
      'tel:+971',
    ])
      expect(safeLink(good)).toBe(good)
    expect(safeLink(' /tours ')).toBe('/tours')
  })
})
