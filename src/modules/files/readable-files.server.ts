import { expressionBuilder } from 'kysely'
import type { Tables } from '../../platform/db/tables.server.ts'
import './tables.server.ts'

/** Files that have not been erased, for joins in other rooms' queries. */
export const readableFiles = expressionBuilder<Tables, never>()
  .selectFrom('files')
  .select(['files.id', 'files.content_type'])
  .where('files.erased_at', 'is', null)
  .as('readable_files')
