/** The refusals of this room; `web/refusals.ts` maps each to a status and a message. */
export type InventoryRefusal =
  /** 404: the service has no such departure. */
  | 'inventory/not-found'
  /** 422: `errors` has the fields. */
  | 'inventory/invalid'
  /** 409: the departure has started. */
  | 'inventory/started'
  /** 409: somebody else has changed the departure meanwhile. */
  | 'inventory/version-conflict'
  /** 409: the service departs at that day and time already. */
  | 'inventory/exists'
  /** 409: bookings hold places on it. */
  | 'inventory/has-bookings'
  /** 409: it follows from a schedule, so it can only be closed. */
  | 'inventory/scheduled'
