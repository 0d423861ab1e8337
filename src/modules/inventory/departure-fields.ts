/** Checks of what staff type for a departure. Pure. */
import { addDays, type LocalDate } from '../../kernel/dates.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type { FieldSpec, PricedService } from '../../services/kind.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import type { DeparturePrices } from '../../services/schedule.ts'
import type { TravelMode } from './rules/trip.ts'
import { text } from './text.ts'

/** The price fields of a kind, in the order of its form. */
export const priceFieldsOf = ({ specs }: Pick<LoadedKind, 'specs'>): readonly PriceField[] =>
  specs.filter(({ input }) => input === 'money')
export type PriceField = Pick<FieldSpec, 'name' | 'label'>

/** Prices replace money fields of the item, so they obey the rules of these fields. */
export function priceErrors(kind: LoadedKind, service: PricedService, prices: DeparturePrices | null): FieldError[] {
  if (prices === null) return []
  const names = new Set(priceFieldsOf(kind).map(({ name }) => name))
  const unknown = Object.keys(prices).filter((name) => !names.has(name))
  if (unknown.length > 0)
    return unknown.map((name) => ({
      path: `prices.${name}`,
      message: text('errors.unknownPrice', { kind: kind.kind.labels.singular }),
    }))
  const parsed = kind.details.safeParse({ ...service.details, ...prices })
  if (parsed.success) return []
  return parsed.error.issues
    .filter(({ path: [name] }) => String(name) in prices)
    .map(({ path: [name], message }) => ({ path: `prices.${String(name)}`, message }))
}

interface TripFields {
  readonly return_date: LocalDate | null
  readonly travel_mode?: TravelMode | null | undefined
  readonly carrier?: string | null | undefined
  readonly cut_off_hours?: number | null | undefined
}
/** The columns of what staff enter about a trip. */
export const tripColumns = ({ return_date, travel_mode, carrier, cut_off_hours }: TripFields) => ({
  return_date,
  travel_mode: travel_mode ?? null,
  carrier: carrier || null,
  cut_off_hours: cut_off_hours ?? null,
})
export const noTrip = tripColumns({ return_date: null })

const maxDaysAway = 366
export function returnErrors(date: LocalDate, returnDate: LocalDate | null): FieldError[] {
  if (returnDate === null) return []
  if (returnDate < date) return [{ path: 'return_date', message: text('errors.returnBefore') }]
  return returnDate > addDays(date, maxDaysAway) ? [{ path: 'return_date', message: text('errors.returnFar') }] : []
}
