import { Link } from '@tanstack/react-router'
import { useMayEnter } from '../may-enter.ts'

type Props = {
  search: Readonly<Record<string, string>>
  text: string
  /** What the number counts, for screen readers. */
  of?: string
}
/** A number that opens the bookings it counts, for staff who may see them. */
export function ListLink({ search, text, of }: Props) {
  if (!useMayEnter('bookings')) return text
  return (
    // A single digit is narrower than a finger.
    <Link
      to="/admin/bookings/{-$item}"
      params={{}}
      search={search as never}
      aria-label={of && `${text} ${of}`}
      className="inline-block min-h-6 min-w-6"
    >
      {text}
    </Link>
  )
}
