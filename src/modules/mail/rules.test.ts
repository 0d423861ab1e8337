import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { say } from '../../platform/messages.server.ts'
import { allTemplates } from './default-templates.server.ts'
import { layout } from './layout.ts'
import {
  deliveryOf,
  fillHtml,
  fillSubject,
  isMailbox,
  maxBodyLength,
  maxPlaceholderUses,
  nextTryInMinutes,
  templateErrors,
  unknownPlaceholders,
} from './rules.ts'

describe('filling a template', () => {
  test('puts values in their places', () => {
    expect(
      fillHtml('<p>{{customer_name}} - {{ booking_reference }}</p>', {
        customer_name: 'Asha',
        booking_reference: 'TH1',
      }),
    ).toBe('<p>Asha - TH1</p>')
  })
  test('escapes HTML in values [C338, A229]', () => {
    expect(fillHtml('<p>{{customer_name}}</p>', { customer_name: '<img src=x onerror=alert(1)>' })).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    )
  })
  test('leaves an unknown name empty [A230]', () => {
    for (const name of ['constructor', '__proto__', 'smtp_password', 'toString', 'customer_name.length'])
      expect(fillHtml(`[{{${name}}}]`, { customer_name: 'A' })).toBe('[]')
  })
  test('does not fill placeholders in values', () => {
    expect(fillHtml('{{customer_name}}', { customer_name: '{{booking_reference}}', booking_reference: 'TH1' })).toBe(
      '{{booking_reference}}',
    )
  })
  test('makes a subject one line', () => {
    expect(fillSubject('Booking {{customer_name}}', { customer_name: 'x\r\nBcc: v@example.com' })).toBe(
      'Booking x Bcc: v@example.com',
    )
  })
  test('keeps values inside their tag or attribute', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const filled = fillHtml('<a href="{{action_url}}">{{customer_name}}</a>', {
          customer_name: value,
          action_url: value,
        })
        expect(filled.match(/[<>]/g)).toHaveLength(4)
        expect(filled.match(/"/g)).toHaveLength(2)
      }),
    )
  })
})

describe('the default templates', () => {
  test.each(allTemplates.map((template) => [template.name, template] as const))(
    '%s uses only known placeholders',
    (_name, template) => {
      expect(unknownPlaceholders(layout(template.body) + template.subject)).toEqual([])
    },
  )
  test('include those of the specification, a reminder and a cancellation', () => {
    const names = allTemplates.map((template) => template.name)
    for (const name of ['booking_confirmation', 'admin_booking_alert', 'visa_approval', 'reminder', 'cancellation'])
      expect(names).toContain(name)
  })
})

describe('a template', () => {
  const errorsOf = (html_body: string) =>
    templateErrors({ subject: 'Hello', html_body }).map(({ path, message }) => ({ path, message: say(message) }))
  test('has no errors at its maximum length', () => {
    expect(errorsOf('a'.repeat(maxBodyLength))).toEqual([])
  })
  test('is refused at its field when it is too long', () => {
    expect(errorsOf('a'.repeat(maxBodyLength + 1))).toEqual([
      { path: 'html_body', message: 'Please use at most 10,000 characters. This text has 10,001.' },
    ])
  })
  test('is refused when it repeats a placeholder too often', () => {
    expect(errorsOf('{{message}}'.repeat(maxPlaceholderUses))).toEqual([])
    expect(errorsOf('{{ message }}'.repeat(maxPlaceholderUses + 1))).toEqual([
      { path: 'html_body', message: 'Please use {{message}} at most 10 times' },
    ])
  })
  test('is checked in proportion to its length when a placeholder is never closed', () => {
    const start = performance.now()
    errorsOf(`{{${' '.repeat(maxBodyLength - 2)}`)
    // Three nested repetitions took hours for this text.
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})

describe('an address', () => {
  test.each(['asha@example.com', 'a.b+c@mail.example.co.in'])('%s is a mailbox', (address) =>
    expect(isMailbox(address)).toBe(true),
  )
  test.each([
    '',
    'a',
    'a@b',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@example.com\r\nBcc: v@x.com',
    '"a@evil x"@shop.com',
    'a@exa mple.com',
  ])('%j is not', (address) => expect(isMailbox(address)).toBe(false))
})

test('the pauses between tries grow, then the tries end', () => {
  const waits = Array.from({ length: 13 }, (_, i) => nextTryInMinutes(i + 1))
  expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 15])
  const pauses = waits.filter((wait) => wait !== null)
  expect([...pauses].sort((a, b) => a - b)).toEqual(pauses)
  expect(waits.at(-1)).toBeNull()
})

describe('whether mail works', () => {
  const [before, saved, after] = [1_000, 2_000, 3_000]
  test.each([
    ['no mail was tried', { lastError: null, sentAt: null, savedAt: saved }, 'untested'],
    ['the last mail went through the server before', { lastError: null, sentAt: before, savedAt: saved }, 'untested'],
    ['a mail went through', { lastError: null, sentAt: after, savedAt: saved }, 'working'],
    ['SMTP_URL took a mail', { lastError: null, sentAt: before, savedAt: null }, 'working'],
    ['the server is gone', { lastError: 'SMTP: connection', sentAt: after, savedAt: saved }, 'failing'],
    ['the password is wrong', { lastError: 'SMTP: sign-in', sentAt: null, savedAt: saved }, 'failing'],
    ['one address was refused', { lastError: 'SMTP: address', sentAt: after, savedAt: saved }, 'working'],
    ['every address was refused', { lastError: 'SMTP: address', sentAt: null, savedAt: saved }, 'untested'],
  ] as const)('%s', (_, tried, wanted) => {
    expect(deliveryOf(tried)).toBe(wanted)
  })
})
