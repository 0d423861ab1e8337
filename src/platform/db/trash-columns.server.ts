import type { ColumnType } from 'kysely'
import type { Caller } from '../core.server.ts'

/** Of tables whose rows wait in the trash. A row there is inactive. */
export interface TrashColumns {
  trashed_at: ColumnType<Date | null, never, Date | null>
  trashed_by: ColumnType<string | null, never, string | null>
  /** Whether it was active. */
  trashed_active: ColumnType<boolean | null, never, boolean | null>
}

export const outOfTrash = { trashed_at: null, trashed_by: null, trashed_active: null } as const

/** What moves a row to the trash. */
export const intoTrash = (caller: Pick<Caller, 'name'>, { is_active }: { readonly is_active: boolean }, now: Date) => ({
  ...{ is_active: false, trashed_at: now, trashed_by: caller.name, trashed_active: is_active },
})

/** What brings a row back as it was. */
export const asBefore = ({ trashed_active }: { readonly trashed_active: boolean | null }) => ({
  ...outOfTrash,
  is_active: trashed_active === true,
})
