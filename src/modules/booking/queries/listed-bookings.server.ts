import { convert, money, type RatesPerUsd } from '../../../kernel/money.ts'
import { returnDateOfBooking } from '../../inventory/index.server.ts'
import { isPartlyRefunded } from '../rules/states.ts'
import type { BookingRecord } from '../tables.server.ts'
import type { BookingRow } from '../view-contract.ts'

const stored = [
  'id',
  'version',
  'booking_reference',
  'service_type',
  'service_title',
  'customer_name',
  'customer_email',
  'customer_phone',
  'travel_date',
  'currency',
  'final_minor',
  'booking_status',
  'payment_status',
  'payment_gateway',
  'payment_checking_since',
  'paid_minor',
  'refunded_minor',
  'created_at',
] as const
/** The columns of the back office's list, the newest bookings and the export. */
export const listedColumns = [...stored, returnDateOfBooking.as('return_date')] as const
export type ListedBooking = Pick<BookingRecord, (typeof stored)[number]> & { readonly return_date: string | null }

export function viewRow(row: ListedBooking, rates: RatesPerUsd): BookingRow {
  const { currency, final_minor, payment_gateway, created_at, payment_checking_since, ...rest } = row
  const { paid_minor, refunded_minor, ...shown } = rest
  const final = money(final_minor, currency)
  return {
    ...shown,
    final_amount: final,
    amount_inr: convert(final, 'INR', rates),
    payment_checking: payment_checking_since !== null,
    is_partly_refunded: isPartlyRefunded(paid_minor, refunded_minor),
    payment_method: payment_gateway,
    created_at: created_at.toISOString(),
  }
}
