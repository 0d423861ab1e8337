import { expressionBuilder } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import './tables.server.ts'

/** Files that have not been erased, for joins in other rooms' queries. */
export const readableFiles = expressionBuilder<Tables, never>()
  .selectFrom('files')
  .select(['files.id', 'files.content_type'])
  .where('files.erased_at', 'is', null)
  .as('readable_files')

/** When files were opened and by whom ('support: Asha Rao'), for other rooms' queries: joined as `view`. */
export const fileViews = (q: Queryable) =>
  q.selectFrom('file_views as view').select(['view.id', 'view.file_id as fileId', 'view.viewer', 'view.at'])
