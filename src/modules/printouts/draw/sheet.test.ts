import { expect, it } from 'vitest'
import { Sheet } from './sheet.server.ts'

it('sets Urdu words whose marks have no anchor in Nastaliq', async () => {
  const sheet = new Sheet({ title: 'Urdu', author: 'Safar', now: new Date(0), language: 'ur' })
  for (const word of ['دستاویز', 'پہلے', 'زیارت', 'بچے', 'بڑا'])
    expect(sheet.text(word, 48, 48, 300)).toBeGreaterThan(0)
  expect((await sheet.finish()).length).toBeGreaterThan(0)
})

it('gives a line of Nastaliq the height of its letters, and a name in Latin beside it the same', () => {
  const sheet = new Sheet({ title: 'Urdu', author: 'Safar', now: new Date(0), language: 'ur' })
  expect(sheet.text('کل رقم', 48, 48, 300, { size: 10 })).toBeCloseTo(23)
  expect(sheet.text('USD 15.00', 48, 48, 300, { size: 10 })).toBeCloseTo(23)
})
