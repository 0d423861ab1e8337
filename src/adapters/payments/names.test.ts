import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const suppliers = ['ccavenue', 'paypal', 'razorpay', 'stripe']
/** Names that the specification fixes: settings (A277, C298), their rule (D42) and action types (C205). */
const specified = /\b(ccavenue|paypal|razorpay|stripe)_(currency|redirect|checkout)\b|'PayPal cannot take AED or INR'/gi

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path))
  .filter((path) => !path.startsWith('adapters/payments/'))

test('payment suppliers are named only in their folder, their tests and their line', () => {
  const folders = readdirSync(join(root, 'src/adapters/payments'))
  expect(folders).toEqual(expect.arrayContaining(suppliers))
  expect(sources.length).toBeGreaterThan(500)
  const named = sources.filter((path) => {
    const text = readFileSync(join(root, 'src', path), 'utf8')
      .replaceAll(specified, '')
      .toLowerCase()
    return suppliers.some((supplier) => text.includes(supplier))
  })
  expect(named).toEqual([])
})
