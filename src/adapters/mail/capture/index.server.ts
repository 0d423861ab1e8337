import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Mailer } from '../../../modules/mail/port.ts'

/** Writes each mail to an .eml file, which any mail program opens, instead of sending it. */
export function captureMailer(folder: string): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({
        ...mail,
        from: { name: 'Captured mail', address: 'shop@localhost' },
        to: { name: '', address: mail.to },
      })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = mail.messageId.replace(/[^a-z0-9-]/gi, '').slice(0, 80)
      const part = join(folder, `.${name}.part`)
      await writeFile(part, message as Buffer, { mode: 0o600 })
      await rename(part, join(folder, `${name}.eml`))
    },
  }
}
