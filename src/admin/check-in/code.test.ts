import { expect, test } from 'vitest'
import { codeIn, isCodeOf } from './code.ts'

const id = '0198c000-0000-7000-8000-00000000000b'
const token = `${id}.tz1abc.Zm9v_YmFy-x`

test('the address of a voucher holds its code', () => {
  expect(codeIn(`https://shop.example/voucher/${token}`)).toBe(token)
  expect(codeIn(`  https://shop.example/voucher/${token}?utm=1 `)).toBe(token)
})
test('the code of an older voucher, and what is typed, is the reference', () => {
  expect(codeIn('https://shop.example/track-booking?reference=TH0123456789')).toBe('TH0123456789')
  expect(codeIn(' th 0123 456789')).toBe('TH0123456789')
})
test('anything else is no code', () => {
  const foreign = ['', 'https://elsewhere.example/', 'TH12', 'https://shop.example/voucher/', 'WIFI:S:x;;']
  const hostile = [
    'javascript:alert(1)',
    '/voucher/..',
    '/voucher/../../staff',
    '/voucher/a%2f..',
    '<img src=x>',
    'a'.repeat(4000),
  ]
  for (const text of [...foreign, ...hostile]) expect(codeIn(text), text).toBeNull()
})
test('a code is found in a list without the server', () => {
  const party = { booking_id: id, booking_reference: 'TH0123456789' }
  expect([isCodeOf(token, party), isCodeOf('TH0123456789', party)]).toEqual([true, true])
  expect([isCodeOf(id, party), isCodeOf('TH0123456780', party)]).toEqual([false, false])
})
