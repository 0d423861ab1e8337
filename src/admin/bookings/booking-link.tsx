import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BookingRow } from '../../modules/booking/contract.ts'
import { textOf } from '../text.ts'
import type { BookingSearch } from './filters.ts'

const t = textOf('bookings')
type Props = { row: BookingRow; search: BookingSearch; className: string; children: ReactNode }

export const BookingLink = ({ row, search, className, children }: Props) => (
  <Link
    to="/admin/bookings"
    search={{ ...search, booking: row.id } as never}
    state={{ fromList: true }}
    resetScroll={false}
    aria-label={t('open', { reference: row.booking_reference })}
    className={className}
  >
    {children}
  </Link>
)
