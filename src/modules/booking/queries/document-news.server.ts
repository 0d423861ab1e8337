import { getService } from '../../catalogue/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { issueBookingToken } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { documentsHref } from '../words.ts'
import { issuedPaperOf } from './issued.server.ts'
import { requirementsOf, travellerHref } from './paperwork.server.ts'

export interface DocumentNews {
  /** 'Passport front of Asha Rao' */
  readonly name: string
  /** Path of the page where it is replaced; a traveller's own, where it is a traveller's. */
  readonly href: string
  readonly reason: string
}
const nameOf = (label: string, first: string | null, last: string | null): string =>
  first === null ? label : `${label} of ${`${first} ${last ?? ''}`.trim()}`

/** What a mail says of a document that is asked for again; null when it is gone. */
export async function readAskedDocument(deps: BookingDeps, documentId: string): Promise<DocumentNews | null> {
  const asked = await deps.db
    .selectFrom('booking_documents')
    .leftJoin('booking_travelers', 'booking_travelers.id', 'booking_documents.traveler_id')
    .select([
      'booking_documents.booking_id',
      'booking_documents.name',
      'booking_documents.review_reason',
      'booking_travelers.position',
      'booking_travelers.first_name',
      'booking_travelers.last_name',
    ])
    .where('booking_documents.id', '=', documentId)
    .executeTakeFirst()
  if (!asked) return null
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', asked.booking_id)
    .executeTakeFirstOrThrow()
  const [service, { token_days }] = await Promise.all([
    getService(deps.db, deps, booking.service_id),
    readSettings(deps),
  ])
  const label = requirementsOf(deps, booking, service).find(({ name }) => name === asked.name)?.label ?? asked.name
  return {
    name: nameOf(label, asked.first_name, asked.last_name),
    href:
      asked.position === null
        ? documentsHref(booking.id, issueBookingToken(deps, booking, token_days))
        : travellerHref(deps, booking, asked.position, token_days),
    reason: asked.review_reason ?? '',
  }
}

/** What a mail calls an issued document: 'Visa of Asha Rao'; null when it is gone. */
export async function readIssuedName(deps: BookingDeps, issuedId: string): Promise<string | null> {
  const issued = await deps.db
    .selectFrom('issued_documents')
    .innerJoin('bookings', 'bookings.id', 'issued_documents.booking_id')
    .leftJoin('booking_travelers', 'booking_travelers.id', 'issued_documents.traveler_id')
    .select(['bookings.id', 'bookings.service_type', 'booking_travelers.first_name', 'booking_travelers.last_name'])
    .where('issued_documents.id', '=', issuedId)
    .executeTakeFirst()
  if (!issued) return null
  return nameOf(issuedPaperOf(deps, issued)?.label ?? 'document', issued.first_name, issued.last_name)
}
