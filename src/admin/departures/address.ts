import { isLocalDate, isLocalTime, type LocalDate, type LocalTime } from '../../kernel/dates.ts'

export interface DepartureAddress {
  readonly service_id: string
  readonly date: LocalDate
  /** Null: opening hours and whole days. */
  readonly time: LocalTime | null
}

/** '/admin/departures/{service}/2026-12-01/10-00'; without the time for opening hours and whole days. */
export const departureHref = ({ service_id, date, time }: DepartureAddress): string =>
  `/admin/departures/${service_id}/${date}${time ? `/${time.replace(':', '-')}` : ''}`

type Params = { readonly service?: string; readonly date?: string; readonly time?: string }
/** The departure of an address; null if it names no day or time. */
export function readAddress({ service = '', date, time }: Params): DepartureAddress | null {
  const typed = time?.replace('-', ':')
  if (!isLocalDate(date) || (typed !== undefined && !isLocalTime(typed))) return null
  return { service_id: service, date, time: typed ?? null }
}
