import type { Contact, Mergeable } from './rules.ts'

/** What undoing a merge needs. Instants are ISO. */
export interface MergeFacts {
  /** The merged record as it was. */
  readonly from: Mergeable & Stored & { readonly version: number; readonly created_at: string }
  /** The kept record before and after. */
  readonly before: Mergeable & Stored
  readonly merged: Mergeable & Stored
  readonly contacts: readonly Contact[]
  readonly notes: readonly string[]
  readonly tasks: readonly string[]
}

export interface Stored {
  readonly user_id: string | null
  readonly last_booked_at: string | null
  readonly active_at: string
}
