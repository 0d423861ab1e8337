// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import type { Enquiry } from '../../modules/content/index.ts'
import { openScreen } from '../testing/screen.tsx'

const id = '0198c000-0000-7000-8000-000000000001'
const message: Enquiry = {
  ...{ id, name: 'Ria Sen', email: 'ria@example.com', phone: '+919812345678', subject: 'Umrah in March' },
  ...{ message: 'After Eid', topic: 'departure', travel_dates: 'March', travellers: '2 adults' },
  ...{ service_id: id, service_type: 'umrah', booking_id: null, language: null, answered_at: null, answered_by: null },
  ...{ booking_reference: null, state: 'new', entries: 0 },
  created_at: '2026-11-20T10:00:00.000Z',
}
const open = (about: Partial<Enquiry>) =>
  openScreen(`/admin/messages?message=${id}`, {
    'content/admin/enquiry': () => ({ ...message, ...about }),
    'content/admin/enquiries': () => ({ items: [], open: 0, nextCursor: null }),
  })

test('a request for other dates leads to its item', async () => {
  const page = await open({})
  const link = await page.findByRole('link', { name: 'Umrah in March' })
  expect(link.getAttribute('href')).toBe(`/admin/umrah/${id}`)
})

test.each([
  ['whose item was deleted', { service_id: null }],
  ['of another topic', { service_id: null, service_type: null, topic: 'contact' }],
])('a message %s has no link', async (_what, about) => {
  const page = await open(about)
  expect((await page.findByRole('heading', { name: 'Umrah in March' })).querySelector('a')).toBeNull()
})
