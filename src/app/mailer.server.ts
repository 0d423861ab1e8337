import path from 'node:path'
import { captureMailer } from '../adapters/mail/capture/index.server.ts'
import { readSmtpUrl, smtpMailer } from '../adapters/mail/smtp/index.server.ts'
import { type Mailer, readSmtpSettings } from '../modules/mail/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import type { Env } from '../platform/env.server.ts'

/** Uses SMTP_URL, else the stored mail server, else files in the data folder. */
export function mailerOf(env: Pick<Env, 'smtpUrl'>, core: Core, dataDir: string): () => Promise<Mailer> {
  const capture: Mailer = { ...captureMailer(path.join(dataDir, 'mail')), way: 'files' }
  const fromEnvironment: Mailer | null =
    env.smtpUrl === null ? null : { ...smtpMailer(readSmtpUrl(env.smtpUrl)), way: 'environment' }
  return async () => {
    if (fromEnvironment) return fromEnvironment
    const stored = await readSmtpSettings(core)
    return stored ? smtpMailer(stored) : capture
  }
}
