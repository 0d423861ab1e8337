import type { Text } from '../../../kernel/messages.ts'
import { shownName } from '../../../kernel/person-name.ts'
import { getService } from '../../catalogue/index.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { addressFor } from '../../settings/index.ts'
import { issueBookingToken } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { documentsHref } from '../hrefs.ts'
import { text } from '../text.ts'
import { issuedDocumentOf } from './issued.server.ts'
import { requirementsOf, travellerHref } from './paperwork.server.ts'

export interface RequestedDocument {
  /** 'Passport front of Asha Rao' */
  readonly name: Text
  /** The page where it is replaced; a traveller's document has that traveller's link. */
  readonly url: string
  readonly reason: string
}
const nameOf = (label: Text, first: string | null, last: string | null): Text =>
  first === null ? label : text('mail.documentOf', { document: label, traveller: shownName(`${first} ${last ?? ''}`) })

/** The facts of a mail that asks for a new version; null if the document is gone. */
export async function readRequestedDocument(deps: BookingDeps, documentId: string): Promise<RequestedDocument | null> {
  const requested = await deps.db
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
  if (!requested) return null
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', requested.booking_id)
    .executeTakeFirstOrThrow()
  const [service, settings] = await Promise.all([getService(deps.db, deps, booking.service_id), readSettings(deps)])
  const label =
    requirementsOf(deps, booking, service).find(({ name }) => name === requested.name)?.label ?? requested.name
  const { token_days } = settings
  const href =
    requested.position === null
      ? documentsHref(booking.id, issueBookingToken(deps, booking, token_days))
      : travellerHref(deps, booking, requested.position, token_days)
  return {
    name: nameOf(label, requested.first_name, requested.last_name),
    url: `${deps.baseUrl}${addressFor(settings, booking.language, href)}`,
    reason: requested.review_reason ?? '',
  }
}

/** The name of an issued document in a mail, e.g. 'Visa of Asha Rao'; null if it is gone. */
export async function readIssuedName(deps: BookingDeps, issuedId: string): Promise<Text | null> {
  const issued = await deps.db
    .selectFrom('issued_documents')
    .innerJoin('bookings', 'bookings.id', 'issued_documents.booking_id')
    .leftJoin('booking_travelers', 'booking_travelers.id', 'issued_documents.traveler_id')
    .select(['bookings.id', 'bookings.service_type', 'booking_travelers.first_name', 'booking_travelers.last_name'])
    .where('issued_documents.id', '=', issuedId)
    .executeTakeFirst()
  if (!issued) return null
  return nameOf(issuedDocumentOf(deps, issued)?.label ?? text('mail.document'), issued.first_name, issued.last_name)
}
