import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { datesIn, otherDatesOfMail } from '../../../tests/support/date-styles.ts'
import { defaultSettings } from '../settings/index.ts'
import { allTemplates, templatesIn } from './default-templates.server.ts'
import { renderMail } from './render.server.ts'
import { unknownPlaceholders } from './rules.ts'
import { sampleValues } from './samples.server.ts'
import { cleanHtml } from './template-html.server.ts'
import { variablesOf } from './templates.ts'

/** SHA-256 of subject and body. A deliberate change of a text changes its digest here. */
const digests = {
  bank_account_changed: '50da8dc1b72c7ff2',
  bank_transfer_off: '01be6e4c3353e7d0',
  booking_received: 'b442a242aeb260ac',
  booking_confirmation: '6a65d271c4e23d22',
  booking_moved: '752d42d04c574849',
  booking_corrected: '870b9cb69bd5ca8c',
  payment_approved: '739bf6a6085fce87',
  documents_needed: '169a6eaeefc83708',
  document_asked: 'dd59ec233becbf20',
  document_delivered: '6b8780342e24de6b',
  payment_rejected: 'e8fedd324be3e5ec',
  booking_link: '1f32e2cc6d281660',
  booking_recovery: '8012adf21b7f2771',
  proof_received: 'aa51c95d7fda961a',
  proof_asked: 'a6c5ab619af81742',
  booking_expired: '473a6158c77d6ffe',
  places_gone: '8816d1084e6dd150',
  reminder: '539258ce57ea34e0',
  cancellation: 'd51b800abbef400d',
  departure_cancelled: 'cb29761c95a4297e',
  departure_message: 'ad5be1dd3cd9f72b',
  booking_message: '91406fa25cc3e3a1',
  move_payment: 'd05b0a435f8dd81e',
  move_ended: 'da7e2e18325c8730',
  refund_started: '9b06ded7c3499e3b',
  refund_done: '44cdee863ec701ac',
  visa_approval: '6edf5e0496ab90f8',
  review_invitation: '6f293b8966ff0587',
  admin_booking_alert: '6c9bebef1bbc4ab4',
  admin_proof_alert: 'bcdadc738399b98f',
  admin_review_alert: '8c2d69c86cd34afc',
  admin_refund_alert: 'df621958b77f9f82',
  admin_enquiry_alert: 'a3b4728171f3d600',
  enquiry_reply: 'a19d7e7033cc6e98',
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

const shown = ({ subject, body }: (typeof allTemplates)[number]) =>
  renderMail(
    { template: { subject, html_body: body }, settings: { ...defaultSettings, site_names: {} }, language: 'en' },
    sampleValues,
  )

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

test('a preview in another language has its example values and dates in that language', () => {
  const waiting = templatesIn('ar').find(({ name }) => name === 'waiting_offer')
  const template = { subject: waiting?.subject ?? '', html_body: waiting?.body ?? '' }
  const settings = { ...defaultSettings, site_names: {} }
  const { text } = renderMail({ template, settings, language: 'ar' }, sampleValues)
  for (const value of ['مريم الهاشمي', 'سفاري الصحراء المسائي', '15 يناير 2027']) expect(text).toContain(value)
  expect(text).not.toMatch(/Asha|Safari|2027-01/)
})

test('the contacts follow one another in the order of the page', () => {
  for (const language of ['ar', 'ur'] as const) {
    const body = templatesIn(language).find(({ name }) => name === 'cancellation')?.body
    expect(body).toMatch(/: <span> \{\{contact_phone\}\}<\/span><span> \{\{contact_email\}\}<\/span>/)
  }
})

test('each default mail for customers has one button, but a code and those that only tell', () => {
  const buttons = ({ body }: { body: string }) => body.split('display:inline-block').length - 1
  const without = allTemplates.filter((template) => buttons(template) !== 1).map(({ name }) => name)
  expect(without).toEqual(['booking_recovery', 'waiting_joined', 'admin_enquiry_alert', 'enquiry_reply'])
})

test('default mails have only HTML that staff may write too', () => {
  for (const { name, body } of allTemplates)
    expect([name, cleanHtml(body)]).toEqual([name, { html: body, removed: [] }])
})
