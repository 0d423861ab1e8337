import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BookingRow } from '../../modules/booking/contract.ts'
import { textOf } from '../text.ts'
import { type BookingSearch, bookingHref, placeInList } from './filters.ts'

const t = textOf('bookings')
type Props = {
  row: BookingRow
  search: BookingSearch
  /** The focus returns to it when the page of the booking is left. */
  id: string
  className: string
  children: ReactNode
}

export const BookingLink = ({ row, search, id, className, children }: Props) => (
  <Link
    to={bookingHref(row.booking_reference) as never}
    search={placeInList(search) as never}
    state={{ fromList: true }}
    id={id}
    aria-label={t('open', { reference: row.booking_reference })}
    className={className}
  >
    {children}
  </Link>
)
