import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareCell, safeCell } from '../../kernel/csv.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import { say } from '../../platform/messages.server.ts'
import { kinds as everyKind } from '../../services/index.ts'
import { loadKinds } from '../../services/loaded.server.ts'
import { inEnglish } from '../../services/testing/service.ts'
import { adminPaymentLabel, bookingTones, paymentTones } from './rules/badges.ts'
import { isEmail, isReference, normalizeEmail, normalizeReference } from './rules/reference.ts'
import { contactErrors as contactReferences, isPhoneRequired, wordingOf } from './rules/request.ts'
import { splitName } from './rules/travellers.ts'

const contactErrors = (...input: Parameters<typeof contactReferences>) => inEnglish(contactReferences(...input))
const nobody = { customer_name: '', customer_email: '', customer_phone: '' }
const kinds = await loadKinds(everyKind)
function kindOf(key: string) {
  const kind = kinds.find(key)
  if (!kind) throw new Error(`No kind ${key}`)
  return kind
}
const asked = (key: string, phoneRequired = false) => ({
  texts: wordingOf(kindOf(key)),
  phoneRequired,
  isPhone: (typed: string) => typed.startsWith('+'),
})
const messages = (errors: readonly FieldError[]) => errors.map(({ message }) => say(message))

describe('contact details', () => {
  it('are required with the messages of the generic form [C162]', () => {
    expect(messages(contactErrors(nobody, asked('tour')))).toEqual([
      'Customer name is required',
      'Email address is required',
    ])
    const typo = { ...nobody, customer_name: 'Asha', customer_email: 'asha@example' }
    expect(contactErrors(typo, asked('package'))).toEqual([
      { path: 'customer_email', message: 'Please enter a valid email address' },
    ])
    expect(contactErrors({ ...typo, customer_email: ' Asha@Example.com ' }, asked('tour'))).toEqual([])
  })
  it('are required with the messages of the ticket form, including a mobile number [C064]', () => {
    const { travel_date, travel_time } = wordingOf(kindOf('ticket'))
    expect(inEnglish([travel_date, travel_time])).toEqual(['Date is required', 'Time is required'])
    expect(messages(contactErrors(nobody, asked('ticket', isPhoneRequired(kindOf('ticket'), false, {}))))).toEqual([
      'Lead guest name is required',
      'Email is required',
      'Mobile number is required',
    ])
  })
  it('are missing if they contain only spaces [C144]', () => {
    const blank = { customer_name: '   ', customer_email: ' ', customer_phone: '  ' }
    expect(contactErrors(blank, asked('ok_to_board', true))).toHaveLength(3)
  })
  it('need a phone number if there is a pickup, but not otherwise in the generic form [C166]', () => {
    expect(isPhoneRequired(kindOf('tour'), true, {})).toBe(true)
    expect(isPhoneRequired(kindOf('tour'), false, {})).toBe(false)
    expect(isPhoneRequired(kindOf('umrah'), false, {})).toBe(false)
    expect(isPhoneRequired(kindOf('ok_to_board'), false, {})).toBe(true)
    expect(isPhoneRequired(kindOf('visa'), false, { booking_option: 'pay_now' })).toBe(true)
    expect(isPhoneRequired(kindOf('visa'), false, { booking_option: 'fill_and_pay' })).toBe(false)
  })
  it('must have a valid phone number, even where it is optional [C167]', () => {
    const given = { customer_name: 'A', customer_email: 'a@b.co', customer_phone: '12' }
    expect(contactErrors(given, asked('tour'))).toEqual([
      { path: 'customer_phone', message: 'Please enter a valid phone number' },
    ])
  })
  it('have an address that a mail header parses as one mailbox', () => {
    for (const bad of ['a@b@c.de', '"a@evil x"@shop.in', 'a,b@c.de', 'a@b.de\r\nBcc: c@d.ef', 'x <a@b.de>', '@b.de'])
      expect(isEmail(bad)).toBe(false)
    for (const good of ['a@b.co', "o'neil+tag@sub.example.travel"]) expect(isEmail(good)).toBe(true)
  })
})

describe('a reference', () => {
  it('is parsed in any case, with spaces around and inside [C235]', () => {
    expect(normalizeReference('  th 0123456789 ')).toBe('TH0123456789')
    expect(normalizeEmail('  Asha@Example.COM ')).toBe('asha@example.com')
  })
  it('is a prefix of capitals and ten digits [C177]', () => {
    expect(isReference('TH0123456789')).toBe(true)
    for (const bad of ['TH012345678', 'TH01234567890', '0123456789', 'th0123456789', 'TOOLONG0123456789'])
      expect(isReference(bad)).toBe(false)
  })
})

describe('badges', () => {
  it('have the specified colours [C244]', () => {
    expect(bookingTones).toEqual({ confirmed: 'success', pending: 'gold', cancelled: 'danger', completed: 'info' })
    expect(paymentTones).toEqual({ completed: 'success', pending: 'warn', failed: 'danger', refunded: 'neutral' })
  })
  it('show other payment states in upper case [A139]', () => {
    expect(adminPaymentLabel('refunded')).toBe('REFUNDED')
    expect(adminPaymentLabel('completed')).toBe('completed')
  })
})

describe('a name', () => {
  it('is split at the last word; a single word has no surname [C092]', () => {
    expect(splitName(' Asha  Devi Rao ')).toEqual({ first_name: 'Asha Devi', last_name: 'Rao', is_single_name: false })
    expect(splitName('Suharto')).toEqual({ first_name: 'Suharto', last_name: '', is_single_name: true })
  })
})

describe('a cell of the export', () => {
  it('never starts like a formula [A144]', () => {
    fc.assert(
      fc.property(
        fc.tuple(
          fc.constantFrom('', ' ', '\t', '\r\n', '\ufeff'),
          fc.constantFrom('=', '+', '-', '@', '＝', 'a'),
          fc.string(),
        ),
        ([before, sign, rest]) => {
          const cell = safeCell(before + sign + rest)
          expect(cell).not.toMatch(/^[\s\ufeff]*[=+\-@＝＋－＠]/)
          expect(bareCell(cell)).toBe(before + sign + rest)
        },
      ),
    )
  })
  it('hides no formula behind a semicolon, a tab or a line break, where another spreadsheet begins a cell [A144]', () => {
    for (const separator of [';', '\t', '\n', '; '])
      expect(safeCell(`Asha${separator}=HYPERLINK("http://x")`)).toBe(
        `Asha${separator.trimEnd() || separator}'${separator === '; ' ? ' ' : ''}=HYPERLINK("http://x")`,
      )
  })
  it('is otherwise unchanged [A144]', () => {
    for (const plain of ['Asha', "O'Neil", '12.50', '', 'a=b']) expect(safeCell(plain)).toBe(plain)
  })
})
