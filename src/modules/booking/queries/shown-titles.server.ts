import { readShownTitles } from '../../catalogue/index.server.ts'
import { readerOf } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type MarkedTitle, markedTitle } from '../rules/shown-title.ts'

type Titled = { readonly id: string; readonly service_title: string }
type Marked<Row> = Omit<Row, 'service_title'> & MarkedTitle

/**
 * Bookings with the title of their item as the reader knows it, and its language where it is another one. An item that was
 * renamed since keeps the name it was sold with. Two statements, none for the shop's default language.
 */
export async function withShownTitles<Row extends Titled>(
  deps: BookingDeps,
  bookings: readonly Row[],
): Promise<Marked<Row>[]> {
  const reader = deps.language ? await readerOf(deps, deps.language) : null
  if (!reader || bookings.length === 0) return [...bookings]
  const ids = bookings.map(({ id }) => id)
  const booked = await deps.db.selectFrom('bookings').select(['id', 'service_id']).where('id', 'in', ids).execute()
  const serviceOf = new Map(booked.map(({ id, service_id }) => [id, service_id]))
  const titles = await readShownTitles(deps, [...serviceOf.values()], reader)
  return bookings.map((booking) => {
    const known = titles.get(serviceOf.get(booking.id) ?? '')
    return known?.title === booking.service_title
      ? { ...booking, ...markedTitle(known.shown, undefined) }
      : { ...booking, ...markedTitle(booking.service_title, reader.original) }
  })
}

export async function readShownTitle(deps: BookingDeps, { id, service_title }: Titled): Promise<MarkedTitle> {
  const [shown] = await withShownTitles(deps, [{ id, service_title }])
  return markedTitle(shown?.service_title ?? service_title, shown?.languages?.service_title)
}
