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
  /** 409: items name the resource, or something uses it from now on. */
  | 'inventory/resource-in-use'
  /** 409: the unit is in use at that time. */
  | 'inventory/unit-in-use'
  /** 409: it follows from a schedule, so it can only be closed. */
  | 'inventory/scheduled'
  /** 409: the departure has no waiting list: it is closed, past, or does not exist. */
  | 'inventory/not-waitable'
  /** 409: it has places for the party. */
  | 'inventory/not-sold-out'
  /** 409: too many entries of one customer, or for one departure. */
  | 'inventory/too-many-waiting'
  /** 409: the person is no longer waiting. */
  | 'inventory/not-waiting'
  /** 409: it has too few places for an offer, or is not on sale. */
  | 'inventory/no-places'
