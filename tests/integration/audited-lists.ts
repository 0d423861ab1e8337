type Answer = Record<string, unknown> & { id: string; version: number }
type Write = (route: string, body: object, change: 'made' | 'changed' | 'gone' | 'act') => Promise<Answer>

/** POST routes that only read. */
export const readsOfLists = [
  'POST /admin/booking-runs/confirmations/preview',
  'POST /admin/booking-runs/messages/preview',
  'POST /admin/booking-selection/list',
]

export async function writeToLists(write: Write, book: () => Promise<{ id: string }>): Promise<void> {
  await writeToViews(write)
  await actOnMany(write, (await book()).id)
}

/** Each write to a saved view of the list of bookings once. */
async function writeToViews(write: Write): Promise<void> {
  const route = '/api/admin/booking-views'
  const view = { name: 'On record', is_shared: false }
  const { id, version } = await write(`POST ${route}`, { ...view, query: { status: 'pending' } }, 'made')
  const changed = await write(`PUT ${route}/${id}`, { ...view, is_shared: true, version }, 'changed')
  await write(`DELETE ${route}/${id}`, { version: changed.version }, 'gone')
}

/** Each action with selected bookings once. What its job does is recorded too (src/app/bulk-*.test.ts). */
async function actOnMany(write: Write, bookingId: string): Promise<void> {
  const ids = [bookingId]
  await write('POST /api/admin/booking-runs/confirmations', { versions: { [bookingId]: 1 } }, 'act')
  await write('POST /api/admin/booking-runs/messages', { ids, subject: 'Weather', text: 'Bring a coat' }, 'act')
  await write('POST /api/admin/booking-selection.csv', { ids }, 'act')
}
