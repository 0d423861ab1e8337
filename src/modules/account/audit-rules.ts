/** The kinds of things that the audit trail can be filtered by, with the subject types of their entries. */
export const auditThings = {
  catalogue: ['service', 'service-change', 'upload', 'translation-file', 'price_change', 'picture', 'trending'],
  bookings: ['booking', 'booking-run', 'booking-export', 'booking-view'],
  departures: ['departure', 'blocked_dates', 'waiting_entry', 'resource'],
  customers: ['customer', 'person'],
  messages: ['enquiry', 'canned-reply', 'mail'],
  content: ['slider', 'menu-item', 'page', 'review'],
  promos: ['promo_code'],
  settings: ['settings', 'payment-gateway', 'email-settings', 'mail-template'],
  staff: ['user', 'invitation'],
} as const
export type AuditThing = keyof typeof auditThings
export const auditThingNames = Object.keys(auditThings) as [AuditThing, ...AuditThing[]]

/** Entries that stand for a bulk action: their `subject_id` is the `part_of` of its parts. */
export const wholeActions: readonly string[] = [
  'catalogue.upload-started',
  'bookings.confirm-started',
  'bookings.message-started',
  'departure.cancelled',
  ...['activate', 'deactivate', 'feature', 'unfeature', 'duplicate', 'archive', 'delete', 'restore'].map(
    (action) => `services.${action}`,
  ),
]
/** Parts that say how a bulk action ended. */
export const endActions: readonly string[] = [
  'catalogue.upload-done',
  'bookings.confirm-finished',
  'bookings.message-finished',
]
