// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { shows } from '../testing/hands.ts'
import { openScreen, owner } from '../testing/screen.tsx'

const openWith = (delivery: string, user = owner) =>
  openScreen('/admin', {
    'account/session': () => ({ user }),
    'mail/admin/delivery': () => ({ delivery }),
  })

test('every screen says that no mail is sent while there is no mail server, with the way to set one up', async () => {
  const page = await openWith('none')
  await page.findByText('Emails are not sent')
  expect(page.getByRole('link', { name: 'Set up the mail server' }).getAttribute('href')).toBe('/admin/email-settings')
})
test('who may not set up the mail server is told to ask an owner', async () => {
  const page = await openWith('failing', { ...owner, role: 'support', areas: ['overview', 'bookings'] })
  await shows(() => document.body, /did not take the latest email.*Ask an owner/)
  expect(page.queryByRole('link', { name: /the mail server$/ })).toBeNull()
})
test('nothing is said while mail works', async () => {
  const page = await openWith('working')
  await page.findByText('No recent bookings')
  expect(page.queryByText(/^Emails/)).toBeNull()
})
test('a mail server that has not sent anything yet is to be tested', async () => {
  const page = await openWith('untested')
  await page.findByText('Emails are not tested yet')
  const link = page.getByRole('link', { name: 'Send a test email' })
  expect(link.getAttribute('href')).toBe('/admin/email-settings?tab=test')
})
