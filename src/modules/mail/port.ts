/** One mail to one mailbox. The Message-ID is ours and stays the same over every try. */
export type OutgoingMail = {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly messageId: string
}
/**
 * Contract (one shared test): `send` returns when the mail was handed over, throws with a readable message (without
 * secrets) otherwise, and answers within 20 seconds either way.
 */
export interface Mailer {
  /** What named this way out; left out: the stored settings. */
  readonly way?: 'settings' | 'environment' | 'files'
  send: (mail: OutgoingMail) => Promise<void>
}
