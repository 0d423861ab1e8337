import { expect, test } from 'vitest'
import { testCore } from '../../../tests/support/database.ts'
import { adminListInput } from './contract.ts'
import { listBookings } from './index.server.ts'
import { addService, book } from './testing/fixtures.ts'

const core = await testCore()
const tour = await addService(core, 'tour')
const dubai = await book(core, tour, { customer_name: 'Asha Devi Rao', customer_phone: '+971 50 111 2206' })
const pune = await book(core, tour, { customer_name: 'Rao Menon', customer_phone: '+91 98765 43210' })
await book(core, tour, { customer_name: 'No Phone', customer_phone: '' })
const idsOf = async (q: string) =>
  (await listBookings(core, adminListInput.parse({ q }))).items.map(({ id }) => id).sort()

test.each(['+971 50 111 2206', '00971 50 111 2206', '0501112206', '050-111-2206', '111 2206', '+971 (0)50 1112206'])(
  'staff find a booking by its phone number typed as %s [A134]',
  async (q) => {
    expect(await idsOf(q)).toEqual([dubai.id])
  },
)
test('a number in the middle of a phone number, or of another one, finds nothing', async () => {
  for (const q of ['501112', '+971 50 111 2207', '1 971 50 111 2206']) expect(await idsOf(q)).toEqual([])
})
test('staff find a name by its words in any order, and no booking that lacks one [A134]', async () => {
  for (const q of ['rao asha', 'Rao, Asha Devi', 'de as']) expect(await idsOf(q)).toEqual([dubai.id])
  expect(await idsOf('menon rao')).toEqual([pune.id])
  expect(await idsOf('rao menon asha')).toEqual([])
})
test('the digits of a reference find it although they look like a phone number [A134]', async () => {
  expect(await idsOf(pune.booking_reference.slice(3))).toEqual([pune.id])
})
