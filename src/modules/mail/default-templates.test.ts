import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { datesIn, otherDatesOfMail } from '../../../tests/support/date-styles.ts'
import { allTemplates, templatesIn } from './default-templates.server.ts'
import { unknownPlaceholders } from './rules.ts'
import { previewTemplate } from './templates.server.ts'
import { variablesOf } from './templates.ts'

/** SHA-256 of subject and body. Whoever changes a text on purpose changes its digest here. */
const digests = {
  bank_account_changed: 'c096aa37568bc2c7',
  bank_transfer_off: '9bb55fcc069d4143',
  booking_received: 'f16c144642475a73',
  booking_confirmation: '5cc971cdc142c47f',
  booking_moved: 'f31c0111188235f4',
  payment_approved: '030df745a83d1538',
  documents_needed: '423e6fb293919d2a',
  document_asked: 'eaa4229412582613',
  document_delivered: '582f0340959e8d64',
  payment_rejected: 'd7a80037a709ba76',
  booking_link: '9a2a9297a0a16227',
  booking_recovery: '8012adf21b7f2771',
  proof_received: '0074164472642b1b',
  proof_asked: 'd1455f4e1bf5ec8f',
  booking_expired: '096fcd42ad0f02a1',
  places_gone: '6015c2c8eae2d673',
  reminder: '6f1b60a2e7aa81f1',
  cancellation: '3f4de0a9d9458e63',
  departure_cancelled: 'cb182bf977f35a5b',
  departure_message: 'ad5be1dd3cd9f72b',
  move_payment: 'e32f727618c30585',
  move_ended: 'f7ad037dc8de6d44',
  refund_started: '574da7580d2359bd',
  refund_done: '7dfa9663762418c9',
  visa_approval: '0653b6bb4a3bf387',
  review_invitation: 'ca4e5e9f5deed180',
  admin_booking_alert: 'bc4da2665ea98bcb',
  admin_proof_alert: '766f10251d47b379',
  admin_review_alert: '41a8eccda5c2d7ea',
  admin_refund_alert: '8dd560878554813e',
  admin_enquiry_alert: '438a6df66a1fbce8',
  verify_email: 'b3274361048993a7',
  reset_password: 'fa62975a487a013a',
  staff_invitation: 'd3a6e5bb1ade000f',
  sign_in_locked: '4842877e350c50f2',
  waiting_joined: 'fced50431e736dd1',
  waiting_offer: '2c234b55c135703b',
  waiting_ended: '6c1176086179ae6d',
  security_notice: '2a306687240cdc51',
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

const shown = ({ name, subject, body }: (typeof allTemplates)[number]) =>
  previewTemplate({ template_name: name, subject, html_body: body })

test('the preview of each default mail is whole, with one way to write dates', () => {
  let dated = 0
  for (const template of allTemplates) {
    const { subject, html, text } = shown(template)
    if (datesIn(text).length > 0) dated++
    for (const part of [subject, text]) {
      expect([template.name, otherDatesOfMail(part)]).toEqual([template.name, []])
      // A placeholder without a sample leaves two spaces or a hanging word.
      expect([template.name, part]).not.toEqual([template.name, expect.stringMatching(/\S {2,}\S| to$/)])
    }
    const used = [...`${template.subject}${template.body}`.matchAll(/\{\{(\w+)\}\}/g)].map(([, slot]) => slot)
    const known: readonly (string | undefined)[] = variablesOf(template.name)
    expect([template.name, used.filter((slot) => !known.includes(slot))]).toEqual([template.name, []])
    expect(html).not.toContain('{{')
  }
  expect(dated).toBeGreaterThan(30)
})

test('each default mail for customers has one button, but a code and those that only tell', () => {
  const buttons = ({ body }: { body: string }) => body.split('display:inline-block').length - 1
  const without = allTemplates.filter((template) => buttons(template) !== 1).map(({ name }) => name)
  expect(without).toEqual(['booking_recovery', 'waiting_joined', 'admin_enquiry_alert'])
})
