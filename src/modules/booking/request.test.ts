import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeCell } from '../../kernel/csv.ts'
import { kinds as everyKind } from '../../services/index.ts'
import { loadKinds } from '../../services/loaded.server.ts'
import { adminPaymentLabel, bookingTones, paymentTones } from './rules/badges.ts'
import { isEmail, isReference, normalizeEmail, normalizeReference } from './rules/reference.ts'
import { contactErrors, isPhoneRequired, wordingOf } from './rules/request.ts'
import { splitName } from './rules/travellers.ts'

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
const messages = (errors: readonly { message: string }[]) => errors.map(({ message }) => message)

describe('who books', () => {
  it('is asked for in the words of the generic form, each exactly when it applies [C162]', () => {
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
  it('is asked for in the words of the ticket form, which wants a mobile number too [C064]', () => {
    const { travel_date, travel_time } = wordingOf(kindOf('ticket'))
    expect([travel_date, travel_time]).toEqual(['Date is required', 'Time is required'])
    expect(messages(contactErrors(nobody, asked('ticket', isPhoneRequired(kindOf('ticket'), false, {}))))).toEqual([
      'Lead guest name is required',
      'Email is required',
      'Mobile number is required',
    ])
  })
  it('counts a value of only spaces as missing [C144]', () => {
    const blank = { customer_name: '   ', customer_email: ' ', customer_phone: '  ' }
    expect(contactErrors(blank, asked('ok_to_board', true))).toHaveLength(3)
  })
  it('must give a phone number where a pickup applies, and may leave it out elsewhere in the generic form [C166]', () => {
    expect(isPhoneRequired(kindOf('tour'), true, {})).toBe(true)
    expect(isPhoneRequired(kindOf('tour'), false, {})).toBe(false)
    expect(isPhoneRequired(kindOf('umrah'), false, {})).toBe(false)
    expect(isPhoneRequired(kindOf('ok_to_board'), false, {})).toBe(true)
    expect(isPhoneRequired(kindOf('visa'), false, { booking_option: 'pay_now' })).toBe(true)
    expect(isPhoneRequired(kindOf('visa'), false, { booking_option: 'fill_and_pay' })).toBe(false)
  })
  it('is refused a number that is none, also where it may be left out [C167]', () => {
    const given = { customer_name: 'A', customer_email: 'a@b.co', customer_phone: '12' }
    expect(contactErrors(given, asked('tour'))).toEqual([
      { path: 'customer_phone', message: 'Please enter a valid phone number' },
    ])
  })
  it('gives an address that a mail header reads as one mailbox', () => {
    for (const bad of ['a@b@c.de', '"a@evil x"@shop.in', 'a,b@c.de', 'a@b.de\r\nBcc: c@d.ef', 'x <a@b.de>', '@b.de'])
      expect(isEmail(bad)).toBe(false)
    for (const good of ['a@b.co', "o'neil+tag@sub.example.travel"]) expect(isEmail(good)).toBe(true)
  })
})

describe('a reference', () => {
  it('is read in any letter case and with spaces around and inside [C235]', () => {
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
  it('have the colours of the specification [C244]', () => {
    expect(bookingTones).toEqual({ confirmed: 'success', pending: 'gold', cancelled: 'danger', completed: 'info' })
    expect(paymentTones).toEqual({ completed: 'success', pending: 'warn', failed: 'danger', refunded: 'neutral' })
  })
  it('show a payment status beyond pending, completed and failed in upper case [A139]', () => {
    expect(adminPaymentLabel('refunded')).toBe('REFUNDED')
    expect(adminPaymentLabel('completed')).toBe('completed')
  })
})

describe('a name', () => {
  it('is split at the last word, and a single one is flagged and gets no surname [C092]', () => {
    expect(splitName(' Asha  Devi Rao ')).toEqual({ first_name: 'Asha Devi', last_name: 'Rao', is_single_name: false })
    expect(splitName('Suharto')).toEqual({ first_name: 'Suharto', last_name: '', is_single_name: true })
  })
})

describe('a cell of the export', () => {
  it('never starts as a formula does, whatever is in it [A144]', () => {
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
          expect(cell.replace(/^'/, '')).toBe(before + sign + rest)
        },
      ),
    )
  })
  it('is otherwise left as it is [A144]', () => {
    for (const plain of ['Asha', "O'Neil", '12.50', '', 'a=b']) expect(safeCell(plain)).toBe(plain)
  })
})
