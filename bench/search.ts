import type pg from 'pg'
import { type Figure, median, quantile } from './figures.ts'
import { timesOf } from './load.ts'

type Search = { readonly name: string; readonly q: string; readonly counted: string }
const frequent: Search = { name: 'search for a word of most items', q: 'desert', counted: 'desert' }
const searches: readonly Search[] = [
  frequent,
  { name: 'search for an unfinished word', q: 'des', counted: 'des' },
  { name: 'search with a misspelt word', q: 'desrt', counted: 'desert' },
  // No item has all words. The imported items have the frequent ones, a few of the demo the others.
  { name: 'search with a word that no item has', q: 'desert zzzz', counted: 'desert' },
  { name: 'search with three frequent words and one that no item has', q: 'desert coast tour zzzz', counted: 'desert' },
  { name: 'search with a frequent and a rare word', q: 'desert aquarium', counted: 'desert' },
  { name: 'search with frequent, rare and unknown words', q: 'desert museum zzzz dinner', counted: 'desert' },
  { name: 'search with eight words', q: 'imported tour desert coast driver camp dinner zzzz', counted: 'desert' },
  { name: 'search with eight short words', q: 'im to de co dr ca di zz', counted: 'desert' },
  {
    name: 'search with eight misspelt words',
    q: 'importd toour desrt coasst drivr musicc dinnr zzzz',
    counted: 'desert',
  },
]

/** The same words, spelt so that their answer is not in memory. `n` is at most 255. */
const anew = (q: string, n: number): string =>
  `${q} ${n.toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', '!')}`

/**
 * Suggestions over HTTP, compared with a bare count of the items that have the most frequent word: ranking them and
 * answering may take a few times as long, however many there are. One user.
 */
export async function searchFigures(shopUrl: string, pool: pg.Pool): Promise<Figure[]> {
  await pool.query('analyze service_search')
  const { rows } = await pool.query<{ items: number }>('select count(*)::int as items from service_search')
  const figures: Figure[] = []
  const measure = async ({ name, counted }: Search, typed: (n: number) => string): Promise<void> => {
    const count = () => pool.query('select count(*) from service_search where words @@ $1::tsquery', [`'${counted}':*`])
    await timesOf(20, 1, (n) => suggest(shopUrl, typed(100 + n)))
    const limit = median(await timesOf(100, 1, count))
    const times = await timesOf(100, 1, (n) => suggest(shopUrl, typed(n)))
    const value = median(times)
    const limitName = 'bare count of the most frequent word'
    const ofItems = `${name}, of ${rows[0]?.items}`
    figures.push({
      name: ofItems,
      unit: 'ms',
      value,
      limitName,
      limit,
      ratio: value / limit,
      p95: quantile(times, 0.95),
    })
  }
  for (const search of searches) await measure(search, (n) => anew(search.q, n))
  await measure({ ...frequent, name: 'search that others have just made' }, () => frequent.q)
  return figures
}

async function suggest(shopUrl: string, typed: string): Promise<void> {
  const answer = await fetch(`${shopUrl}/api/search/suggestions?q=${encodeURIComponent(typed)}`)
  const text = await answer.text()
  if (!answer.ok || !text.includes('"title"')) throw new Error(`${typed}: ${answer.status} ${text}`)
}
