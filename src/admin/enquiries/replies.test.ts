// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { issueBookingToken } from '../../modules/booking/index.server.ts'
import { addService, book } from '../../modules/booking/testing/fixtures.ts'
import { fillIn, type Place, press, shows, toast } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
const support = await shop.signIn('support')
const open = screensOf(shop, support)
const tour = await addService(core, 'tour')
const booking = await book(core, tour, { customer_name: 'Omar Saleh' })
await shop.call(`POST /api/bookings/${booking.id}/messages`, {
  token: issueBookingToken(core, booking),
  message: 'May we bring a pram?',
})
const stored = () => core.db.selectFrom('enquiry_entries').selectAll().orderBy('id').execute()
const key = (name: string, target: Element = document.body, more = {}) =>
  fireEvent.keyDown(target, { key: name, bubbles: true, ...more })
const textOf = (page: Place) => page.getByRole('dialog', { name: 'Message from Omar Saleh' })

test('a canned reply is kept ready, with its placeholders', async () => {
  const page = await open('/admin/messages')
  await press(page, 'Canned replies', 'link')
  await page.findByText('No canned replies yet')
  await press(page, 'Add canned reply')
  const dialog = within(await page.findByRole('dialog', { name: 'New canned reply' }))
  await fillIn(dialog, /^Title/, 'Prams')
  await fillIn(dialog, /^Text/, 'Dear {{customer_name}}, bring a small one. Your reference is ')
  await press(dialog, 'Booking reference')
  await press(dialog, 'Save')
  await toast(page, 'Canned reply saved')
  await page.findByText(/Your reference is {{booking_reference}}/)
  await press(page, 'Delete Prams')
  await page.findByText('No canned replies yet')
  await press(page, 'Undo')
  await page.findByText('Prams')
})

test('the queue replies by keys with the canned reply, filled in, and goes on', async () => {
  const page = await open('/admin/queue/messages')
  await page.findByRole('heading', { name: 'Omar Saleh', level: 2 })
  await expect.poll(() => page.getByRole('button', { name: /^Reply/ }).getAttribute('aria-disabled')).not.toBe('true')
  key('r')
  const field = await page.findByLabelText<HTMLTextAreaElement>(/^Reply/)
  await expect.poll(() => document.activeElement).toBe(field)
  fireEvent.submit(field.form!)
  await page.findByText('Write a reply')
  const box = await page.findByRole('combobox', { name: /^Insert a canned reply/ })
  fireEvent.change(box, { target: { value: 'pra' } })
  await page.findByRole('option', { name: 'Prams' })
  key('Enter', box)
  const wanted = `Dear Omar Saleh, bring a small one. Your reference is ${booking.booking_reference}`
  await expect.poll(() => field.value).toBe(wanted)
  await expect.poll(() => document.activeElement).toBe(field)
  key('Enter', field, { ctrlKey: true })
  await page.findByText('All messages are answered')
  expect(await stored()).toMatchObject([{ kind: 'reply', text: wanted }])
  await shop.runJobs()
  expect(shop.outbox.filter(({ subject }) => subject.startsWith('Re: '))).toHaveLength(1)
})

test('the booking shows the conversation, where an answer is added and taken back', async () => {
  const page = await open(`/admin/bookings/${booking.booking_reference}`)
  await press(page, 'May we bring a pram?')
  const dialog = within(await page.findByRole('dialog', { name: 'Message from Omar Saleh' }))
  await shows(() => textOf(page), 'Answered', 'bring a small one', 'Test support', 'Sent')
  await press(dialog, 'Add their answer')
  await fillIn(dialog, /^Answer of the customer/, 'Thank you!')
  await press(dialog, 'Add answer')
  await toast(page, 'Answer added')
  await shows(() => textOf(page), 'New', /Omar Saleh · added by Test support/, 'Thank you!')
  await press(dialog, /^Delete the answer/)
  await toast(page, 'Answer deleted')
  await press(page, 'Undo')
  await shows(() => textOf(page), 'Thank you!')
  await press(dialog, 'Close message')
  await toast(page, 'Message closed')
  await shows(() => textOf(page), 'Closed')
  await press(dialog, 'Close')
  const history = await page.findByRole('region', { name: 'History' })
  await shows(
    () => history,
    /Answer of the customer added.*Thank you!.*Message of the customer.*May we bring a pram\?/s,
  )
})

test('a reply to which a colleague was first is refused, with the colleague’s text shown and the own text kept', async () => {
  const page = await open('/admin/messages')
  await press(page, 'Open message from Omar Saleh', 'link')
  const dialog = within(await page.findByRole('dialog', { name: 'Message from Omar Saleh' }))
  await fillIn(dialog, /^Reply/, 'My own words')
  const [{ enquiry_id: id } = expect.fail()] = await stored()
  const answers = (await stored()).filter(({ deleted_at }) => deleted_at === null)
  const other = await shop.call(
    `POST /api/admin/contact-messages/${id}/replies`,
    { text: 'I was first', last_entry: answers.at(-1)?.id },
    support.headers,
  )
  expect(other.status, other.text).toBe(200)
  await press(dialog, 'Send reply')
  await dialog.findByText(/Somebody has written in the meantime/)
  await dialog.findByText('I was first')
  expect((dialog.getByLabelText(/^Reply/) as HTMLTextAreaElement).value).toBe('My own words')
  await press(dialog, 'Send reply')
  await toast(page, 'Reply sent')
  await dialog.findByText('My own words', { selector: 'li p' })
  expect((dialog.getByLabelText(/^Reply/) as HTMLTextAreaElement).value).toBe('')
})

test('without a mail server staff read that nobody gets the reply, and a written one is asked about before it is lost', async () => {
  const page = await open('/admin/messages', {
    'content/admin/thread': () => ({ entries: [], reply_to: null, sends_mail: false }),
  })
  await press(page, 'Open message from Omar Saleh', 'link')
  const dialog = within(await page.findByRole('dialog', { name: 'Message from Omar Saleh' }))
  await dialog.findByText(/No mail server is set up/)
  await fillIn(dialog, /^Reply/, 'Unsent')
  await press(dialog, 'Close')
  await press(page, /^Discard/)
  await expect.poll(() => page.queryByRole('dialog')).toBeNull()
})
