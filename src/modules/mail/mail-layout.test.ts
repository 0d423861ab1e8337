import { expect, test } from 'vitest'
import { withoutIsolates } from '../../kernel/direction.ts'
import type { Language } from '../../kernel/language.ts'
import { defaultSettings } from '../settings/index.ts'
import { templatesIn } from './default-templates.server.ts'
import { renderMail } from './render.server.ts'
import { sampleValues } from './samples.server.ts'

function mailIn(language: Language, name: string, values: Readonly<Record<string, string>> = {}) {
  const { subject = '', body = '' } = templatesIn(language).find((template) => template.name === name) ?? {}
  const settings = { ...defaultSettings, site_names: {} }
  const template = { subject, html_body: body }
  return renderMail({ template, settings, language }, { ...sampleValues, ...values })
}

test.each(['en', 'ar', 'hi', 'ur'] as const)('numbers and times keep on one line in %s', (language) => {
  const { html, text } = mailIn(language, 'admin_booking_alert', { total_amount: 'AED 155' })
  for (const number of ['+971 4 000 0000', '+91 98123 45678', 'AED 155']) {
    expect(html).toContain(number.replaceAll(' ', '\u00a0'))
    expect(html).not.toContain(number)
    expect(text).toContain(number)
  }
  expect(html).toMatch(/03:00\u00a0(PM|م)/)
})

test('a time within a sentence keeps on one line', () => {
  expect(mailIn('ar', 'reminder').html).toContain('10:00\u00a0ص (بتوقيت دبي)')
  expect(mailIn('hi', 'reminder').html).toContain('10:00\u00a0AM (दुबई का समय)')
})

test('values begin beside the first line of their label, at the side where the language begins', () => {
  const cells = (html: string) => [...html.matchAll(/<td style="([^"]*)">(?:رقم الحجز|Reference|[^<]*TH0123456789)/g)]
  const styles = (language: Language) => cells(mailIn(language, 'reminder').html).map(([, style]) => style)
  const label = 'white-space:nowrap;color:#5b6478;vertical-align:top'
  const value = 'padding:4px 0;font-weight:bold;vertical-align:top;word-break:break-word'
  expect(styles('ar')).toEqual([`padding:4px 0 4px 12px;${label}`, value])
  expect(styles('en').at(-1)).toBe(value)
  expect(mailIn('ur', 'reminder').html).toContain('max-width:560px;text-align:right;')
  expect(mailIn('hi', 'reminder').html).toContain('max-width:560px;text-align:left;')
})

test('lists and sentences have the punctuation of their language', () => {
  const customer = (language: Language) => withoutIsolates(mailIn(language, 'admin_booking_alert').text)
  expect(customer('ar')).toContain('مريم الهاشمي، asha@example.com، +91')
  expect(customer('ur')).toContain('، asha@example.com، +91')
  expect(customer('hi')).toContain('आशा राव, asha@example.com, +91')
  expect(mailIn('hi', 'security_notice').html).toContain('।</strong>')
  expect(withoutIsolates(mailIn('ur', 'security_notice').html)).toContain('۔</strong>')
})
