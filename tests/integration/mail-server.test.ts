import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { mailerOf } from '../../src/app/mailer.server.ts'
import { addService } from '../../src/modules/booking/testing/fixtures.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'

// Sends booking mail through the running shop's own wiring to a local mail server.
const received: Email[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  onAuth: ({ username, password }, _session, done) =>
    username === 'desk' && password === 'kept-by-the-shop' ? done(null, { user: 'desk' }) : done(new Error('No')),
  onData: (stream, _session, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', async () => {
      received.push(await PostalMime.parse(Buffer.concat(parts)))
      done()
    })
  },
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const folder = await mkdtemp(path.join(os.tmpdir(), 'safar-mail-'))
afterAll(async () => {
  await new Promise<void>((done) => server.close(() => done()))
  await rm(folder, { recursive: true })
})

const core = await testCore()
const shop = await testApp({ core, mailer: mailerOf({ smtpUrl: null }, core, folder) })
const { headers } = await shop.signIn('admin')
const tour = await addService(core, 'tour')

const save = async (change: object) => {
  const { port } = server.server.address() as AddressInfo
  const whole = { smtp_host: '127.0.0.1', smtp_port: port, smtp_user: 'desk', tls_mode: 'none' }
  const sender = { from_name: 'Noor Journeys', from_email: 'desk@noor.example' }
  const answer = await shop.call('PUT /api/admin/email-settings', { ...whole, ...sender, ...change }, headers)
  expect(answer.status, answer.text).toBe(200)
}
const bookAs = async (customer_email: string) => {
  const person = { customer_name: 'Asha Rao', customer_email, customer_phone: '+919876543210' }
  const choice = { service_type: 'tour', service_id: tour.id, travel_date: '2026-12-20', travel_time: '14:00' }
  const answer = await shop.call('POST /api/bookings', { ...choice, ...person, adults_count: 1 })
  expect(answer.status, answer.text).toBeLessThan(300)
  await shop.runJobs()
}
const mailTo = (address: string) => received.filter(({ to }) => to?.some((each) => each.address === address))

test('mail goes through the saved server as its sender, and stops while sending is switched off [A224, A233]', async () => {
  await save({ smtp_password: 'kept-by-the-shop' })
  await bookAs('first@example.com')
  const [mail] = mailTo('first@example.com')
  expect(mail?.from).toMatchObject({ name: 'Noor Journeys', address: 'desk@noor.example' })
  expect(mail?.subject).toMatch(/payment due/i)

  await save({ from_name: 'Noor of Sharjah', from_email: 'team@noor.example' })
  await bookAs('second@example.com')
  expect(mailTo('second@example.com')[0]?.from).toMatchObject({ name: 'Noor of Sharjah', address: 'team@noor.example' })
  const asked = await shop.call('POST /api/admin/test-emails', { to: 'third@example.com' }, headers)
  expect([asked.status, mailTo('third@example.com').length]).toEqual([200, 1])

  const before = received.length
  await save({ is_enabled: false })
  await bookAs('fourth@example.com')
  expect(received).toHaveLength(before)
  expect(await readdir(path.join(folder, 'mail'))).not.toEqual([])
  await save({ is_enabled: true })
  await bookAs('fifth@example.com')
  expect(mailTo('fifth@example.com')).toHaveLength(1)
})
