import { Link } from '@tanstack/react-router'
import { useMayEnter } from '../may-enter.ts'

/** Underlined, because colour alone would not mark it. A single digit is narrower than a finger. */
export const numberLink =
  'inline-block min-h-6 min-w-6 underline decoration-dotted decoration-1 underline-offset-4 hover:decoration-solid'

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
    <Link
      to="/admin/bookings/{-$item}"
      params={{}}
      search={search as never}
      aria-label={of && `${text} ${of}`}
      className={numberLink}
    >
      {text}
    </Link>
  )
}
