// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { CustomerRow, CustomerView } from '../../modules/customer/index.ts'
import { choose, fillIn, press, shows, toast } from '../testing/hands.ts'
import { type Answers, openScreen } from '../testing/screen.tsx'

const idOf = (number: number) => `0198c000-0000-7000-8000-00000000000${number}`
const usd = (minor: number) => ({ minor, currency: 'USD' })
const row: CustomerRow = {
  ...{ id: idOf(1), name: 'Omar Saleh', email: 'omar@example.com', phone: '+971501234567', tags: ['VIP'] },
  ...{ has_account: true, last_booked_at: '2026-11-20T10:00:00.000Z' },
}
const omar: CustomerView = {
  ...row,
  ...{ version: 3, language: 'Arabic', marketing: 'unknown', marketing_at: null },
  emails: [
    { value: 'omar@example.com', is_verified: true },
    { value: 'omar.work@example.com', is_verified: false },
  ],
  ...{ phones: ['+971501234567'], created_at: '2026-01-20T10:00:00.000Z', bookings: 1 },
  balance: [{ owed: usd(5_000), refund_due: usd(0) }],
  notes: [{ id: idOf(5), text: 'Prefers calls', author: 'Asma', at: '2026-11-20T10:00:00.000Z' }],
  passports: [
    {
      ...{ name: 'Omar Saleh', passport_number: 'Z1', passport_expiry: '2026-12-31', state: 'soon' },
      ...{ booking_reference: 'TH0000000001', service_title: 'Desert safari' },
    },
  ],
  merges: [],
  documents: [
    {
      ...{ id: idOf(6), name: 'clear_photo', traveller: 'Omar Saleh', at: '2026-11-20T10:00:00.000Z' },
      ...{ booking_reference: 'TH0000000001', service_title: 'Desert safari' },
    },
  ],
}
const booking = {
  ...{ id: idOf(7), booking_reference: 'TH0000000001', service_type: 'tour', service_title: 'Desert safari' },
  ...{ customer_name: 'O. Saleh', customer_email: 'omar.work@example.com', customer_phone: null },
  ...{ travel_date: '2026-12-20', return_date: null, final_amount: usd(9_000), amount_inr: null },
  ...{ booking_status: 'confirmed', payment_status: 'completed', payment_checking: false, is_partly_refunded: false },
  ...{ payment_method: null, created_at: '2026-11-20T10:00:00.000Z' },
}
const page = (own: Answers = {}): Answers => ({
  'customer/admin/get': () => omar,
  'customer/admin/bookings': () => ({ items: [booking], nextCursor: null }),
  'customer/admin/issuedDocuments': () => [
    {
      ...{ kind: 'invoice', number: 'INV-2026-000042', label: null, traveller: null, href: '/api/papers/invoice' },
      ...{ at: '2026-11-20T10:00:00.000Z', booking_reference: 'TH0000000001', service_title: 'Desert safari' },
    },
    {
      ...{ kind: 'document', number: null, label: 'Visa', traveller: 'Omar Saleh', href: '/api/issued-documents/1' },
      ...{ at: '2026-11-20T10:00:00.000Z', booking_reference: 'TH0000000001', service_title: 'Desert safari' },
    },
  ],
  ...own,
})
const open = (own: Answers = {}) => openScreen(`/admin/customers/${omar.id}`, page(own))

test('customers are listed with contact, tags and last booking, and searched', async () => {
  const asked: unknown[] = []
  const screen = await openScreen('/admin/customers?q=omar', {
    'customer/admin/list': (input) => {
      asked.push(input)
      return { items: [row], total: 1, totalIsExact: true, nextCursor: null }
    },
  })
  const link = await screen.findByRole('link', { name: 'Omar Saleh' })
  expect(link.getAttribute('href')).toBe(`/admin/customers/${row.id}`)
  await shows(() => screen.getByRole('main'), '1 customer', 'omar@example.com', '+971501234567', 'VIP', 'Last booking')
  expect(asked).toEqual([{ q: 'omar', limit: 25 }])
  await choose(screen, 'Sort by', 'Name')
  await expect.poll(() => asked.at(-1)).toEqual({ q: 'omar', sort: 'name', limit: 25 })
})

test('the page of a customer shows contact, balance, bookings, documents and notes', async () => {
  const screen = await open()
  await screen.findByRole('heading', { name: 'Omar Saleh', level: 1 })
  const region = (name: string) => within(screen.getByRole('region', { name }))
  await region('Bookings (1)').findByRole('link', { name: 'TH0000000001' })
  await shows(() => screen.getByRole('region', { name: 'Bookings (1)' }), '$90.00', '2026-12-20', 'Booked by O. Saleh')
  await shows(() => screen.getByRole('region', { name: 'Balance' }), 'To pay', '$50.00')
  await shows(() => screen.getByRole('region', { name: 'Contact' }), 'Verified', 'omar.work@example.com', 'Not asked')
  await shows(() => screen.getByRole('region', { name: 'Documents' }), 'Z1', 'Expires within six months', 'Clear photo')
  const invoice = await region('Issued to the customer').findByRole('link', { name: 'Invoice INV-2026-000042' })
  expect(invoice.getAttribute('href')).toBe('/api/papers/invoice')
  await shows(() => screen.getByRole('region', { name: 'Issued to the customer' }), 'Visa · Omar Saleh')
  await shows(() => screen.getByRole('region', { name: 'Notes' }), 'Prefers calls', 'Asma')
})

test('a customer is edited, and errors stand at their fields', async () => {
  const sent: { version: number; tags: string[]; email: string }[] = []
  const screen = await open({
    'customer/admin/change': (input: (typeof sent)[number]) => {
      sent.push(input)
      if (input.email === 'nobody')
        throw Object.assign(new Error('Please check the marked fields.'), {
          status: 422,
          data: {
            code: 'customer/invalid',
            errors: [{ path: 'email', message: 'Please enter a valid email address' }],
          },
        })
      return { ...omar, name: 'Omar S. Saleh', version: 4 }
    },
  } as Answers)
  await press(screen, 'Edit')
  const dialog = within(await screen.findByRole('dialog'))
  await fillIn(dialog, /^Email/, 'nobody')
  await fillIn(dialog, /^Tags/, 'VIP, repeat guest')
  await press(dialog, 'Save')
  await dialog.findByText('Please enter a valid email address')
  await fillIn(dialog, /^Email/, 'omar@example.com')
  await press(dialog, 'Save')
  await toast(screen, 'Customer updated')
  expect(sent.map(({ version, tags }) => [version, tags])).toEqual([
    [3, ['VIP', 'repeat guest']],
    [3, ['VIP', 'repeat guest']],
  ])
})

test('notes are added, and a deleted one comes back', async () => {
  const calls: unknown[] = []
  const record = (name: string) => (input: never) => {
    calls.push([name, input])
    return omar.notes[0]
  }
  const screen = await open({
    'customer/admin/addNote': record('add'),
    'customer/admin/removeNote': record('remove'),
    'customer/admin/restoreNote': record('restore'),
  })
  await screen.findByText('Prefers calls')
  await fillIn(screen, /^New note/, 'Window seat')
  await press(screen, 'Add note')
  await toast(screen, 'Note added')
  await press(screen, /^Delete the note of Asma/)
  await toast(screen, 'Note deleted')
  await press(screen, 'Undo')
  const note = { customerId: omar.id, noteId: idOf(5) }
  await expect
    .poll(() => calls)
    .toEqual([
      ['add', { customerId: omar.id, text: 'Window seat' }],
      ['remove', note],
      ['restore', note],
    ])
})

test('each address leads to its erasure, which looks it up at once', async () => {
  const looked: unknown[] = []
  const person = { email: 'omar.work@example.com', has_account: false, is_staff: false, bookings: 1, messages: 0 }
  const screen = await open({
    'account/admin/findPerson': (input) => {
      looked.push(input)
      return { ...person, waiting: 0, open: [] }
    },
  })
  await press(screen, 'Erase omar.work@example.com...', 'link')
  await screen.findByRole('button', { name: 'Erase personal data' })
  expect(looked).toEqual([{ email: 'omar.work@example.com' }])
})

test('an unknown customer leads back to the list', async () => {
  const screen = await openScreen('/admin/customers/nobody', {
    'customer/admin/get': () => {
      throw Object.assign(new Error('No'), { status: 422 })
    },
  })
  await screen.findByText('Customer not found')
  expect(screen.getAllByRole('link', { name: 'Customers' })).toHaveLength(2)
})
