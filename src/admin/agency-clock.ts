/**
 * The agency's time zone. The gate sets it before a section renders; saving the setting sets it again. Sections read
 * it while rendering, so a change shows in the next section that opens.
 */
import { dateIn, type LocalDate } from '../kernel/dates.ts'

let zone = 'Asia/Dubai'

export const agencyZone = (): string => zone
export function setAgencyZone(name: string): void {
  zone = name
}
export const agencyToday = (): LocalDate => dateIn(zone, new Date())
