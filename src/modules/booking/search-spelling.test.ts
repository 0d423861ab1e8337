import { expect, it } from 'vitest'
import { testCore } from '../../../tests/support/database.ts'
import { listBookings } from './index.server.ts'
import { adminListInput } from './list-contract.ts'
import { addService, addUsers, book } from './testing/fixtures.ts'

const core = await testCore()
await addUsers(core)
const tour = await addService(core, 'tour', {}, { title: 'Séjour à Dubaï' })
const named = async (customer_name: string, customer_email: string) =>
  (await book(core, tour, { customer_name, customer_email })).id
const arabic = await named('أحمد الهاشمي', 'ahmed@example.com')
const hindi = await named('फ़ातिमा ख़ान', 'fatima@example.com')
const spanish = await named('José Díaz', 'josé.díaz@example.com')
const all = [arabic, hindi, spanish].toSorted()

const find = async (q: string) =>
  (await listBookings(core, adminListInput.parse({ q }))).items.map(({ id }) => id).toSorted()

it.each([
  ['احمد', [arabic]],
  ['أَحْمَد', [arabic]],
  ['أحمـــد', [arabic]],
  ['الهاشمى احمد', [arabic]],
  ['फातिमा', [hindi]],
  ['खान फ़ातिमा', [hindi]],
  ['jose', [spanish]],
  ['Diaz JOSÉ', [spanish]],
  ['josé.díaz', [spanish]],
  ['jose.diaz@example.com', [spanish]],
  ['sejour a dubai', all],
  ['Séjour', all],
  ['ـ', []],
  ['\u064b', []],
  ['jose josé.díaz', []],
])('staff find bookings by %s, however the name or title is spelled', async (q, ids) => {
  expect(await find(q)).toEqual(ids)
})
