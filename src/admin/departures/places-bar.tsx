import { useId } from 'react'
import { joinClasses } from '../../ui/class-names.ts'

type Props = { taken: number; held: number; capacity: number }
const percent = (part: number, whole: number): string => `${Math.min(100, whole === 0 ? 100 : (part / whole) * 100)}%`

/** Places taken out of all places; places held for unpaid bookings are hatched. The text is beside it. */
export function PlacesBar({ taken, held, capacity }: Props) {
  const hatching = useId()
  const confirmed = taken - held
  return (
    <svg
      aria-hidden="true"
      className={joinClasses(
        'mt-1 block h-1.5 w-full rtl:-scale-x-100 rounded-full bg-line',
        taken > capacity ? 'text-danger' : 'text-primary',
      )}
    >
      <pattern id={hatching} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="4" className="fill-current" />
      </pattern>
      <rect width={percent(taken, capacity)} height="100%" fill={`url(#${hatching})`} />
      <rect width={percent(confirmed, capacity)} height="100%" className="fill-current" />
    </svg>
  )
}
