import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { layout } from './layout.ts'
import { fillHtml, fillSubject, isMailbox, nextTryInMinutes, textOf, unknownPlaceholders } from './rules.ts'
import { defaultTemplates } from './templates.ts'

describe('filling a template', () => {
  test('puts values in their places', () => {
    expect(
      fillHtml('<p>{{customer_name}} - {{ booking_reference }}</p>', {
        customer_name: 'Asha',
        booking_reference: 'TH1',
      }),
    ).toBe('<p>Asha - TH1</p>')
  })
  test('shows HTML that a customer entered as text [C338, A229]', () => {
    expect(fillHtml('<p>{{customer_name}}</p>', { customer_name: '<img src=x onerror=alert(1)>' })).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
    )
  })
  test('leaves a name that is not on the list empty, whatever it is [A230]', () => {
    for (const name of ['constructor', '__proto__', 'smtp_password', 'toString', 'customer_name.length'])
      expect(fillHtml(`[{{${name}}}]`, { customer_name: 'A' })).toBe('[]')
  })
  test('never runs a value as a template', () => {
    expect(fillHtml('{{customer_name}}', { customer_name: '{{booking_reference}}', booking_reference: 'TH1' })).toBe(
      '{{booking_reference}}',
    )
  })
  test('a subject stays one line', () => {
    expect(fillSubject('Booking {{customer_name}}', { customer_name: 'x\r\nBcc: v@example.com' })).toBe(
      'Booking x Bcc: v@example.com',
    )
  })
  test('no value can close its tag or attribute', () => {
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
  test.each(defaultTemplates.map((template) => [template.name, template] as const))(
    '%s uses only names on the list',
    (_name, template) => {
      expect(unknownPlaceholders(layout(template.body) + template.subject)).toEqual([])
    },
  )
  test("are the spec's three, a reminder and a cancellation among them", () => {
    const names = defaultTemplates.map((template) => template.name)
    for (const name of ['booking_confirmation', 'admin_booking_alert', 'visa_approval', 'reminder', 'cancellation'])
      expect(names).toContain(name)
  })
})

test('the text part says what the HTML says, with every address alone on its line', () => {
  const rows = '<table><tr><td>Total</td><td>10</td></tr></table>'
  expect(
    textOf(`<p>Dear A&amp;B,</p>${rows}<p><a href="https://x.test/y">Pay</a>.</p><p>Safar &middot; Dubai</p>`),
  ).toBe('Dear A&B,\nTotal: 10\n\nPay:\nhttps://x.test/y\n.\nSafar · Dubai')
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

test('tries wait longer and longer, then end', () => {
  const waits = Array.from({ length: 13 }, (_, i) => nextTryInMinutes(i + 1))
  expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 15])
  const given = waits.filter((wait) => wait !== null)
  expect([...given].sort((a, b) => a - b)).toEqual(given)
  expect(waits.at(-1)).toBeNull()
})
