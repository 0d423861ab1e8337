import { catalogueLanguage } from '../../kernel/language.ts'
import type { Message } from '../../kernel/messages.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { say } from '../../platform/messages.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { MailFailure } from './port.ts'
import { type RenderedMail, renderMail } from './render.server.ts'
import { isMailbox } from './rules.ts'
import type { EmailSettings } from './settings-contract.ts'
import type { MailDeps } from './tables.server.ts'
import { testTemplate } from './templates.ts'
import { text } from './text.ts'

export const testLimit = { name: 'mail-test', hits: 10, seconds: 600 }
type Way = EmailSettings['way']

/** Refuses 'mail/test-address'. */
export function readTestAddress(to: string): string {
  if (!isMailbox(to)) throw new Refusal('mail/test-address', {}, [{ path: 'to', message: badAddress(to) }])
  return to
}

type TestDelivery = { id: string; way: Way; failure: MailFailure['reason'] | null }

/**
 * Sends at once with the present configuration, once. The outbox shows the result, which decides whether mail works, and
 * not the text: a draft may be filled with a customer's booking.
 */
export async function deliverTest(deps: MailDeps, to: string, content: RenderedMail): Promise<TestDelivery> {
  const id = newId(deps.clock())
  const messageId = `<${id}@${new URL(deps.baseUrl).hostname}>`
  const mailer = await deps.mailer()
  const way = mailer.way ?? 'settings'
  const failure = await mailer.send({ to, ...content, messageId }).then(
    () => null,
    (error: unknown) => (error instanceof MailFailure ? error : new MailFailure('connection')),
  )
  await keepResult(deps, { id, to, messageId, way, failure })
  return { id, way, failure: failure?.reason ?? null }
}

type Result = { id: string; to: string; messageId: string; way: Way; failure: MailFailure | null }

async function keepResult(deps: MailDeps, { id, to, messageId, way, failure }: Result): Promise<void> {
  const { site_title: shop } = await readSettings(deps)
  const now = deps.clock()
  const isSent = failure === null && way !== 'files'
  await deps.db
    .insertInto('mail_messages')
    .values({
      id,
      dedupe_key: `test:${id}`,
      template_name: testTemplate,
      booking_id: null,
      to_address: to,
      reply_to: null,
      subject: say(text('test.subject', { shop })),
      html: '',
      text: '',
      message_id: messageId,
      status: isSent ? 'sent' : failure ? 'failed' : 'not_sent',
      attempts: 1,
      last_error: failure?.message ?? null,
      next_attempt_at: null,
      sent_at: isSent ? now : null,
      created_at: now,
    })
    .execute()
}

/**
 * Sends a test mail with the present configuration. Only the address comes from the browser (D27). Refuses
 * 'mail/test-address', 'mail/test-failed' with a fixed reason, 'limit/too-many'.
 */
export async function sendTestMail(deps: MailDeps, caller: Caller, typed: string): Promise<{ to: string; way: Way }> {
  const to = readTestAddress(typed)
  await countHit(deps, testLimit, caller.userId ?? caller.address)
  const shop = '{{site_title}}'
  const template = {
    subject: say(text('test.subject', { shop })),
    html_body: `<p>${say(text('test.works', { shop }))}</p><p>${say(text('test.settings'))}</p>`,
  }
  const content = renderMail({ template, settings: await readSettings(deps), language: catalogueLanguage }, {})
  const { id, way, failure } = await deliverTest(deps, to, content)
  const entry = { action: 'mail.test', subjectType: 'mail', subjectId: id, after: { to, way, failure } }
  await writeAudit(deps.db, caller, entry, deps.clock())
  if (failure !== null) throw new Refusal('mail/test-failed', { reason: failure })
  return { to, way }
}
const badAddress = (to: string): Message => text(to.trim() === '' ? 'test.address' : 'smtp.fromEmail')
