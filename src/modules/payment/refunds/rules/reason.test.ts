import { expect, it } from 'vitest'
import { inEnglish } from '../../testing/in-english.ts'
import { refundReasonForCustomer, refundReasonForStaff } from './reason.ts'

it('customers read why in our words, staff what was typed, whatever that is [D25]', () => {
  expect(inEnglish(refundReasonForCustomer('late_payment'))).toBe(inEnglish(refundReasonForStaff('late_payment')))
  const byAgency = refundReasonForCustomer('Agreed by phone')
  for (const typed of ['constructor', 'toString', '__proto__', 'external']) {
    expect(refundReasonForCustomer(typed), typed).toEqual(byAgency)
    if (typed !== 'external') expect(refundReasonForStaff(typed)).toBe(typed)
  }
})
