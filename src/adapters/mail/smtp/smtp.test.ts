import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { createTransport } from 'nodemailer'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test } from 'vitest'
import { mailerContract } from '../testing/mailer-contract.ts'
import { readSmtpUrl, smtpMailer } from './index.server.ts'

const servers: SMTPServer[] = []
afterAll(() => Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done())))))

async function smtp(): Promise<{ port: number; mails: Email[] }> {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === 'right' ? done(null, { user: 'u' }) : done(new Error(`Invalid login, ${auth.password}`)),
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        mails.push(await PostalMime.parse(Buffer.concat(parts)))
        done()
      })
    },
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.server.address() as AddressInfo).port, mails }
}
const options = {
  host: '127.0.0.1',
  user: '',
  password: '',
  tls: 'none',
  fromName: 'Safar',
  fromEmail: 'shop@example.com',
} as const

describe('the SMTP mailer', () => {
  mailerContract(async () => {
    const { port, mails } = await smtp()
    return { mailer: smtpMailer({ ...options, port }), received: async () => mails }
  })
  test('sends with the configured name and address [A224]', async () => {
    const { port, mails } = await smtp()
    await smtpMailer({ ...options, port }).send({
      to: 'a@example.com',
      subject: 's',
      html: 'h',
      text: 't',
      messageId: '<1@shop.test>',
    })
    expect(mails[0]?.from).toMatchObject({ name: 'Safar', address: 'shop@example.com' })
  })
  test.each(['tls', 'starttls'] as const)(
    'sends nothing over %s to a server whose certificate it cannot trust',
    async (tls) => {
      // The server presents its library's own self-signed certificate.
      const heard: string[] = []
      const server = new SMTPServer({
        secure: tls === 'tls',
        onAuth: (auth, _session, done) => {
          heard.push(`signed in as ${auth.username}`)
          done(null, { user: 'u' })
        },
        onData: (stream, _session, done) => {
          heard.push('a mail')
          stream.resume().on('end', () => done())
        },
      })
      server.on('error', () => {})
      servers.push(server)
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      const { port } = server.server.address() as AddressInfo
      const mail = { to: 'a@example.com', subject: 's', html: 'h', text: 't', messageId: '<3@shop.test>' }
      const sending = smtpMailer({ ...options, tls, port, user: 'u', password: 'right' }).send(mail)
      await expect(sending).rejects.toMatchObject({ reason: expect.stringMatching(/connection|encryption/) })
      expect(heard).toEqual([])
      // Control: a client that trusts any certificate gets through.
      const trusting = createTransport({
        host: '127.0.0.1',
        port,
        secure: tls === 'tls',
        requireTLS: tls === 'starttls',
        auth: { user: 'u', pass: 'right' },
        tls: { rejectUnauthorized: false },
      })
      await trusting.sendMail({ from: 'shop@example.com', to: 'a@example.com', text: 't' })
      expect(heard).toEqual(['signed in as u', 'a mail'])
    },
  )
  test('does not send in plain text when the server offers no encryption', async () => {
    const { port, mails } = await smtp()
    const mail = { to: 'a@example.com', subject: 's', html: 'h', text: 't', messageId: '<4@shop.test>' }
    await expect(smtpMailer({ ...options, tls: 'starttls', port }).send(mail)).rejects.toMatchObject({
      reason: 'encryption',
    })
    expect(mails).toEqual([])
  })
  test('fails with a fixed reason when it is rejected or unreachable', async () => {
    const { port } = await smtp()
    const mail = { to: 'a@example.com', subject: 's', html: 'h', text: 't', messageId: '<2@shop.test>' }
    const refused = smtpMailer({ ...options, port, user: 'u', password: 'wrong-secret' }).send(mail)
    await expect(refused).rejects.toThrow(/^SMTP: sign-in$/)
    await expect(smtpMailer({ ...options, port: 1 }).send(mail)).rejects.toThrow(/^SMTP: connection$/)
  })
  test('reveals nothing of another service at the port', async () => {
    const banner = '-ERR unknown command, redis 7.2.4'
    const other = createServer((socket) => socket.on('error', () => {}).end(`${banner}\r\n`)).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const mail = { to: 'a@example.com', subject: 's', html: 'h', text: 't', messageId: '<3@shop.test>' }
    const { port } = other.address() as AddressInfo
    const failure = await smtpMailer({ ...options, port })
      .send(mail)
      .catch((error: Error) => error)
    expect(failure).toMatchObject({ name: 'MailFailure', reason: 'connection', message: 'SMTP: connection' })
    expect(inspect(failure)).not.toContain('redis')
    other.close()
  })
})

describe('SMTP_URL', () => {
  test('sets every option in one line', () => {
    expect(readSmtpUrl('smtp://user%40x.com:p%40ss@mail.example.com:2525?name=Safar&from=shop%40x.com')).toEqual({
      host: 'mail.example.com',
      port: 2525,
      user: 'user@x.com',
      password: 'p@ss',
      tls: 'starttls',
      fromName: 'Safar',
      fromEmail: 'shop@x.com',
    })
    expect(readSmtpUrl('smtps://mail.example.com')).toMatchObject({
      port: 465,
      tls: 'tls',
      fromEmail: 'shop@mail.example.com',
    })
  })
  test('with another scheme is refused', () => {
    expect(() => readSmtpUrl('https://mail.example.com')).toThrow('SMTP_URL')
  })
})
