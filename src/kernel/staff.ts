/**
 * Who of the staff may do what. A role is stored with the account; what it opens stands here alone, and each procedure
 * and route declares the area that it belongs to ('staff:bookings').
 */
export const staffRoles = ['admin', 'manager', 'support', 'content'] as const
/** 'admin' is the owner of the shop: every area, and the only one who makes others staff. */
export type StaffRole = (typeof staffRoles)[number]

export const staffAreas = [
  /** Dashboard and its figures. */
  'overview',
  'catalogue',
  /** Bookings with their customers, travellers and documents. */
  'bookings',
  /** Checking transfers, proofs, arrival payments. */
  'payments',
  /** Money that goes back. */
  'refunds',
  'promos',
  /** Sliders, menus, pages, trending products, reviews. */
  'content',
  /** What visitors wrote. */
  'enquiries',
  /** Templates and the outbox. */
  'mail',
  'settings',
  /** Erasing what is known of a person. */
  'privacy',
  /** Payment providers, bank accounts, mail server: whoever holds them could send money elsewhere. */
  'gateways',
  /** Accounts of the staff, and the audit trail. */
  'staff',
] as const
export type StaffArea = (typeof staffAreas)[number]

const areasOf: Readonly<Record<StaffRole, readonly StaffArea[]>> = {
  admin: staffAreas,
  // Marked, so that pages which ask for no role leave this file out.
  manager: /* @__PURE__ */ staffAreas.filter((area) => area !== 'gateways' && area !== 'staff'),
  support: ['overview', 'bookings', 'payments', 'enquiries', 'mail'],
  content: ['overview', 'catalogue', 'promos', 'content'],
}

export const isStaffRole = (role: unknown): role is StaffRole => staffRoles.includes(role as StaffRole)
/** Any role, also 'customer' and 'anonymous', which open nothing. */
export const areasOfRole = (role: string): readonly StaffArea[] => (isStaffRole(role) ? areasOf[role] : [])
export const mayEnter = (role: string, area: StaffArea): boolean => areasOfRole(role).includes(area)
