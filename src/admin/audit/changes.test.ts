import { expect, it } from 'vitest'
import { changesOf, nameIn } from './changes.ts'

it('changes lists each field that differs, with its values before and after', () => {
  const before = { role: 'support', name: 'Noor', gone: 1 }
  const after = { role: 'manager', name: 'Noor', tags: ['a'] }
  expect(changesOf(before, after)).toEqual([
    { field: 'role', before: 'support', after: 'manager' },
    { field: 'gone', before: '1', after: null },
    { field: 'tags', before: null, after: '[\n "a"\n]' },
  ])
  expect(changesOf(null, { role: 'admin' })).toEqual([{ field: 'role', before: null, after: 'admin' }])
  expect(changesOf([1], [2])).toEqual([{ field: '', before: '[\n 1\n]', after: '[\n 2\n]' }])
  expect(changesOf(null, null)).toEqual([])
})

it('a changed item is named by its readable name, the newer one first', () => {
  expect(nameIn({ before: { title: 'Creek walk' }, after: { title: 'Creek by night', slug: 'creek' } })).toBe(
    'Creek by night',
  )
  expect(nameIn({ before: { code: 'WELCOME10' }, after: null })).toBe('WELCOME10')
  expect(nameIn({ before: null, after: { role: 'admin', title: '' } })).toBe(null)
  expect(nameIn({ before: ['title'], after: 'title' })).toBe(null)
})
