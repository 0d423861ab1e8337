import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { documentsHref, travellerTypeAt } from '../../modules/booking/index.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { ShopApi } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, paperworkQuery } from '../client/queries.ts'
import { useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { localHref } from '../routing/local-href.ts'

export type Paperwork = Awaited<ReturnType<ShopApi['booking']['paperwork']>>

export interface Person {
  /** From 0: adults, then children, then infants. */
  readonly position: number
  readonly type: 'adult' | 'child' | 'infant'
  /** '' until the details are saved. */
  readonly name: string
  readonly travelerId: string | null
  /** Documents that still have to be uploaded. */
  readonly missing: number
  /** Those of them that staff rejected. */
  readonly rejected: number
  /** All documents were checked and accepted. */
  readonly isAccepted: boolean
}

/** Everyone in the party, also those without a name yet. */
export function peopleOf(paperwork: Paperwork): readonly Person[] {
  const count = paperwork.adults_count + paperwork.children_count + paperwork.infants_count
  const required = paperwork.requirements.filter((each) => each.required && each.perTraveller).length
  return Array.from({ length: count }, (_, position) => {
    const known = paperwork.travelers.find((each) => each.position === position)
    const type = known?.traveler_type ?? travellerTypeAt(paperwork, position)
    const missing = known ? paperwork.missing.filter(({ travelerId }) => travelerId === known.id).length : required
    const name = known ? `${known.first_name} ${known.last_name}`.trim() : ''
    const documents = paperwork.documents.filter(({ travelerId }) => travelerId !== null && travelerId === known?.id)
    const rejected = documents.filter(({ wanted }) => wanted !== null).length
    const isAccepted = missing === 0 && documents.length > 0 && documents.every((each) => each.isAccepted)
    return { position, type, name, travelerId: known?.id ?? null, missing, rejected, isAccepted }
  })
}

/** 'Adult 2' until the name is known. */
export function usePersonName(): (person: Person, paperwork: Paperwork) => string {
  const t = useText('visa')
  return ({ name, type, position }, { adults_count }) =>
    name ||
    (type === 'adult'
      ? t('traveller.adult', { number: position + 1 })
      : t('traveller.child', { number: position - adults_count + 1 }))
}

/** A private link for each traveller, to open or to send on (C099). */
export function TravellerLinks({ access }: { access: BookingAccess }) {
  const { api } = useShop()
  const { data } = useQuery(paperworkQuery(api, access))
  return data ? <LinkList paperwork={data} access={access} /> : null
}

export function LinkList({ paperwork, access }: { paperwork: Paperwork; access: BookingAccess }) {
  const t = useText('documents')
  const { origin, prefix } = useShop()
  const nameOf = usePersonName()
  return (
    <section aria-labelledby="traveller-links">
      <h2 id="traveller-links" className="text-xl">
        {t('links')}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">{t('linksText')}</p>
      <ul className="grid gap-3">
        {peopleOf(paperwork).map((person) => {
          const name = nameOf(person, paperwork)
          const href = documentsHref(access.bookingId, access.token, person.position + 1)
          // This link shows nothing about the other travellers.
          const own = paperwork.links[person.position]
          return (
            <li
              key={person.position}
              className="flex items-center gap-2 rounded-lg border border-line bg-surface p-2 ps-4"
            >
              <ShopLink
                href={href}
                aria-label={t('open', { name })}
                className="flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 hover:underline"
              >
                <bdi className="font-semibold wrap-anywhere">{name}</bdi>
                <PersonBadge person={person} />
                <ArrowRight aria-hidden="true" className="mirror ms-auto size-5 flex-none" />
              </ShopLink>
              {own ? (
                <CopyButton
                  value={origin + localHref(prefix, own)}
                  label={t('copyLink', { name })}
                  copiedLabel={t('copied')}
                  iconOnly
                />
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function PersonBadge({ person }: { person: Person }) {
  const t = useText('documents')
  if (person.travelerId === null) return <StatusBadge tone="warn">{t('detailsMissing')}</StatusBadge>
  if (person.rejected > 0) return <StatusBadge tone="danger">{t('rejected', { count: person.rejected })}</StatusBadge>
  if (person.isAccepted) return <StatusBadge tone="success">{t('accepted')}</StatusBadge>
  const tone = person.missing === 0 ? 'info' : 'warn'
  return <StatusBadge tone={tone}>{t('missing', { count: person.missing })}</StatusBadge>
}
