// Times in English for the back office and files; what customers read is written by shown-dates.ts.
import { dateIn, type LocalTime, timeIn } from './dates.ts'

/** '14:00' -> '02:00 PM' (D135). */
export function formatTime(time: LocalTime): string {
  const hour = Number(time.slice(0, 2))
  return `${String(hour % 12 || 12).padStart(2, '0')}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}
/** 'yyyy-MM-dd hh:mm a' on the zone's clock (D135). */
export const formatDateTime = (instant: Date, zone: string): string =>
  `${dateIn(zone, instant)} ${formatTime(timeIn(zone, instant))}`
