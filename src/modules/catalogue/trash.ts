/** What a restored item becomes. Pure. */
import { trashedUntil } from '../../kernel/trash.ts'
import type { ServiceStatus } from './rules.ts'

export interface Removal {
  readonly archived_at: Date | null
  readonly archived_from: 'active' | 'inactive' | null
  readonly trashed_at: Date | null
  readonly trashed_by: string | null
  readonly trashed_from: ServiceStatus | null
}

/**
 * From the trash an item returns as it was. From the archive it returns as it was for 30 days; later it is inactive,
 * because its prices and dates may be out of date.
 */
export function restoredStatus({ trashed_from, archived_at, archived_from }: Removal, now: Date): ServiceStatus {
  if (trashed_from !== null) return trashed_from
  return archived_at !== null && archived_from !== null && archived_at > trashedUntil(now) ? archived_from : 'inactive'
}
