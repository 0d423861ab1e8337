import { describe, expect, it, test } from 'vitest'
import { languages } from '../../kernel/language.ts'
import { settingPlaces } from '../site-settings/setting-places.ts'
import { findSettings } from './find-settings.ts'
import { knownEntries } from './setting-entries.ts'

const keysFor = (typed: string) => findSettings(knownEntries, typed).map(({ key }) => key)

describe('the search for settings', () => {
  test.each([
    ['smtp', 'smtp_host'],
    ['SMTP port', 'smtp_port'],
    ['outgoing mail', 'smtp_host'],
    ['email password', 'smtp_password'],
    ['sender', 'from_name'],
    ['vat', 'tax_number'],
    ['TRN', 'tax_number'],
    ['gst', 'tax_number'],
    ['whatsapp', 'whatsapp'],
    ['what', 'whatsapp'],
    ['time zone', 'time_zone'],
    ['timezone', 'time_zone'],
    ['clock', 'time_zone'],
    ['logo', 'site_logo'],
    ['shop name', 'site_title'],
    ['exchange rate', 'rate_INR'],
    ['dirham', 'rate_AED'],
    ['iban', 'iban'],
    ['2fa', 'staff_two_factor'],
    ['two-factor', 'staff_two_factor'],
    ['gdpr', 'document_retention_days'],
    ['facebook', 'facebook_pixel_id'],
    ['meta pixel', 'facebook_pixel_id'],
    ['close the shop', 'maintenance_mode'],
    ['instagram', 'social_links'],
    ['opening hours', 'business_hours'],
    ['unpaid', 'booking_expiry_hours'],
  ])('%s finds %s first', (typed, key) => {
    expect(keysFor(typed)[0]).toBe(key)
  })

  test.runIf(languages.length > 1)('a language finds the languages of the shop first', () => {
    expect(keysFor('arabic')[0]).toBe('languages')
  })

  test.each(['', '   ', '???', 'qqqq', 'smtp qqqq', '<script>', '('])('%j finds nothing', (typed) => {
    expect(keysFor(typed)).toEqual([])
  })

  it('puts names before other words, and those before the place', () => {
    const entry = (name: string, words: string, where: string) => ({ name, words, where })
    const all = [entry('C', '', 'Mail'), entry('B', 'mail', ''), entry('My mail', '', ''), entry('Mail server', '', '')]
    expect(findSettings(all, 'mail').map(({ name }) => name)).toEqual(['Mail server', 'My mail', 'B', 'C'])
  })

  test.each([
    ['الاعدادات', 'الإعدادات'],
    ['اعدادات', 'الإعدادات'],
    ['الإعـــدادات', 'إعدادات'],
    ['العمله', 'عملة العرض'],
    ['منطقه زمنيه', 'المنطقة الزمنية'],
    ['الضَّريبة', 'رقم الضريبة'],
    ['حد اقصي', 'حد أقصى'],
  ])('%s finds %s', (typed, name) => {
    expect(findSettings([{ name, words: '', where: '' }], typed)).toHaveLength(1)
  })

  it('finds every setting by its own name', () => {
    expect(knownEntries.map(({ key }) => key)).toEqual(expect.arrayContaining([...settingPlaces.keys()]))
    for (const { key, name } of knownEntries) expect(keysFor(name), name).toContain(key)
  })
})
