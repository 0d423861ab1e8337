import { expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, book } from '../booking/testing/fixtures.ts'

const shop = await testApp()
const tour = await addService(shop.core, 'tour')
const support = await shop.signIn('support')
const people = [
  ['José Díaz', 'josé.díaz@example.com'],
  ['أحمد الهاشمي', 'ahmed@example.com'],
  ['فاطمہ خان', 'khan@example.com'],
  ['फ़ातिमा ख़ान', 'fatima@example.com'],
] as const
for (const [at, [customer_name, customer_email]] of people.entries())
  await book(shop.core, tour, { customer_name, customer_email, customer_phone: `+97150999880${at}` })
await shop.shop.jobs['record-customers']?.({})

it.each([
  ['jose', 'José Díaz'],
  ['diaz JOSÉ', 'José Díaz'],
  ['josé.díaz', 'José Díaz'],
  ['jose.diaz', 'José Díaz'],
  ['احمد', 'أحمد الهاشمي'],
  ['أَحْمَد', 'أحمد الهاشمي'],
  ['أحمـــد', 'أحمد الهاشمي'],
  ['الهاشمى احمد', 'أحمد الهاشمي'],
  ['٠٥٠ ٩٩٩ ٨٨٠١', 'أحمد الهاشمي'],
  ['فاطمه', 'فاطمہ خان'],
  ['फातिमा', 'फ़ातिमा ख़ान'],
  ['खान फ़ातिमा', 'फ़ातिमा ख़ान'],
  ['ـ', undefined],
  ['\u064b', undefined],
])('staff find customers by %s, however the name is spelled', async (q, name) => {
  const answer = await shop.call(`GET /api/admin/customers?q=${encodeURIComponent(q)}`, undefined, support.headers)
  expect(answer.status, answer.text).toBe(200)
  const names = (answer.json() as { items: { name: string }[] }).items.map((each) => each.name)
  expect(names).toEqual(name ? [name] : [])
})
