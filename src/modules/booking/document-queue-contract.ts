import * as z from 'zod'
import { id, instant, pageInput, procedure } from '../../kernel/contract.ts'

/** The newest, still unchecked version of a document of a sold booking. */
export const uncheckedDocument = z.object({
  documentId: id,
  bookingId: id,
  booking_reference: z.string(),
  customer_name: z.string(),
  service_title: z.string(),
  name: z.string(),
  traveller: z.string().nullable(),
  version: z.int(),
  fileId: id,
  contentType: z.string(),
  since: instant,
})
export type UncheckedDocument = z.infer<typeof uncheckedDocument>

export const documentQueueProcedures = {
  uncheckedDocuments: procedure(
    'staff:bookings',
    'GET /admin/unchecked-documents',
    'Documents of sold bookings that nobody has checked, the longest waiting first. `total` stops at 1,000',
  )
    .input(z.strictObject(pageInput))
    .output(z.object({ items: z.array(uncheckedDocument), total: z.int(), nextCursor: z.string().nullable() })),
  undoAcceptance: procedure(
    'staff:bookings',
    'DELETE /admin/bookings/{bookingId}/documents/{documentId}/acceptance',
    'Takes an acceptance back: the document waits to be checked again',
  )
    .input(z.strictObject({ bookingId: id, documentId: id }))
    .output(z.object({ documentId: id })),
}
