/** One mail to one recipient. Every try has the same Message-ID. */
export type OutgoingMail = {
  readonly to: string
  /** One bare address. */
  readonly replyTo?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly messageId: string
}
/**
 * Contract (one shared suite): `send` returns when the mail server accepted the mail, else throws MailFailure. It settles within 20 seconds.
 */
export interface Mailer {
  /** Where the configuration comes from. Default: the stored settings. */
  readonly way?: 'settings' | 'environment' | 'files'
  send: (mail: OutgoingMail) => Promise<void>
}

/**
 * Why a mail was not accepted. The server's own message is dropped: it would show staff who set host and port the
 * greetings of services in the internal network. One reason covers every failure before a mail server has answered.
 */
export class MailFailure extends Error {
  readonly reason: 'connection' | 'encryption' | 'sign-in' | 'address' | 'content'

  constructor(reason: MailFailure['reason']) {
    super(`SMTP: ${reason}`)
    this.name = 'MailFailure'
    this.reason = reason
  }
}
