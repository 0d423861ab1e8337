// One chunk for all check-in pages: no other could be loaded offline.
export { CheckInSection } from './check-in.tsx'
export { DepartureCheckIn } from './departure.tsx'
export { VoucherCheckIn } from './voucher.tsx'
