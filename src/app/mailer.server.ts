import path from 'node:path'
import { captureMailer } from '../adapters/mail/capture/index.server.ts'
import { readSmtpUrl, smtpMailer } from '../adapters/mail/smtp/index.server.ts'
import { type Mailer, readSmtpSettings } from '../modules/mail/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import type { Env } from '../platform/env.server.ts'

/** SMTP_URL, else what the back office has stored, else files for everybody at this machine to read. */
export function mailerOf(env: Pick<Env, 'smtpUrl'>, core: Core, dataDir: string): () => Promise<Mailer> {
  const capture: Mailer = { ...captureMailer(path.join(dataDir, 'mail')), way: 'files' }
  const given: Mailer | null =
    env.smtpUrl === null ? null : { ...smtpMailer(readSmtpUrl(env.smtpUrl)), way: 'environment' }
  return async () => {
    if (given) return given
    const stored = await readSmtpSettings(core)
    return stored ? smtpMailer(stored) : capture
  }
}
