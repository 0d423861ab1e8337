import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestCore, testCore } from '../../../../tests/support/database.ts'
import { chosenParts } from './most-parts.server.ts'
import type { Part } from './words.ts'
import '../tables.server.ts'

// Words by how many items have them: from nearly all to one. 'left' and 'right' exclude each other.
const shares: Readonly<Record<string, number>> = {
  most: 0.95,
  many: 0.8,
  half: 0.5,
  third: 0.33,
  tenth: 0.1,
  few: 0.03,
  rare: 0.01,
}
const items = 400
let core: TestCore
let world: readonly ReadonlySet<string>[]

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let last = seed
  return () => {
    last = (last * 1_103_515_245 + 12_345) % 2_147_483_648
    return last / 2_147_483_648
  }
}

function makeWorld(): ReadonlySet<string>[] {
  const random = numbers(7)
  return Array.from({ length: items }, (_, at) => {
    const words = Object.entries(shares).flatMap(([word, share]) => (random() < share ? [word] : []))
    const side = at % 5 === 0 ? [] : [at % 2 === 0 ? 'left' : 'right']
    // Never beside the most frequent word.
    const alone = words.includes('most') ? [] : ['alone']
    // Two frequent words in one item together, and two rare ones in five, without the frequent ones.
    const halves = at >= 395 ? ['one', 'two'] : at === 0 ? ['north', 'south'] : [at % 2 === 0 ? 'north' : 'south']
    return new Set([...words, ...side, ...halves, ...alone, ...(at === 111 ? ['single'] : []), 'item'])
  })
}

beforeAll(async () => {
  core = await testCore()
  world = makeWorld()
  await sql`insert into services (id, kind, slug, title, status, currency, details, search_text, created_at, updated_at)
    select gen_random_uuid(), 'tour', 'item-' || at, 'x', 'active', 'AED', '{}', words, now(), now()
    from unnest(${world.map((words) => [...words].join(' '))}::text[]) with ordinality as item (words, at)`.execute(
    core.db,
  )
  await sql`analyze service_search`.execute(core.db)
})

const partsOf = (words: readonly string[]): readonly Part[] =>
  words.map((word) => ({ typed: [word], any: [{ words: [word] }] }))

async function chosen(words: readonly string[], read?: number): Promise<readonly string[]> {
  const { rows } = await sql<{ held: number; items: number }>`with ${chosenParts(partsOf(words), read)}
    select held, (select count(*) from service_search where words @@ by_start)::int as items from chosen`.execute(
    core.db,
  )
  const kept = words.filter((_word, at) => ((rows[0]?.held ?? 0) >> at) % 2 === 1)
  if (kept.length > 0) expect(rows[0]?.items).toBe(countOf(kept))
  return kept
}

const countOf = (words: readonly string[]) => world.filter((has) => words.every((word) => has.has(word))).length

/** Every set of the words, compared by the rule. */
function expected(words: readonly string[]): readonly string[] {
  const sets = Array.from({ length: 2 ** words.length - 1 }, (_, at) => {
    const held = at + 1
    const kept = words.filter((_word, place) => (held >> place) % 2 === 1)
    return { held, kept, items: countOf(kept) }
  }).filter((set) => set.items > 0)
  sets.sort((a, b) => b.kept.length - a.kept.length || a.items - b.items || a.held - b.held)
  return sets[0]?.kept ?? []
}

const vocabulary = [...Object.keys(shares), 'left', 'right', 'north', 'south', 'one', 'alone', 'single', 'zzzz', 'qqqq']
function queries(amount: number): string[][] {
  const random = numbers(11)
  return Array.from({ length: amount }, () => {
    const shuffled = vocabulary.map((word) => ({ word, at: random() })).sort((a, b) => a.at - b.at)
    return shuffled.slice(0, 1 + Math.floor(random() * 8)).map(({ word }) => word)
  })
}

describe('the largest set of words that an item has', () => {
  test.each([
    ['an unknown word', ['most', 'many', 'zzzz'], ['most', 'many']],
    ['a rare word that no item has beside the frequent one', ['most', 'alone'], ['alone']],
    ['frequent words that exclude each other', ['left', 'right', 'most'], undefined],
    ['frequent words that exclude each other beside a rare one', ['left', 'right', 'most', 'single'], undefined],
    ['unknown words only', ['zzzz', 'qqqq'], []],
    ['one word of all items', ['item'], ['item']],
    ['the same word twice', ['item', 'item', 'zzzz'], ['item', 'item']],
    ['words of all items that are known', ['item', 'most', 'many', 'half'], undefined],
  ])('with %s', async (_what, words, kept) => {
    if (kept) expect(expected(words)).toEqual(kept)
    expect(await chosen(words)).toEqual(expected(words))
  })

  test.each([10, 500])('is the one of fewer items if rare and frequent words tie, %d items read', async (read) => {
    const words = ['one', 'two', 'north', 'south']
    expect(expected(words)).toEqual(['north', 'south'])
    expect(await chosen(words, read)).toEqual(['north', 'south'])
  })

  // The fewer items may be read, the more words count as frequent.
  test.each([0, 1, 5, 20, 100, 500])('is the one of the rule when %d items may be read', async (read) => {
    for (const words of queries(60)) expect([words, await chosen(words, read)]).toEqual([words, expected(words)])
  })
})
