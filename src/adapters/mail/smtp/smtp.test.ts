import type { AddressInfo } from 'node:net'
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
  test('says who sends [A224]', async () => {
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
  test('fails readably, without the password, when it is refused or nobody answers', async () => {
    const { port } = await smtp()
    const mail = { to: 'a@example.com', subject: 's', html: 'h', text: 't', messageId: '<2@shop.test>' }
    const refused = smtpMailer({ ...options, port, user: 'u', password: 'wrong-secret' }).send(mail)
    await expect(refused).rejects.toThrow(/^SMTP: (?!.*wrong-secret)/)
    await expect(smtpMailer({ ...options, port: 1 }).send(mail)).rejects.toThrow('SMTP: ')
  })
})

describe('SMTP_URL', () => {
  test('names everything in one line', () => {
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
  test('of another kind is refused', () => {
    expect(() => readSmtpUrl('https://mail.example.com')).toThrow('SMTP_URL')
  })
})
