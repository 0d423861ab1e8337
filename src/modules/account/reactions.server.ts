/** Reactions of this room: one-time links and security notices by mail. */
import { instantText, type Text } from '../../kernel/messages.ts'
import { placeText } from '../../kernel/text.ts'
import type { DeliveredEvent } from '../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import { type MailDeps, mailOnce } from '../mail/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { addressFor } from '../settings/index.ts'
import './events.ts'
import { text } from './text.ts'

export const accountReactions = (deps: MailDeps): Subscriptions => ({
  'account.verification-requested': { 'send-link': linkMail(deps, 'verify_email') },
  'account.reset-requested': { 'send-link': linkMail(deps, 'reset_password') },
  'account.staff-invited': { 'send-link': linkMail(deps, 'staff_invitation') },
  'account.sign-in-locked': { 'tell-person': (event) => mailLockNotice(deps, event) },
  'account.security-changed': { 'tell-person': (event) => mailSecurityNotice(deps, event) },
})

/** Events with a one-time link. They are deleted as soon as every subscriber has handled them. */
export const oneTimeEvents = [
  'account.verification-requested',
  'account.reset-requested',
  'account.staff-invited',
] as const

type LinkEvent = Readonly<{
  id: string
  payload: { email: string; name: string; url: string; language?: string | null }
}>

const linkMail =
  (deps: MailDeps, template: string) =>
  ({ id, payload: { email, name, url, language } }: LinkEvent): Promise<void> =>
    mailOnce(deps, { template, to: email, language, values: { customer_name: name, action_url: url }, dedupeKey: id })

const onClock = (instant: Date, zone: string): Text =>
  text('security.onClock', { time: instantText(instant, zone), place: placeText(zone) })

/** Contains no code and no one-time link. Does nothing when the account is gone. */
async function mailSecurityNotice(deps: MailDeps, event: DeliveredEvent<'account.security-changed'>): Promise<void> {
  const { userId, what } = event.payload
  const user = await deps.db
    .selectFrom('users')
    .select(['name', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  const settings = await readSettings(deps)
  const { time_zone: zone } = settings
  const values = {
    customer_name: user.name,
    security_event: text(`security.${what}`),
    event_time: onClock(event.occurredAt, zone),
    action_url: `${deps.baseUrl}${addressFor(settings, user.language, '/forgot-password')}`,
  }
  await mailOnce(deps, {
    template: 'security_notice',
    to: user.email,
    language: user.language,
    values,
    dedupeKey: event.id,
  })
}

/** Does nothing when the account is gone. */
async function mailLockNotice(deps: MailDeps, event: DeliveredEvent<'account.sign-in-locked'>): Promise<void> {
  const { userId, until } = event.payload
  const user = await deps.db
    .selectFrom('users')
    .select(['name', 'email', 'language'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return
  const settings = await readSettings(deps)
  const { time_zone: zone } = settings
  const values = {
    customer_name: user.name,
    expires_at: onClock(new Date(until), zone),
    action_url: `${deps.baseUrl}${addressFor(settings, user.language, '/forgot-password')}`,
  }
  await mailOnce(deps, {
    template: 'sign_in_locked',
    to: user.email,
    language: user.language,
    values,
    dedupeKey: event.id,
  })
}
