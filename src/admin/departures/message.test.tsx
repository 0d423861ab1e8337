// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { type Answers, lostConnection, openScreen } from '../testing/screen.tsx'
import { departure, service_id } from './testing/departure.ts'

const mail = { to: 'ria@example.com', subject: 'Weather', html: '<p>Bring a coat</p>', text: '', is_active: true }
const customers = [
  { customer_name: 'Ria Sen', customer_email: 'ria@example.com', references: ['TH0000000001', 'TH0000000002'] },
  { customer_name: 'Ben', customer_email: 'ben@example.com', references: ['TH0000000003'] },
]

async function show(answers: Answers = {}, given: Partial<DeparturePage> = {}) {
  const sent: unknown[] = []
  const previewed: unknown[] = []
  const page = await openScreen(`/admin/departures/${service_id}/2026-12-01/10-00`, {
    'booking/admin/departure': () => departure(given),
    'booking/admin/departureCustomers': () => customers,
    'booking/admin/previewDepartureMessage': (input) => {
      previewed.push(input)
      return mail
    },
    'booking/admin/sendDepartureMessage': (input) => {
      sent.push(input)
      return { customers: 2 }
    },
    ...answers,
  })
  await page.findByRole('heading', { name: 'Desert safari' })
  return { page, sent, previewed }
}
async function openDialog(page: Awaited<ReturnType<typeof show>>['page']) {
  fireEvent.click(page.getByRole('button', { name: 'Message to all' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Message to all customers' }))
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const press = (name: string) => fireEvent.click(dialog.getByRole('button', { name }))
  return { dialog, type, press }
}
const message = { service_id, date: '2026-12-01', time: '10:00', subject: 'Weather', text: 'Bring a coat' }

test('staff write a message, preview the mail and its recipients, and send it', async () => {
  const { page, sent, previewed } = await show()
  const { dialog, type, press } = await openDialog(page)
  press('Preview email')
  for (const words of ['Please enter a subject', 'Please enter a message']) await dialog.findByText(words)
  type(/^Subject/, 'Weather')
  type(/^Message$/, 'Bring a coat')
  press('Preview email')
  await dialog.findByText('2 customers get this email')
  expect(dialog.getByText(/ben@example.com/).closest('li')?.textContent).toBe('Ben, ben@example.com, TH0000000003')
  expect((await dialog.findByTitle('Preview of the email')).getAttribute('srcdoc')).toBe('<p>Bring a coat</p>')
  expect([previewed, sent]).toEqual([[message], []])
  press('Back to the message')
  expect((await dialog.findByLabelText(/^Subject/)) as HTMLInputElement).toHaveProperty('value', 'Weather')
  press('Preview email')
  await dialog.findByTitle('Preview of the email')
  press('Send message')
  await waitFor(() => expect(sent).toEqual([message]))
  await page.findByText('Message sent')
})

test('a message that was not sent stays, with the reason', async () => {
  const { page } = await show({ 'booking/admin/sendDepartureMessage': lostConnection })
  const { dialog, type, press } = await openDialog(page)
  type(/^Subject/, 'Weather')
  type(/^Message$/, 'Bring a coat')
  press('Preview email')
  await dialog.findByTitle('Preview of the email')
  press('Send message')
  await page.findByText(/^Failed to send the message/)
  press('Back to the message')
  expect((await dialog.findByLabelText(/^Message$/)) as HTMLTextAreaElement).toHaveProperty('value', 'Bring a coat')
})

test('customers can be written to after the start, but not without bookings', async () => {
  const started = await show({}, { has_started: true, state: 'past' })
  expect(started.page.getByRole('button', { name: 'Message to all' })).toBeTruthy()
  const empty = await show({}, { parties: [] })
  expect(empty.page.queryByRole('button', { name: 'Message to all' })).toBeNull()
})
