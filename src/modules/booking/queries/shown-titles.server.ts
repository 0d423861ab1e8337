import { readShownTitles } from '../../catalogue/index.server.ts'
import { readerOf } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'

type Titled = { readonly id: string; readonly service_title: string }

/**
 * Bookings with the title of their item as the reader knows it. An item that was renamed since keeps the name it was sold
 * with. Two statements, none for the shop's default language.
 */
export async function withShownTitles<Row extends Titled>(deps: BookingDeps, bookings: readonly Row[]): Promise<Row[]> {
  const reader = deps.language ? await readerOf(deps, deps.language) : null
  if (!reader || bookings.length === 0) return [...bookings]
  const ids = bookings.map(({ id }) => id)
  const booked = await deps.db.selectFrom('bookings').select(['id', 'service_id']).where('id', 'in', ids).execute()
  const serviceOf = new Map(booked.map(({ id, service_id }) => [id, service_id]))
  const titles = await readShownTitles(deps, [...serviceOf.values()], reader)
  return bookings.map((booking) => {
    const known = titles.get(serviceOf.get(booking.id) ?? '')
    return known?.title === booking.service_title ? { ...booking, service_title: known.shown } : booking
  })
}

export async function readShownTitle(deps: BookingDeps, booking: Titled): Promise<string> {
  const [shown] = await withShownTitles(deps, [booking])
  return shown?.service_title ?? booking.service_title
}
