import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

/** Id and content type of files, for other rooms to join. A part of a statement: it is never run by itself. */
export const fileTypes = (q: Queryable) => q.selectFrom('files').select(['id', 'content_type'])
