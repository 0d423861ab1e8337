// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { EmailSettings } from '../../modules/mail/contract.ts'
import { lostConnection, openScreen } from '../testing/screen.tsx'

const stored: EmailSettings = {
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  is_password_set: false,
  tls_mode: 'starttls',
  from_name: '',
  from_email: '',
  is_enabled: true,
  updated_at: null,
  way: 'files',
}
const answers = {
  'mail/admin/emailSettings': () => stored,
  'mail/admin/templates': () => [],
  'mail/admin/messages': () => ({ items: [], nextCursor: null }),
}
const inputValue = (field: HTMLElement) => (field as HTMLInputElement).value

test('email settings have three tabs and default to port 587 with STARTTLS [A216, A217]', async () => {
  const page = await openScreen('/admin/email-settings', answers)
  const port = await page.findByLabelText(/^SMTP Port/)
  expect(inputValue(port)).toBe('587')
  expect(inputValue(page.getByLabelText('Encryption'))).toBe('starttls')
  expect(page.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'SMTP Settings',
    'Email Templates',
    'Test Email',
  ])
})

test('a save without a connection shows an error and keeps the input [A220]', async () => {
  const page = await openScreen('/admin/email-settings', {
    ...answers,
    'mail/admin/saveEmailSettings': lostConnection,
  })
  fireEvent.change(await page.findByLabelText(/^SMTP Host/), { target: { value: '127.0.0.1' } })
  fireEvent.change(page.getByLabelText(/^SMTP Username/), { target: { value: 'desk' } })
  fireEvent.change(page.getByLabelText(/^From Email/), { target: { value: 'desk@noor.example' } })
  fireEvent.click(page.getByRole('button', { name: 'Save SMTP Settings' }))
  await page.findByText('Failed to save SMTP settings')
  expect(inputValue(page.getByLabelText(/^From Email/))).toBe('desk@noor.example')
})
