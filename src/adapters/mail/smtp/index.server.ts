import nodemailer from 'nodemailer'
import type { Mailer } from '../../../modules/mail/port.ts'

export type SmtpOptions = {
  host: string
  port: number
  user: string
  password: string
  tls: 'starttls' | 'tls' | 'none'
  fromName: string
  fromEmail: string
}
const seconds = 1000

/** Hands mail to an SMTP server; a connection is made for each mail, so that changed settings apply at once. */
export function smtpMailer(options: SmtpOptions): Mailer {
  const transport = nodemailer.createTransport({
    host: options.host,
    port: options.port,
    secure: options.tls === 'tls',
    requireTLS: options.tls === 'starttls',
    ignoreTLS: options.tls === 'none',
    ...(options.user && { auth: { user: options.user, pass: options.password } }),
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 15 * seconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const from = { name: options.fromName, address: options.fromEmail }
  return {
    async send(mail) {
      try {
        await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to } })
      } catch (error) {
        throw new Error(`SMTP: ${withoutSecret((error as Error).message.split('\n')[0] ?? '', options)}`)
      } finally {
        transport.close()
      }
    },
  }
}

/** A server may repeat what it was sent, as it was or as the login encodes it. */
function withoutSecret(message: string, { user, password }: SmtpOptions): string {
  if (password === '') return message
  const forms = [password, ...[password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'))]
  return forms.reduce((text, form) => text.replaceAll(form, '***'), message)
}

/** 'smtp://user:password@host:port?from=shop@example.com&name=Shop', 'smtps://' for TLS from the start. */
export function readSmtpUrl(url: string): SmtpOptions {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  if (!['smtp:', 'smtps:'].includes(protocol) || !hostname)
    throw new Error('SMTP_URL: use smtp://user:password@host:port or smtps://...')
  const tls = protocol === 'smtps:' ? 'tls' : searchParams.get('tls') === 'none' ? 'none' : 'starttls'
  const user = decodeURIComponent(username)
  const from = searchParams.get('from') ?? (user.includes('@') ? user : `shop@${hostname}`)
  return {
    host: hostname,
    port: Number(port) || (tls === 'tls' ? 465 : 587),
    user,
    password: decodeURIComponent(password),
    tls,
    fromName: searchParams.get('name') ?? '',
    fromEmail: from,
  }
}
