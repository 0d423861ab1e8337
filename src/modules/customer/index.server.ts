/**
 * Customers, on the server. Owns: one record per customer, its addresses and numbers, tags and notes. Does not own:
 * bookings and who may see them (booking), accounts (account), money (payment). Invariants: a record is for staff only
 * and gives nobody access to a booking; an address or a number leads to one record at most; bookings and verified
 * accounts get their record by themselves. Lock order: records, then bookings and accounts are only read.
 */
export { customerTitles } from './audit-titles.server.ts'
export { customerTypedFields } from './change.server.ts'
export type { CustomerDeps } from './deps.server.ts'
export { eraseRecordsOf, findRecordsOf, listRecordAddresses } from './erase.server.ts'
export { implementCustomer } from './http.server.ts'
export { customerNames, findPersonBookingIds, hasRecord } from './names.server.ts'
export type { OtherRooms } from './other-rooms.server.ts'
export { customerReactions } from './reactions.server.ts'
export { customerJobs, customerSchedule } from './sweep.server.ts'
