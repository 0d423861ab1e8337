import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

export type MailSink = {
  /** For SMTP_URL. */
  readonly url: string
  /** Message ids of all deliveries. */
  readonly ids: readonly string[]
  readonly end: () => Promise<void>
}

/** A mail server that takes everything; its answer may come some milliseconds after it has the mail. */
export async function startMailSink({ answersAfter = 0 } = {}): Promise<MailSink> {
  const ids: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (part: Buffer) => {
        text += part
      })
      stream.on('end', () => {
        ids.push(/^message-id: *(\S+)/im.exec(text)?.[1] ?? '')
        void wait(answersAfter).then(() => done())
      })
    },
  })
  // A node that is killed resets its connection.
  smtp.on('error', () => {})
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?tls=none`,
    ids,
    end: () => new Promise<void>((done) => smtp.close(() => done())),
  }
}
