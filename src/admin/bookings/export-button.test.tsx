// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../testing/screen.tsx'

const rows = { items: [], total: 0, nextCursor: null }
const requested: string[] = []
const calls = fetch
vi.stubGlobal('fetch', async (sent: Request | string) => {
  if (typeof sent !== 'string') return calls(sent)
  requested.push(sent)
  return new Response('a,b')
})

test('an export that follows a search at once uses what the field shows', async () => {
  const screen = await openScreen('/admin/bookings?status=confirmed', { 'booking/admin/list': () => rows })
  const field = await screen.findByRole('searchbox')
  const type = (value: string) => fireEvent.input(field, { target: { value } })
  type(' asha@example.com ')
  fireEvent.click(screen.getByRole('button', { name: /export/i }))
  await vi.waitFor(() => expect(requested).toEqual(['/api/admin/bookings.csv?q=asha%40example.com&status=confirmed']))
})
