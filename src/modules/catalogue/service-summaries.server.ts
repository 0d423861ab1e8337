import { expressionBuilder } from 'kysely'
import type { Tables } from '../../platform/db/tables.server.ts'
import './tables.server.ts'

/** An item's title, page and status, for joins in other modules' queries. */
export const serviceSummaries = expressionBuilder<Tables, never>()
  .selectFrom('services')
  .select(['services.id', 'services.title', 'services.slug', 'services.status'])
  .as('service_summaries')
