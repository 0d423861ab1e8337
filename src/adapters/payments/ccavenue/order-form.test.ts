import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { money } from '../../../kernel/money.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import type { Account } from './accounts.server.ts'
import { decrypt, orderProof } from './cipher.server.ts'
import {
  billingEmail,
  billingName,
  billingPhone,
  decimalOf,
  orderFields,
  orderForm,
  returnFault,
} from './order-form.server.ts'
import { idOfOrderNumber, orderNumber } from './order-number.ts'
import { orderFault } from './testing/order-rules.ts'
import { accounts } from './testing/world.ts'

const india = accounts[0]!
const account: Account = {
  ...india,
  country: 'india',
  cipher: 'cbc',
  pageUrl: 'https://test.ccavenue.com/transaction/transaction.do?command=initiateTransaction',
  apiUrl: 'https://apitest.ccavenue.com/apis/servlet/DoWebTrans',
}
const order = (customer: Partial<{ name: string; email: string; phone: string | null }> = {}, minor = 1_499_900) => ({
  orderNo: orderNumber('01900000-0000-7000-8000-000000000001'),
  returnUrl: 'https://shop.example/api/payments/01900000-0000-7000-8000-000000000001/return',
  payable: {
    reference: 'TH0123456789',
    amount: money(minor, 'INR'),
    description: 'Desert Safari (TH0123456789)',
    customer: { name: 'Asha Rao', email: 'asha@example.com', phone: '+91 98765 43210', ...customer },
  },
})

describe('order numbers', () => {
  it('convert back to every id and stay below 30 characters', () => {
    const edges = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    for (const id of [...edges, ...Array.from({ length: 500 }, () => randomUUID())]) {
      expect(orderNumber(id)).toMatch(/^[0-9a-v]{26}$/)
      expect(idOfOrderNumber(orderNumber(id))).toBe(id)
    }
  })

  it('of other shops give no id, and only ids are converted', () => {
    const others = ['', 'ATT-000123', 'W'.repeat(26), 'v'.repeat(26), '8'.padEnd(26, '0'), `0${'0'.repeat(26)}`]
    for (const number of others) expect(idOfOrderNumber(number)).toBeNull()
    for (const id of ['', 'x', randomUUID().toUpperCase(), `${randomUUID()}0`]) expect(() => orderNumber(id)).toThrow()
  })
})

describe('the order form', () => {
  it('is encrypted, valid for CCAvenue and accompanied by the access code', () => {
    const { encRequest, access_code } = orderForm(account, order())
    expect(access_code).toBe(india.accessCode)
    const fields = Object.fromEntries(new URLSearchParams(decrypt(account, encRequest)!))
    expect(orderFault(india, fields)).toBeNull()
    expect(fields).toEqual({
      merchant_id: '12345',
      order_id: order().orderNo,
      currency: 'INR',
      amount: '14999.00',
      redirect_url: order().returnUrl,
      cancel_url: order().returnUrl,
      language: 'EN',
      billing_name: 'Asha Rao',
      billing_tel: '919876543210',
      billing_email: 'asha@example.com',
      merchant_param1: 'TH0123456789',
      merchant_param2: orderProof(india.workingKey, order().orderNo),
    })
  })

  it.each([
    ['Arabic', 'محمد بن عبد الله'],
    ['Hindi', 'आशा राव'],
    ['emoji', '👩‍👩‍👧 Asha 🕋'],
    ['200 characters', 'Asha '.repeat(40)],
    ['accents', 'Zoë Ünï-Åße'],
    ['what would end a field', 'A&order_id=1&amount=1.00'],
    ['control characters', 'A\u0000\r\nB\u200f'],
    ['only punctuation', "'.-_"],
    ['nothing', ' '],
  ])('accepts a name in %s', (_, name) => {
    expect(orderFault(india, orderFields(account, order({ name })))).toBeNull()
  })

  it('keeps the letters and digits of a name that CCAvenue accepts', () => {
    expect(billingName('Zoë Ünï O’Brien')).toBe('Zoe Uni O Brien')
    expect(billingName("Asha   O'Brien-Rao Jr.")).toBe("Asha O'Brien-Rao Jr.")
    expect(billingName('محمد')).toBe('')
    expect(billingName('👩 Asha 🕋')).toBe('Asha')
    expect(billingName('x'.repeat(200))).toBe('x'.repeat(60))
  })

  it('keeps the digits of a phone number, and never cuts an email address', () => {
    expect(billingPhone('+971 (50) 123-4567')).toBe('971501234567')
    expect(billingPhone(null)).toBe('')
    expect(billingPhone('٠١٢')).toBe('')
    expect(billingEmail('asha.rao@example.com')).toBe('asha.rao@example.com')
    expect(billingEmail('asha+tours@example.com')).toBe('')
    expect(billingEmail(`${'a'.repeat(70)}@example.com`)).toBe('')
    expect(orderFields(account, order({ email: 'اشا@example.com', phone: null }))).not.toHaveProperty('billing_email')
  })

  it('writes amounts in rupees and paise, up to twelve characters', () => {
    expect(decimalOf(money(100, 'INR'))).toBe('1.00')
    expect(decimalOf(money(1_234_567_805, 'INR'))).toBe('12345678.05')
    expect(orderFault(india, orderFields(account, order({}, 99_999_999_999)))).toBeNull()
    expect(orderFault(india, orderFields(account, order({}, 100_000_000_000)))).toMatch('amount')
  })

  it('is not sent with a return URL that CCAvenue would reject', () => {
    expect(returnFault(order().returnUrl)).toBeNull()
    expect(returnFault('http://127.0.0.1:8080/api/payments/x/return')).toBeNull()
    for (const sign of ['?a', '&a', '=a', ' ', '%20', 'ü'])
      expect(returnFault(`https://a.example/${sign}`)).not.toBeNull()
    const tooLong = returnFault(`https://${'a'.repeat(60)}.example/api/payments/${randomUUID()}/return`)
    expect(inEnglish(tooLong)).toMatch('100')
  })
})
