import type { Language } from '../../kernel/language.ts'
import { forAnswer, type Text } from '../../kernel/messages.ts'
import { cleanQuery } from '../../kernel/query.ts'
import type { Reader } from '../../kernel/translations.ts'
import { remember, rememberRecent } from '../../platform/cache-invalidation.server.ts'
import { sayIn } from '../../platform/messages.server.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { hasParts, type Part, type SearchResults, searchItems, wordsOf } from '../catalogue/index.server.ts'
import { readerOf } from '../settings/index.server.ts'
import type { SearchAnswer, Suggestions } from './contract.ts'
import { readPageWords } from './pages.server.ts'
import type { ContentDeps } from './queries.server.ts'
import { type Suggested, suggestionsOf } from './rules/suggestions.ts'
import { text } from './text.ts'

const cardsPerKind = 6
/** Answers in memory, each of at most some sixty kilobytes. */
const maxAnswers = 100
/** First those whose title has the words, then those whose text has them. */
const maxPages = 4

/**
 * Active items of every kind, kinds, places and pages. No statement for what was searched within the minute; else as many
 * as `searchItems`, plus one for the pages unless cached.
 */
export async function search(deps: ContentDeps, typed: string, language: Language): Promise<SearchAnswer> {
  const q = cleanQuery(typed)
  const { results, pages } = await find(deps, q, { reader: await readerOf(deps, language), language })
  const groups = results.kinds.map(({ kind, total, cards, words }) => ({
    kind: kind.key,
    title: forAnswer(kind.kind.labels.plural),
    total,
    href: listHref(kind, words),
    items: [...cards],
  }))
  return {
    q,
    corrected: results.corrected,
    total: results.kinds.reduce((sum, { total }) => sum + total, 0),
    groups,
    kinds: results.named.map(linkTo),
    places: placesOf(results),
    pages: [...pages],
  }
}

/** At most eight, for a list below the search box. Costs as much as `search`. */
export async function suggest(deps: ContentDeps, typed: string, language: Language): Promise<Suggestions> {
  const q = cleanQuery(typed)
  const { results, pages, named } = await find(deps, q, { reader: await readerOf(deps, language), language })
  const total = results.kinds.reduce((sum, kind) => sum + kind.total, 0)
  return {
    q,
    corrected: results.corrected,
    total,
    items: suggestionsOf({
      kinds: results.named.map(linkTo).map(plain),
      places: placesOf(results).map(({ name, href, count }) => ({ ...plain({ title: name, href }), count })),
      // Beside items, a page that only mentions the words is no help.
      pages: (total > 0 ? named : pages).map(plain),
      items: results.kinds.map(({ kind, cards }) =>
        cards.map(({ title, href, languages, location, featured_image: image, from }) => ({
          group: kind.key,
          group_title: forAnswer(kind.kind.labels.plural),
          title,
          href,
          ...(languages?.title && { lang: languages.title }),
          place: location,
          image,
          from,
          count: null,
        })),
      ),
    }),
  }
}

type Link = Pick<Suggested, 'title' | 'href' | 'lang'>
const plain = (link: Link): Omit<Suggested, 'group' | 'group_title'> => ({
  ...link,
  place: '',
  image: null,
  from: null,
  count: null,
})

/** What many visitors look for is in memory, for a minute at most because days pass. */
type Searcher = { readonly reader: Reader | null; readonly language: Language }
const find = (deps: ContentDeps, q: string, searcher: Searcher) =>
  rememberRecent(
    deps,
    {
      group: 'search-answers',
      key: JSON.stringify([searcher.language, q.toLowerCase(), Math.floor(deps.clock().getTime() / 60_000)]),
      max: maxAnswers,
      tagsOf: () => ['catalogue', 'content', 'settings'],
    },
    () => findAnew(deps, q, searcher),
  )

async function findAnew(deps: ContentDeps, q: string, { reader, language }: Searcher) {
  const all = await readWords(deps, reader, reader?.original ?? language)
  const named = (parts: readonly Part[]) => all.filter(({ names }) => hasParts(names, parts))
  const pagesWith = (parts: readonly Part[]) => {
    const first = named(parts)
    const others = all.filter((page) => !first.includes(page) && hasParts(page.words, parts))
    return [...first, ...others].slice(0, maxPages)
  }
  const results = await searchItems(deps, {
    q,
    perKind: cardsPerKind,
    reader,
    hasMatchElsewhere: (parts) => pagesWith(parts).length > 0,
  })
  return { results, pages: pagesWith(results.parts).map(linkOf), named: named(results.parts).map(linkOf) }
}
const linkOf = ({ title, href, lang }: PageWords) => ({ title, href, ...(lang && { lang }) })

const listHref = ({ kind }: LoadedKind, words: string): string =>
  words === '' || kind.isSingle ? `/${kind.path}` : `/${kind.path}?q=${encodeURIComponent(words)}`
const linkTo = (kind: LoadedKind) => ({ title: forAnswer(kind.kind.labels.plural), href: kind.kind.listHref })

/** A place with several items leads to them, unless it is what was searched. */
const placesOf = ({ places, parts }: SearchResults) => {
  const searched = parts.flatMap(({ typed }) => typed).join(' ')
  return places
    .filter(({ name, count }) => count > 1 && wordsOf(name).join(' ') !== searched)
    .slice(0, 5)
    .map(({ name, count }) => ({ name, count, href: `/search?q=${encodeURIComponent(name)}` }))
}

type PageWords = {
  readonly title: string
  readonly href: string
  readonly lang?: Language | undefined
  readonly names: readonly string[]
  readonly words: readonly string[]
}

/** Pages that every shop has, besides those whose text the agency writes. */
const fixedPages = [
  { href: '/contact', title: text('search.contact'), names: text('search.contactWords') },
  { href: '/track-booking', title: text('search.tracker'), names: text('search.trackerWords') },
] as const satisfies readonly { href: string; title: Text; names: Text }[]

/** Found by the words of the reader's language, and by those of the agency's. From the cache, else two statements. */
const readWords = (deps: ContentDeps, reader: Reader | null, original: Language): Promise<readonly PageWords[]> =>
  remember(deps, `page-words:${reader?.language ?? ''}`, ['content', 'settings'], async () => {
    const says = [...new Set([reader?.language ?? original, original])].map(sayIn)
    const inAllLanguages = (message: Text) => says.map((say) => say(message))
    const fixed = fixedPages.map(({ href, title, names }) => ({
      ...{ href, title: inAllLanguages(title)[0] ?? '' },
      ...{ names: [...inAllLanguages(title), ...inAllLanguages(names)], words: inAllLanguages(title) },
    }))
    const written = (await readPageWords(deps, reader, original)).map(
      ({ slug, title, lang, words: [name, ...words] }) => ({
        ...{ href: `/${slug}`, title, lang, names: [title, name], words: [name, ...words] },
      }),
    )
    return [...fixed, ...written].map(({ names, words, ...link }) => ({
      ...link,
      names: wordsOf(names.join(' ')),
      words: [...new Set(wordsOf(words.join(' ')))],
    }))
  })
