import * as z from 'zod'
import { id, procedure } from '../../kernel/contract.ts'

export const filesContract = {
  admin: {
    link: procedure(
      'staff:bookings',
      'GET /admin/files/{fileId}/link',
      'Where a proof or document is opened: a link for this member of staff, which works for ten minutes',
    )
      .input(z.strictObject({ fileId: id }))
      .output(z.object({ href: z.string() })),
  },
}
