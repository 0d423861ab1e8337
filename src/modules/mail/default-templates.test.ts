import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { allTemplates, templatesIn } from './default-templates.server.ts'
import { unknownPlaceholders } from './rules.ts'

/** SHA-256 of subject and body. Whoever changes a text on purpose changes its digest here. */
const digests = {
  bank_account_changed: '6fda6e27002c3c9c',
  bank_transfer_off: 'e5662a0a4d4b1b64',
  booking_received: '54a65b9bc673ead3',
  booking_confirmation: 'bd4a96e5153210db',
  booking_moved: '6849122ca5952490',
  payment_approved: '349537a3b05258ea',
  documents_needed: '07226ac0602cbe05',
  document_asked: '13092b8cb7fb89e6',
  document_delivered: 'cd38a600e6945439',
  payment_rejected: '1fe700a64b06ed87',
  booking_link: 'fff31f91f1aa1b3a',
  booking_recovery: '4c1be920db1fdd91',
  proof_received: '1e58ed74d2988131',
  proof_asked: '9974a0e8302079f3',
  booking_expired: 'db67fcc3b6e66424',
  places_gone: '6aaa812a77f37525',
  reminder: '8e7d85f658c5e579',
  cancellation: '06eafbd3b77ed62a',
  departure_cancelled: '76696ca9a278c08c',
  departure_message: '0802571c0c134068',
  move_payment: 'e19b37155b5a450b',
  move_ended: '0d9ab9710c189138',
  refund_started: '6504c1db575d0d96',
  refund_done: '65d6691799168d59',
  visa_approval: 'a029a5ee4e09c94b',
  review_invitation: '6efb8ae24e62ea3d',
  admin_booking_alert: '5aac6115148bd603',
  admin_proof_alert: '3ddcaa6a93d47ec7',
  admin_review_alert: 'a51fe48bd88067e3',
  admin_refund_alert: '8f0bee13a74c99fd',
  admin_enquiry_alert: '5446b5892350492d',
  verify_email: '42d6d1f32d7b758d',
  reset_password: '4bc6157f2652b53e',
  staff_invitation: '448047787390c81d',
  sign_in_locked: '3daa1f0d50ae89cb',
  waiting_joined: 'b78424865b8dfab3',
  waiting_offer: '2c234b55c135703b',
  waiting_ended: '6c1176086179ae6d',
  security_notice: '20c1968e43e53631',
}

test('a new shop gets these mails, to the byte', () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
  expect(
    Object.fromEntries(allTemplates.map(({ name, subject, body }) => [name, digest(`${subject}\n${body}`)])),
  ).toEqual(digests)
})

test('default mails have no sentence outside the catalogue, and keep their placeholders in every language', () => {
  for (const { name, subject, body } of templatesIn('en-XA')) {
    const words = body.replace(/<[^>]+>|\{\{\w+\}\}/g, ' ')
    const plain = `${subject.replace(/\{\{\w+\}\}/g, ' ')} ${words}`.match(/\p{L}{3,}/gu) ?? []
    expect([name, plain.filter((word) => /^[a-z]+$/i.test(word) && /[aeiou]/i.test(word))]).toEqual([name, []])
    expect([name, unknownPlaceholders(subject), unknownPlaceholders(body)]).toEqual([name, [], []])
    const english = allTemplates.find((template) => template.name === name)
    const slotsOf = (text = '') => [...text.matchAll(/\{\{\w+\}\}|<[^>]+>/g)].map(String)
    expect([name, ...slotsOf(body)]).toEqual([name, ...slotsOf(english?.body)])
  }
})
