// One chunk for all pages of the check-in: without a connection no other could be loaded.
export { CheckInSection } from './check-in.tsx'
export { DepartureCheckIn } from './departure.tsx'
export { VoucherCheckIn } from './voucher.tsx'
