import { expect, it } from 'vitest'
import { Sheet } from './sheet.server.ts'

it('sets Urdu words whose marks have no anchor in Nastaliq', async () => {
  const sheet = new Sheet({ title: 'Urdu', author: 'Safar', now: new Date(0), language: 'ur' })
  for (const word of ['دستاویز', 'پہلے', 'زیارت', 'بچے', 'بڑا'])
    expect(sheet.text(word, 48, 48, 300)).toBeGreaterThan(0)
  expect((await sheet.finish()).length).toBeGreaterThan(0)
})
