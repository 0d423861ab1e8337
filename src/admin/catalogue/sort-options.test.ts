import { expect, it } from 'vitest'
import { sortOptions } from './sort-options.ts'

it('every column is described by what each order lists first [A041]', () => {
  const options = sortOptions([
    { name: 'price_adult', label: 'Adult price', input: 'money' },
    { name: 'location', label: 'Location', input: 'text' },
  ])
  const labels = Object.fromEntries(options.map(({ value, label }) => [value, label]))
  expect(labels).toMatchObject({
    'title.asc': 'Title, A to Z',
    'location.desc': 'Location, Z to A',
    'from.asc': 'Price, lowest first',
    'price_adult.desc': 'Adult price, highest first',
    'status.asc': 'Active first',
    'is_featured.asc': 'Featured last',
    'created_at.desc': 'Created, newest first',
  })
  expect(options).toHaveLength(16)
})
