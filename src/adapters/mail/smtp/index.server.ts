import nodemailer from 'nodemailer'
import { type Mailer, MailFailure } from '../../../modules/mail/port.ts'
import { callTraced } from '../../../platform/tracing/tracing.server.ts'

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

/** Sends mail through an SMTP server. Each mail has its own connection, so that changed settings apply at once. */
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
        const server = { 'server.address': options.host, 'server.port': options.port }
        await callTraced('SMTP', server, () =>
          transport.sendMail({ ...mail, from, to: { name: '', address: mail.to } }),
        )
      } catch (error) {
        throw failureOf(error)
      } finally {
        transport.close()
      }
    },
  }
}

const reasons: Readonly<Record<string, MailFailure['reason']>> = {
  ETLS: 'encryption',
  EAUTH: 'sign-in',
  ENOAUTH: 'sign-in',
  EOAUTH2: 'sign-in',
  EENVELOPE: 'address',
  EMESSAGE: 'content',
}
const failureOf = (error: unknown): MailFailure =>
  new MailFailure(reasons[(error as { code?: string }).code ?? ''] ?? 'connection')

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
