import { expect, test } from 'vitest'
import { caseStages } from '../modules/booking/rules/case-stages.ts'
import { historyEvents } from '../modules/booking/rules/timeline.ts'
import { kinds } from '../services/index.ts'
import { hasText } from './text.ts'

/** Codes that inWords() would spell out in English, in the Arabic back office too. */
const unnamed = (codes: readonly string[]): string[] => [...new Set(codes)].filter((code) => !hasText('codes', code))

test('every event of a history and every stage of a case has a name in each language', () => {
  expect(unnamed([...historyEvents, ...caseStages])).toEqual([])
})

test('every option of a kind’s questions has a name', async () => {
  const all = await Promise.all(kinds.map(async (kind) => (await kind.fields()).fields))
  const specs = all.flatMap(({ bookingSpecs, admin }) => [...bookingSpecs, ...(admin?.answerSpecs ?? [])])
  const options = specs.flatMap(({ options: all = [], optionNames }) => all.filter((option) => !optionNames?.[option]))
  expect(options.length).toBeGreaterThan(1)
  expect(unnamed(options)).toEqual([])
})
