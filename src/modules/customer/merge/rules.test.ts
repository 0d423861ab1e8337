import { describe, expect, it, test } from 'vitest'
import {
  isNameOf,
  isSpellingOf,
  likenessesOf,
  type Mergeable,
  mergeRecords,
  rankCandidates,
  restoredFields,
} from './rules.ts'

const blank: Mergeable = {
  ...{ name: 'Omar Saleh', email: null, phone: null, language: null, tags: [] },
  ...{ marketing: 'unknown', marketing_at: null },
}

describe('a merged record', () => {
  it('keeps its own values and fills in what it lacks', () => {
    const kept = { ...blank, email: 'omar@example.com' }
    const other = { ...blank, name: 'O. Saleh', email: 'o@example.com', phone: '+971501234567', language: 'Arabic' }
    expect(mergeRecords(kept, other, [])).toMatchObject({
      ...{ name: 'Omar Saleh', email: 'omar@example.com', phone: '+971501234567', language: 'Arabic' },
    })
  })
  it('takes the chosen values of the other, but never an empty one', () => {
    const kept = { ...blank, email: 'omar@example.com', phone: '+971501234567' }
    const other = { ...blank, name: 'O. Saleh', email: 'o@example.com' }
    expect(mergeRecords(kept, other, ['name', 'email', 'phone'])).toMatchObject({
      ...{ name: 'O. Saleh', email: 'o@example.com', phone: '+971501234567' },
    })
  })
  it('has the tags of both, each once in any case', () => {
    const tags = (own: string[], others: string[]) =>
      mergeRecords({ ...blank, tags: own }, { ...blank, tags: others }, []).tags
    expect(tags(['VIP', 'Family'], ['vip', 'Corporate'])).toEqual(['VIP', 'Family', 'Corporate'])
  })
  test.each([
    ['agreed', '2026-01-01', 'declined', '2026-02-01', 'declined'],
    ['declined', '2026-02-01', 'agreed', '2026-01-01', 'declined'],
    ['unknown', null, 'agreed', '2026-01-01', 'agreed'],
    ['agreed', '2026-01-01', 'unknown', null, 'agreed'],
    ['declined', '2026-01-01', 'unknown', '2026-03-01', 'declined'],
  ] as const)('%s (%s) and %s (%s) become %s', (own, ownAt, other, otherAt, wanted) => {
    const kept = { ...blank, marketing: own, marketing_at: ownAt }
    expect(mergeRecords(kept, { ...blank, marketing: other, marketing_at: otherAt }, []).marketing).toBe(wanted)
  })
})

test('undoing restores what the merge changed, except what staff changed later', () => {
  const merged = { ...blank, phone: '+971501234567', tags: ['VIP'] }
  expect(restoredFields(blank, merged, merged)).toEqual({ phone: null, tags: [] })
  expect(restoredFields(blank, merged, { ...merged, tags: ['VIP', 'New'], name: 'Omar S.' })).toEqual({ phone: null })
})

test.each([
  ['omar.saleh@gmail.com', 'omarsaleh@gmail.com', true],
  ['omar+trips@gmail.com', 'omar@gmail.com', true],
  ['omar@gmail.com', 'omar@gmial.com', true],
  ['omarsaleh@gmail.com', 'omarsalah@gmail.com', true],
  ['omar@gmail.com', 'omar@work.example', false],
  ['omar@gmail.com', 'amar@gmail.com', false],
  ['me@gmail.com', 'm.e@gmail.com', false],
])('%s and %s are spellings of one address: %s', (email, other, wanted) => {
  expect(isSpellingOf(email, other)).toBe(wanted)
})

test.each([
  ['Omar Saleh', 'Saleh Omar', true],
  ['Omar Saleh', 'OMAR  SALEH', true],
  ['Mohammed Khan', 'Mohamed Khan', true],
  ['José Pérez', 'Jose Perez', true],
  ['Omar Saleh', 'Omar Ali Saleh', true],
  ['Omar Saleh', 'Omar Khan', false],
  ['Omar', 'Omar Saleh', false],
  ['Omar', 'omar', true],
  ['Li Wu', 'Li Xu', false],
  ['Anna Anna', 'Anna Bell', false],
])('%s and %s may be one person: %s', (name, other, wanted) => {
  expect(isNameOf(name, other)).toBe(wanted)
})

test('the likeliest candidate comes first, and strangers are left out', () => {
  const person = { id: '1', name: 'Omar Saleh', emails: ['omar.saleh@gmail.com'] }
  const candidate = (id: string, name: string, emails: string[], hasPhone = false) => ({ id, name, emails, hasPhone })
  const others = [
    candidate('2', 'Zed', ['zed@example.com']),
    candidate('3', 'Saleh Omar', []),
    candidate('4', 'Wife', [], true),
    candidate('5', 'Omar Saleh', ['omarsaleh@gmail.com'], true),
    candidate('6', 'O. S.', ['omarsaleh@gmail.com']),
  ]
  expect(rankCandidates(person, others).map(({ candidate }) => candidate.id)).toEqual(['5', '4', '6', '3'])
  expect(likenessesOf(person, others[3]!)).toEqual(['phone', 'email', 'name'])
})
