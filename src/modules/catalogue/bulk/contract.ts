/** The bulk upload's contract, apart from its plain routes (templates, exports, the file itself). */
import * as z from 'zod'
import { id, instant, procedure } from '../../../kernel/contract.ts'
import { mostColumns } from './limits.ts'

const area = 'staff:catalogue'
const mapping = z.array(z.string().max(60).nullable()).min(1).max(mostColumns)

const uploadRow = z.object({
  /** Row number in the file; the headers are row 1. */
  row: z.int(),
  cells: z.array(z.string()),
  plan: z.enum(['create', 'update', 'same', 'invalid']).nullable(),
  result: z.enum(['stored', 'failed']).nullable(),
  errors: z.array(z.object({ column: z.string(), message: z.string() })),
  /** What to look at in a row that is stored all the same, such as a title that another item has. */
  warning: z.string().nullable(),
})
export type UploadRow = z.infer<typeof uploadRow>

const uploadView = z.object({
  id,
  kind: z.string(),
  fileName: z.string(),
  state: z.enum(['checking', 'checked', 'storing', 'done']),
  headers: z.array(z.string()),
  mapping: z.array(z.string().nullable()),
  /** Columns, from 0, whose field was chosen because its name is similar. */
  guessed: z.array(z.int()),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  /** Number of rows by expected and actual outcome. */
  counts: z.object({
    total: z.int(),
    checked: z.int(),
    create: z.int(),
    update: z.int(),
    same: z.int(),
    invalid: z.int(),
    /** Rows that are stored but should be looked at. */
    warned: z.int(),
    stored: z.int(),
    failed: z.int(),
  }),
  /** The most frequent faults, so that one fix can repair many rows. */
  faults: z.array(z.object({ column: z.string(), message: z.string(), count: z.int(), rows: z.array(z.int()) })),
  createdAt: instant,
})
export type UploadView = z.infer<typeof uploadView>

export const uploadContract = {
  get: procedure(area, 'GET /admin/catalogue-uploads/{uploadId}', 'How far a bulk upload is')
    .input(z.strictObject({ uploadId: id }))
    .output(uploadView),
  rows: procedure(area, 'GET /admin/catalogue-uploads/{uploadId}/rows', 'Its rows in pages, as they would be stored')
    .input(
      z.strictObject({
        uploadId: id,
        only: z.enum(['faulty', 'warned']).optional(),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
        limit: z.coerce.number().int().min(1).max(100).default(20),
      }),
    )
    .output(z.object({ items: z.array(uploadRow), total: z.int() })),
  check: procedure(area, 'PUT /admin/catalogue-uploads/{uploadId}/mapping', 'Looks at all rows again with this mapping')
    .input(z.strictObject({ uploadId: id, mapping }))
    .output(uploadView),
  commit: procedure(area, 'POST /admin/catalogue-uploads/{uploadId}/commit', 'Stores the rows without faults')
    .input(z.strictObject({ uploadId: id }))
    .output(uploadView),
}
