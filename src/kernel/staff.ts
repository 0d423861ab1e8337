/**
 * What each staff role may do. Accounts store the role; this table defines its areas; each procedure and route
 * declares the area it needs ('staff:bookings').
 */
export const staffRoles = ['admin', 'manager', 'support', 'content', 'guide'] as const
/** 'admin' is the owner of the shop: every area, and the only role that manages staff. */
export type StaffRole = (typeof staffRoles)[number]

export const staffAreas = [
  /** Dashboard and its figures. */
  'overview',
  'catalogue',
  /** Bookings with their customers, travellers and documents. */
  'bookings',
  /** Today's departures and who has arrived: names and phone numbers, nothing else of the bookings. */
  'check-in',
  /** Selling more places of a departure than there are. */
  'overbooking',
  /** Opening completed bookings again. */
  'reopening',
  /** Checking transfers, proofs, arrival payments. */
  'payments',
  'refunds',
  'promos',
  /** Sliders, menus, pages, trending products, reviews. */
  'content',
  /** Messages from visitors. */
  'enquiries',
  /** Templates and the outbox. */
  'mail',
  'settings',
  /** Erasing a person's data. */
  'privacy',
  /** Payment providers, bank accounts, mail server: they decide where money goes. */
  'gateways',
  /** Accounts of the staff, and the audit trail. */
  'staff',
] as const
export type StaffArea = (typeof staffAreas)[number]

const areasOf: Readonly<Record<StaffRole, readonly StaffArea[]>> = {
  admin: staffAreas,
  // Marked as pure, so that bundles without roles drop this file.
  manager: /* @__PURE__ */ staffAreas.filter((area) => area !== 'gateways' && area !== 'staff'),
  support: ['overview', 'bookings', 'check-in', 'payments', 'enquiries', 'mail'],
  content: ['overview', 'catalogue', 'promos', 'content'],
  guide: ['check-in'],
}

export const isStaffRole = (role: unknown): role is StaffRole => staffRoles.includes(role as StaffRole)
/** Accepts any role; 'customer' and 'anonymous' have no areas. */
export const areasOfRole = (role: string): readonly StaffArea[] => (isStaffRole(role) ? areasOf[role] : [])
export const mayEnter = (role: string, area: StaffArea): boolean => areasOfRole(role).includes(area)
