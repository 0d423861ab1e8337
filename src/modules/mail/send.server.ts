import { addMinutes } from '../../kernel/dates.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import { withoutAddresses } from '../../platform/log.server.ts'
import type { Mailer } from './port.ts'
import { removedContent } from './queries.server.ts'
import { nextTryInMinutes } from './rules.ts'
import type { ComposedMail, MailDeps, MailMessage } from './tables.server.ts'
import { oneTimeTemplates } from './templates.ts'

type Outcome = Pick<MailMessage, 'status' | 'attempts' | 'last_error' | 'next_attempt_at'> &
  Partial<Pick<MailMessage, 'sent_at' | 'html' | 'text'>>
/** A try to send a mail, to be stored. */
export type Tried = {
  readonly outcome: Outcome
  /** Null: there is no further try. */
  readonly nextTryInMinutes: number | null
}

/**
 * Sends a queued mail, at least once: a crash after sending repeats it with the same Message-ID. Without a mail server it
 * is written to a file and stays 'not_sent'. A failure is recorded
 * and retried with growing pauses (rules: nextTryInMinutes). After the last try it stays 'failed' for staff.
 */
export async function sendQueuedMail(deps: MailDeps, id: string): Promise<void> {
  const mail = await deps.db.selectFrom('mail_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (mail?.status !== 'queued') return
  const tried = await trySending(deps, mail, mail.attempts)
  const store = (q: Queryable) => q.updateTable('mail_messages').set(tried.outcome).where('id', '=', id).execute()
  if (tried.nextTryInMinutes === null) await store(deps.db)
  else
    await deps.db.transaction().execute(async (trx) => {
      await store(trx)
      await planNextTry(trx, id, tried)
    })
}

/** Never throws: a failure is an outcome. */
export async function trySending(deps: MailDeps, mail: ComposedMail, attempts: number): Promise<Tried> {
  try {
    const mailer = await deps.mailer()
    await mailer.send({
      to: mail.to_address,
      ...(mail.reply_to && { replyTo: mail.reply_to }),
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      messageId: mail.message_id,
    })
    return { outcome: { ...sentBy(mailer, mail, deps.clock()), attempts: attempts + 1 }, nextTryInMinutes: null }
  } catch (error) {
    return failed(deps, { id: mail.id, attempts: attempts + 1 }, error)
  }
}

function sentBy({ way }: Mailer, { template_name }: ComposedMail, now: Date): Omit<Outcome, 'attempts'> {
  const isOneTime = oneTimeTemplates.includes(template_name)
  return {
    ...(way === 'files' ? { status: 'not_sent' } : { status: 'sent', sent_at: now }),
    ...{ last_error: null, next_attempt_at: null },
    ...(isOneTime && { html: removedContent(), text: removedContent() }),
  }
}

function failed({ clock, log }: MailDeps, { id, attempts }: { id: string; attempts: number }, error: unknown): Tried {
  const reason = error instanceof Error ? error.message : String(error)
  const minutes = nextTryInMinutes(attempts)
  const next_attempt_at = minutes === null ? null : addMinutes(clock(), minutes)
  log.warn(
    { mailId: id, attempts, reason: withoutAddresses(reason) },
    next_attempt_at ? 'mail not sent, retry later' : 'mail not sent, giving up',
  )
  const status = next_attempt_at ? 'queued' : 'failed'
  return {
    outcome: { status, attempts, last_error: reason.slice(0, 500), next_attempt_at },
    nextTryInMinutes: minutes,
  }
}

export async function planNextTry(trx: Trx, id: string, { nextTryInMinutes: minutes }: Tried): Promise<void> {
  if (minutes === null) return
  await addJob(trx, 'send-mail', { id }, { key: `send-mail:${id}`, delay: minutes * 60_000 })
}
