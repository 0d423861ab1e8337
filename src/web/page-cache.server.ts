import { type PackedText, packText } from './packed-text.server.ts'

/**
 * Pages that are the same for every visitor, rendered once and cached compressed. Invariants: a page rendered before a
 * drop of one of its tags is never served after it, even if the drop came during rendering; memory is limited by
 * entries and bytes; a key is rendered once at a time.
 */
export type Rendered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
  readonly tags: readonly string[]
  readonly isPrivate: boolean
  /** URL of an advertising pixel's script that the page may load; null or left out for none. */
  readonly pixel?: string | null
}
export type CachedPage = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: PackedText
  readonly tags: readonly string[]
}
/** Cached pages are ready to send; others are as rendered. */
export type Answer = { readonly cached: CachedPage } | { readonly page: Rendered }

export type PageCacheOptions = {
  readonly maxEntries: number
  readonly maxBytes: number
  /** False: this node does not hear drops, so nothing may be cached or served from memory. */
  readonly isUsable: () => boolean
  /** Headers of the response, such as the content policy. */
  readonly headersOf: (page: Rendered) => Readonly<Record<string, string>>
}
export type PageCache = {
  get: (key: string, render: () => Promise<Rendered>) => Promise<Answer>
  has: (key: string) => boolean
  drop: (tags: readonly string[]) => void
  size: () => { entries: number; bytes: number }
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const pages = new Map<string, CachedPage>()
  const pending = new Map<string, { readonly generation: number; readonly work: Promise<Answer> }>()
  let bytes = 0
  /** Counts drops. A page whose rendering began before a drop is sent to those who waited for it, but not cached. */
  let generation = 0

  const forget = (key: string): void => {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= sizeOf(page)
  }
  const keep = (key: string, page: CachedPage): void => {
    forget(key)
    if (sizeOf(page) > options.maxBytes / 10) return
    pages.set(key, page)
    bytes += sizeOf(page)
    while (pages.size > options.maxEntries || bytes > options.maxBytes) forget(leastUseful() ?? key)
  }
  /**
   * The least recently used search, else the least recently used page: made-up searches only displace other searches.
   */
  const leastUseful = (): string | undefined => {
    for (const key of pages.keys()) if (key.includes('?')) return key
    return pages.keys().next().value
  }
  const make = async (key: string, render: () => Promise<Rendered>, startGeneration: number): Promise<Answer> => {
    const page = await render()
    if (page.isPrivate || page.status !== 200 || !options.isUsable()) return { page }
    const cached = await pack(page, options.headersOf(page))
    if (startGeneration === generation && options.isUsable()) keep(key, cached)
    return { cached }
  }

  return {
    async get(key, render) {
      if (!options.isUsable()) return { page: await render() }
      const known = pages.get(key)
      if (known) {
        // Moves it to the end: the first key is the least recently used.
        pages.delete(key)
        pages.set(key, known)
        return { cached: known }
      }
      const running = pending.get(key)
      if (running && running.generation === generation) return running.work
      const startGeneration = generation
      const work = make(key, render, startGeneration).finally(() => {
        if (pending.get(key)?.work === work) pending.delete(key)
      })
      pending.set(key, { generation: startGeneration, work })
      return work
    },
    has: (key) => pages.has(key),
    drop(tags) {
      generation++
      const all = tags.includes('*')
      for (const [key, page] of pages) if (all || page.tags.some((tag) => tags.includes(tag))) forget(key)
    },
    size: () => ({ entries: pages.size, bytes }),
  }
}

const sizeOf = ({ text }: CachedPage): number => text.bytes

async function pack(page: Rendered, headers: Readonly<Record<string, string>>): Promise<CachedPage> {
  const { status, tags, html } = page
  return { status, headers: { ...page.headers, ...headers }, tags, text: await packText(html) }
}
