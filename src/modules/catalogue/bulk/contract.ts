/** The bulk upload's contract, apart from its plain routes (templates, exports, the file itself). */
import * as z from 'zod'
import { id, instant, procedure } from '../../../kernel/contract.ts'
import { maxColumns } from './limits.ts'

const area = 'staff:catalogue'
const mapping = z.array(z.string().max(60).nullable()).min(1).max(maxColumns)

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
  /** Columns, from 0, that name a language which the shop does not offer, or a field without translations. */
  columnFaults: z.array(z.object({ column: z.int(), message: z.string() })),
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
  /** What an undo would do, does or has done. Null: the import is not finished, or its 30 days are over. */
  undo: z
    .object({
      state: z.enum(['possible', 'running', 'done']),
      /** It can be started until then. */
      until: instant,
      by: z.string().nullable(),
      at: instant.nullable(),
      /** Items. Of a possible undo as they are now; archived items are not known before. */
      counts: z.object({
        ...{ total: z.int(), trashed: z.int(), archived: z.int(), putBack: z.int() },
        /** Changed since, or deleted. */
        left: z.int(),
      }),
    })
    .nullable(),
})
export type UploadView = z.infer<typeof uploadView>

const leftItem = z.object({
  row: z.int(),
  /** Null: deleted for good. */
  id: id.nullable(),
  title: z.string(),
  isArchived: z.boolean(),
  reason: z.string(),
})
export type LeftItem = z.infer<typeof leftItem>
const recentImport = z.object({
  ...{ id, kind: z.string(), fileName: z.string(), by: z.string(), at: instant },
  /** Also while the undo is under way. */
  isUndone: z.boolean(),
})
export type RecentImport = z.infer<typeof recentImport>

const page = z.coerce.number().int().min(1).max(10_000).default(1)
const limit = z.coerce.number().int().min(1).max(100).default(20)

export const uploadContract = {
  get: procedure(area, 'GET /admin/catalogue-uploads/{uploadId}', 'How far a bulk upload is')
    .input(z.strictObject({ uploadId: id }))
    .output(uploadView),
  rows: procedure(area, 'GET /admin/catalogue-uploads/{uploadId}/rows', 'Its rows in pages, as they would be stored')
    .input(
      z.strictObject({
        uploadId: id,
        only: z.enum(['faulty', 'warned']).optional(),
        ...{ page, limit },
      }),
    )
    .output(z.object({ items: z.array(uploadRow), total: z.int() })),
  check: procedure(area, 'PUT /admin/catalogue-uploads/{uploadId}/mapping', 'Looks at all rows again with this mapping')
    .input(z.strictObject({ uploadId: id, mapping }))
    .output(uploadView),
  commit: procedure(area, 'POST /admin/catalogue-uploads/{uploadId}/commit', 'Stores the rows without faults')
    .input(z.strictObject({ uploadId: id }))
    .output(uploadView),
  list: procedure(area, 'GET /admin/catalogue-uploads', 'Imports of the last 30 days, the newest first').output(
    z.object({ items: z.array(recentImport) }),
  ),
  undo: procedure(
    area,
    'POST /admin/catalogue-uploads/{uploadId}/undo',
    'Undoes a finished import in the background; a repeated request changes nothing',
  )
    .input(z.strictObject({ uploadId: id }))
    .output(uploadView),
  left: procedure(
    area,
    'GET /admin/catalogue-uploads/{uploadId}/left',
    'Items that the undo archived or left, in pages',
  )
    .input(z.strictObject({ uploadId: id, page, limit }))
    .output(z.object({ items: z.array(leftItem), total: z.int() })),
}
