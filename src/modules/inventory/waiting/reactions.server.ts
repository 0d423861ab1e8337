/** Mails about the waiting list. Each is checked when it is written and not sent if it is no longer true. */

import { dayText, instantText, timeText } from '../../../kernel/messages.ts'
import { placeText } from '../../../kernel/text.ts'
import type { DeliveredEvent } from '../../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../../platform/jobs/worker.server.ts'
import { getService } from '../../catalogue/index.server.ts'
import { type MailDeps, type MailValues, mailOnce } from '../../mail/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { addressFor } from '../../settings/index.ts'
import { text } from '../text.ts'
import { findEntry } from './entries.server.ts'
import { entryHref, issueEntryToken, offerHref } from './links.server.ts'
import type { WaitingDeps } from './offer-places.server.ts'
import './events.ts'

type Deps = WaitingDeps & MailDeps

export const waitingReactions = (deps: Deps): Subscriptions => ({
  'waiting.joined': { 'tell-customer': (event) => mailJoined(deps, event) },
  'waiting.offered': { 'tell-customer': (event) => mailOffer(deps, event) },
  'waiting.ended': { 'tell-customer': (event) => mailEnd(deps, event) },
})

async function readMail(deps: Deps, entryId: string) {
  const entry = await findEntry(deps.db, entryId)
  if (!entry) return null
  const [service, settings] = [await getService(deps.db, deps, entry.service_id), await readSettings(deps)]
  const urlOf = (path: string) => `${deps.baseUrl}${addressFor(settings, entry.language, path)}`
  const values: MailValues = {
    customer_name: entry.name ?? text('mail.nameless'),
    service_name: deps.kinds.find(service.kind)?.displayTitle(service) ?? service.title,
    travel_date: dayText(entry.date),
    travel_time: entry.time === null ? '' : timeText(entry.time),
    traveler_count: String(entry.adults + entry.children + entry.infants),
    waiting_url: urlOf(entryHref(issueEntryToken(deps, entry))),
  }
  const reader = { to: entry.email, language: entry.language }
  return { entry, reader, service, settings, urlOf, values }
}

async function mailJoined(deps: Deps, { id, payload }: DeliveredEvent<'waiting.joined'>): Promise<void> {
  const mail = await readMail(deps, payload.entryId)
  if (mail?.entry.state !== 'waiting') return
  await mailOnce(deps, {
    template: 'waiting_joined',
    ...mail.reader,
    values: mail.values,
    dedupeKey: `${id}:customer`,
  })
}

async function mailOffer(deps: Deps, { id, payload }: DeliveredEvent<'waiting.offered'>): Promise<void> {
  const mail = await readMail(deps, payload.entryId)
  if (!mail) return
  const { entry, service, settings, reader, urlOf } = mail
  const { offered_until: until, offers: offer } = entry
  if (entry.state !== 'offered' || offer !== payload.offer || !until || until <= deps.clock()) return
  const zone = settings.time_zone
  const values = {
    ...mail.values,
    action_url: urlOf(offerHref(deps, service.href, entry)),
    expires_at: text('mail.onClock', { time: instantText(until, zone), place: placeText(zone) }),
  }
  await mailOnce(deps, { template: 'waiting_offer', ...reader, values, dedupeKey: `${id}:customer` })
}

async function mailEnd(deps: Deps, { id, payload }: DeliveredEvent<'waiting.ended'>): Promise<void> {
  const mail = await readMail(deps, payload.entryId)
  if (!mail) return
  const reason = payload.reason === 'cancelled' ? text('mail.cancelled') : text('mail.past')
  const values = { ...mail.values, reason, action_url: mail.urlOf(mail.service.href) }
  await mailOnce(deps, { template: 'waiting_ended', ...mail.reader, values, dedupeKey: `${id}:customer` })
}
