// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { MailFailure } from '../../modules/mail/port.ts'
import { box, choose, type Place, press, toast, typeIn } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const mailServer = {
  isAway: false,
  way: 'settings' as 'settings' | 'files',
  sent: [] as { to: string; subject: string }[],
}
const shop = await testApp({
  mailer: async () => ({
    way: mailServer.way,
    send: async ({ to, subject }) => {
      if (mailServer.isAway) throw new MailFailure('connection')
      mailServer.sent.push({ to, subject })
    },
  }),
})
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

async function openTemplate(name: string) {
  const screen = await open('/admin/email-settings?tab=templates')
  await press(screen, new RegExp(`^${name}`))
  return { screen, dialog: within(await screen.findByRole('dialog', { name })) }
}
const textOf = async (place: Place, name: string) => (await place.findByRole('textbox', { name })).textContent
const sourceOf = async (name: string) =>
  await shop.core.db
    .selectFrom('mail_templates')
    .select(['subject', 'html_body'])
    .where('template_name', '=', name)
    .executeTakeFirstOrThrow()

test('templates have names and occasions for people, in three groups [A225]', async () => {
  const screen = await open('/admin/email-settings?tab=templates')
  for (const name of [
    'Booking confirmed',
    'Payment reminder',
    'Booking cancelled',
    'Visa approved',
    'Alert: new booking',
  ])
    await screen.findByRole('button', { name: new RegExp(`^${name} Sent`) })
  for (const group of ['To customers', 'To your agency', 'Accounts and sign-in'])
    screen.getByRole('heading', { level: 2, name: group })
  expect(document.body.textContent).not.toMatch(/booking_confirmation|admin_booking_alert/)
})

test('the visual editor shows placeholders by name and never in braces, and inserts them by button [A226]', async () => {
  const { screen, dialog } = await openTemplate('Payment reminder')
  expect(await textOf(dialog, 'Subject')).toBe('Reminder for booking Booking reference')
  expect(await textOf(dialog, 'Text')).toMatch(/^Dear Customer name,This is a reminder/)
  expect(dialog.queryByText(/\{\{customer_name/)).toBeNull()
  const before = await sourceOf('reminder')
  await press(dialog, 'Agency name')
  await press(dialog, 'Save Template')
  await toast(screen, 'Template updated successfully')
  const after = await sourceOf('reminder')
  expect(after.subject).toBe(before.subject)
  expect(after.html_body).toBe(before.html_body.replace('<p>', '<p>{{site_title}}'))
})

test('each language has its own text, which starts as the text of the shop in it', async () => {
  const screen = await open('/admin/email-settings?tab=templates')
  await choose(screen, 'Language of the emails', 'Arabic (العربية)')
  await press(screen, /^Booking confirmed/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Booking confirmed in Arabic (العربية)' }))
  const subject = await dialog.findByRole('textbox', { name: 'Subject' })
  expect([subject.lang, subject.dir]).toEqual(['ar', 'rtl'])
  expect(subject.textContent).toMatch(/\p{Script=Arabic}/u)
  await press(dialog, 'Edit HTML')
  await typeIn(dialog, 'Subject', 'نراك قريبًا {{booking_reference}}')
  await press(dialog, 'Save Template')
  await toast(screen, 'Template updated successfully')
  const stored = shop.core.db.selectFrom('mail_template_wordings').select(['template_name', 'language', 'subject'])
  expect(await stored.execute()).toEqual([
    { template_name: 'booking_confirmation', language: 'ar', subject: 'نراك قريبًا {{booking_reference}}' },
  ])
  expect((await sourceOf('booking_confirmation')).subject).not.toContain('نراك')
  await press(dialog, 'Reset to default')
  await press(within(await screen.findByRole('dialog', { name: 'Reset to the default text?' })), 'Reset to default')
  await toast(screen, 'Template reset successfully')
  expect(await stored.execute()).toEqual([])
})

test('the source has placeholders in braces, and unknown ones are refused by name [A226, A230]', async () => {
  const { screen, dialog } = await openTemplate('Booking moved')
  await press(dialog, 'Edit HTML')
  dialog.getByRole('button', { name: '{{old_date}}' })
  expect((await box(dialog, 'Subject')).value).toBe('Booking {{booking_reference}} has a new date')
  await typeIn(dialog, 'Subject', 'Moved, {{customer_name}} {{secret}}')
  await press(dialog, 'Save Template')
  await dialog.findByText('There is no value for {{secret}}')
  await typeIn(dialog, 'Subject', 'Moved, {{customer_name}}')
  await typeIn(dialog, 'Text (HTML)', '<p onclick="x()">{{new_date}}</p>')
  await press(dialog, 'Save Template')
  await dialog.findByText('Emails cannot contain onclick')
  await typeIn(dialog, 'Text (HTML)', '<div><p>In a box</p></div>')
  await press(dialog, 'Save Template')
  await toast(screen, 'Template updated successfully')
  await press(dialog, 'Visual editor')
  const question = within(await screen.findByRole('dialog', { name: 'Switch to the visual editor?' }))
  await press(question, 'Switch and simplify')
  expect(await textOf(dialog, 'Text')).toBe('In a box')
  await dialog.findByText('Unsaved changes', { exact: false })
})

test('a template of HTML that the visual editor cannot keep opens as source', async () => {
  const { dialog } = await openTemplate('Booking moved')
  await dialog.findByText(/cannot show all of this HTML/)
  expect((await box(dialog, 'Text (HTML)')).value).toBe('<div><p>In a box</p></div>')
})

test('the default text comes back after a question', async () => {
  const { screen, dialog } = await openTemplate('Booking moved')
  await press(dialog, 'Reset to default')
  const question = within(await screen.findByRole('dialog', { name: 'Reset to the default text?' }))
  expect((await sourceOf('booking_moved')).html_body).toContain('In a box')
  await press(question, 'Reset to default')
  await toast(screen, 'Template reset successfully')
  expect((await sourceOf('booking_moved')).html_body).toContain('Your booking has been moved')
})

test('the preview follows the text in a frame without permissions, with example values where no booking fits', async () => {
  const { dialog } = await openTemplate('Visa approved')
  const frame = await dialog.findByTitle('Email preview')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('srcdoc')).toMatch(
    /<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'/,
  )
  expect(frame.getAttribute('srcdoc')).toContain('Asha Rao')
  await dialog.findByText(/No booking fits this email/)
  await press(dialog, 'Edit HTML')
  await typeIn(dialog, 'Text (HTML)', '<p>Quite another text</p>')
  await expect
    .poll(() => dialog.getByTitle('Email preview').getAttribute('srcdoc'), { timeout: 10_000 })
    .toContain('Quite another')
})

test('a test email goes to the own address by default, and its outcome is told as it is', async () => {
  const { dialog } = await openTemplate('Visa approved')
  const to = await box(dialog, 'To')
  await expect.poll(() => to.value).toBe(owner.email)
  await press(dialog, 'Send test')
  await dialog.findByText(`Sent to ${owner.email}.`)
  expect(mailServer.sent.at(-1)).toMatchObject({
    to: owner.email,
    subject: expect.stringMatching(/^\[Test\] Your visa/),
  })
  mailServer.way = 'files'
  await press(dialog, 'Send test')
  await dialog.findByText(/^Not sent: there is no mail server/)
  Object.assign(mailServer, { way: 'settings', isAway: true })
  await press(dialog, 'Send test')
  await dialog.findByText(/^The test email was not sent\. No mail server answers/)
  await typeIn(dialog, 'To', 'not an address')
  await press(dialog, 'Send test')
  await dialog.findByText('Please enter a valid email address')
})
