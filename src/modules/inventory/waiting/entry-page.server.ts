import type * as z from 'zod'
import type { Language } from '../../../kernel/language.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type CatalogueService, getServiceInLanguage } from '../../catalogue/index.server.ts'
import type { waitingView } from './contract.ts'
import { endTurn } from './end-offers.server.ts'
import { findEntry, lockEntry } from './entries.server.ts'
import { offerHref, readEntryToken } from './links.server.ts'
import type { WaitingDeps } from './offer-places.server.ts'

export type WaitingView = z.input<typeof waitingView>

/** An entry, for the holder of its link. Refuses 'inventory/not-found'. */
export async function readEntry(deps: WaitingDeps, token: string, language: Language): Promise<WaitingView> {
  const id = readEntryToken(deps, token)
  const entry = id ? await findEntry(deps.db, id) : undefined
  if (!entry) throw new Refusal('inventory/not-found')
  const { service, shown } = await getServiceInLanguage(deps, entry.service_id, language)
  const { date, time, adults, children, infants, state } = entry
  const isOffered = state === 'offered'
  return {
    service_title: shown.title === service.title ? titleOf(deps, service) : shown.title,
    service_href: service.href,
    ...{ date, time, adults, children, infants, state },
    offered_until: isOffered && entry.offered_until ? entry.offered_until.toISOString() : null,
    offer_href: isOffered ? offerHref(deps, service.href, entry) : null,
  }
}

const titleOf = ({ kinds }: WaitingDeps, service: CatalogueService): string =>
  kinds.find(service.kind)?.displayTitle(service) ?? service.title

/** Takes the holder of the link off the list; repeating it changes nothing. Refuses 'inventory/not-found'. */
export async function leaveList(deps: WaitingDeps, token: string, language: Language): Promise<WaitingView> {
  const id = readEntryToken(deps, token)
  if (!id) throw new Refusal('inventory/not-found')
  await deps.db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, id)
    if (entry && (entry.state === 'waiting' || entry.state === 'offered'))
      await endTurn(trx, entry, { state: 'left', now: deps.clock() })
  })
  return readEntry(deps, token, language)
}
