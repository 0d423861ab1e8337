import type * as z from 'zod'
import { forAnswer } from '../../../kernel/messages.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import type { DocumentRequirement } from '../../../services/kind.ts'
import { type CatalogueService, getService } from '../../catalogue/index.server.ts'
import { readableFiles } from '../../files/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { type DocumentsAccess, issueTravellerToken } from '../access.server.ts'
import type { paperwork } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { documentsHref } from '../hrefs.ts'
import { type NewestDocument, openDocuments } from '../rules/documents.ts'
import { isOpenForDocuments } from '../rules/states.ts'
import { peopleIn } from '../rules/travellers.ts'
import type { BookingRecord } from '../tables.server.ts'
import { readDeliveredTo } from './issued.server.ts'
import { readShownTitle } from './shown-titles.server.ts'

export type Paperwork = z.output<typeof paperwork>

export const requirementsOf = (
  deps: BookingDeps,
  booking: Pick<BookingRecord, 'service_type' | 'application_terms'>,
  service: CatalogueService,
): readonly DocumentRequirement[] =>
  deps.kinds.find(booking.service_type)?.documents(service, booking.application_terms) ?? []

export const readTravellerNames = (q: Queryable, bookingId: string) =>
  q
    .selectFrom('booking_travelers')
    .select(['id', 'position', 'first_name', 'last_name', 'traveler_type'])
    .where('booking_id', '=', bookingId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()

/** The newest version of each document that has not been erased. */
export async function readNewestDocuments(q: Queryable, bookingId: string): Promise<NewestDocument[]> {
  const rows = await q
    .selectFrom('booking_documents')
    .innerJoin(readableFiles, 'readable_files.id', 'booking_documents.file_id')
    .distinctOn(['booking_documents.name', 'traveler_id'])
    .select(['booking_documents.name', 'traveler_id', 'version', 'review', 'review_reason'])
    .where('booking_documents.booking_id', '=', bookingId)
    .orderBy('booking_documents.name')
    .orderBy('traveler_id')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ name, traveler_id: travelerId, version, review, review_reason: reason }) => ({
    ...{ name, travelerId, version },
    wanted: review === 'asked_again' ? (reason ?? '') : null,
    isAccepted: review === 'accepted',
  }))
}

/**
 * What the customer has handed in (names only, C225) and still has to, and links to issued documents. A traveller's
 * link covers that traveller alone.
 */
export async function readPaperwork(deps: BookingDeps, access: DocumentsAccess, viewer: Caller): Promise<Paperwork> {
  const { booking, only } = access
  const [service, allTravellers, allDocuments, issued, { token_days }, { service_title }] = await Promise.all([
    getService(deps.db, deps, booking.service_id),
    readTravellerNames(deps.db, booking.id),
    readNewestDocuments(deps.db, booking.id),
    readDeliveredTo(deps, access, viewer),
    readSettings(deps),
    readShownTitle(deps, booking),
  ])
  const requirements = requirementsOf(deps, booking, service).filter((each) => only === null || each.perTraveller)
  const travellers = allTravellers.filter(({ position }) => only === null || position === only)
  const ids = travellers.map(({ id }) => id)
  const isShown = (travelerId: string | null) => only === null || (travelerId !== null && ids.includes(travelerId))
  const documents = allDocuments.filter(({ travelerId }) => isShown(travelerId))
  const people = only === null ? peopleIn(booking) : 1
  return {
    booking_reference: booking.booking_reference,
    service_type: booking.service_type,
    service_title,
    ...{ adults_count: booking.adults_count, children_count: booking.children_count },
    infants_count: booking.infants_count,
    travel_date: booking.travel_date,
    ...travelLimits(deps, booking, service),
    case_stage: booking.case_stage,
    isOpen: isOpenForDocuments(booking.booking_status),
    only,
    links: only === null ? travellerLinks(deps, booking, requirements, token_days) : [],
    requirements: requirements.map(({ name, label, required, perTraveller }) => ({
      name,
      label: forAnswer(label),
      required,
      perTraveller,
    })),
    travelers: travellers,
    documents,
    missing: openDocuments(requirements, ids, people, documents).map((each) => ({ ...each })),
    issued_documents: issued,
  }
}

const travelLimits = (deps: BookingDeps, booking: BookingRecord, service: CatalogueService) => ({
  time_zone: booking.time_zone,
  max_stay_days: deps.kinds.find(booking.service_type)?.maxStayDays?.(service, booking.application_terms) ?? null,
  needs_passport_expiry: booking.application_terms?.needs_passport_expiry ?? false,
})

const travellerLinks = (
  deps: BookingDeps,
  booking: BookingRecord,
  requirements: readonly DocumentRequirement[],
  days: number,
): string[] =>
  requirements.some(({ perTraveller }) => perTraveller)
    ? Array.from({ length: peopleIn(booking) }, (_, position) => travellerHref(deps, booking, position, days))
    : []

/** A traveller's private link, by position from 0. */
export const travellerHref = (
  deps: Pick<BookingDeps, 'keys' | 'clock'>,
  booking: BookingRecord,
  position: number,
  days?: number,
): string => documentsHref(booking.id, issueTravellerToken(deps, booking, position, days), position + 1)
