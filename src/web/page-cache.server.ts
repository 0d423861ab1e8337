import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * The pages that are the same for every visitor, rendered once and kept in memory already compressed. Invariants: a
 * page that was made before a drop of one of its tags is never answered after it, also when its rendering was under
 * way; memory is bounded by entries and bytes; one rendering at a time for one key.
 */
export type Rendered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
  readonly tags: readonly string[]
  readonly isPrivate: boolean
  /** The script of an advertising pixel that the page may load; null or left out for none. */
  readonly pixel?: string | null
}
export type Encoding = 'br' | 'gzip' | 'identity'
export type KeptPage = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly body: Readonly<Record<Encoding, Buffer>>
  readonly tags: readonly string[]
}
/** Kept pages are ready to send; others are as the renderer gave them. */
export type Answer = { readonly kept: KeptPage } | { readonly page: Rendered }

export type PageCacheOptions = {
  readonly maxEntries: number
  readonly maxBytes: number
  /** False: nothing may be kept or answered from memory now (this node does not hear drops). */
  readonly isUsable: () => boolean
  /** Adds what belongs to the response, such as the content policy. */
  readonly headersOf: (page: Rendered) => Readonly<Record<string, string>>
}
export type PageCache = {
  get: (key: string, render: () => Promise<Rendered>) => Promise<Answer>
  has: (key: string) => boolean
  drop: (tags: readonly string[]) => void
  size: () => { entries: number; bytes: number }
}

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

export function createPageCache(options: PageCacheOptions): PageCache {
  const pages = new Map<string, KeptPage>()
  const pending = new Map<string, { readonly generation: number; readonly work: Promise<Answer> }>()
  let bytes = 0
  /** Raised by every drop: what was begun under an older number is answered to those who asked then, and not kept. */
  let generation = 0

  const forget = (key: string): void => {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= sizeOf(page)
  }
  const keep = (key: string, page: KeptPage): void => {
    forget(key)
    if (sizeOf(page) > options.maxBytes / 10) return
    pages.set(key, page)
    bytes += sizeOf(page)
    while (pages.size > options.maxEntries || bytes > options.maxBytes) forget(leastWorth() ?? key)
  }
  /** The least used search, else the least used page: whoever makes up searches pushes out those of others, no page. */
  const leastWorth = (): string | undefined => {
    for (const key of pages.keys()) if (key.includes('?')) return key
    return pages.keys().next().value
  }
  const make = async (key: string, render: () => Promise<Rendered>, begun: number): Promise<Answer> => {
    const page = await render()
    if (page.isPrivate || page.status !== 200 || !options.isUsable()) return { page }
    const kept = await pack(page, options.headersOf(page))
    if (begun === generation && options.isUsable()) keep(key, kept)
    return { kept }
  }

  return {
    async get(key, render) {
      if (!options.isUsable()) return { page: await render() }
      const known = pages.get(key)
      if (known) {
        // Last used is last to go.
        pages.delete(key)
        pages.set(key, known)
        return { kept: known }
      }
      const running = pending.get(key)
      if (running && running.generation === generation) return running.work
      const begun = generation
      const work = make(key, render, begun).finally(() => {
        if (pending.get(key)?.work === work) pending.delete(key)
      })
      pending.set(key, { generation: begun, work })
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

const sizeOf = ({ body }: KeptPage): number => body.br.length + body.gzip.length + body.identity.length

/** Compressed once at a level worth keeping, so that answering costs no processor time. */
async function pack(page: Rendered, headers: Readonly<Record<string, string>>): Promise<KeptPage> {
  const identity = Buffer.from(page.html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, gzipped] = await Promise.all([brotli(identity, { params }), gz(identity, { level: 6 })])
  return {
    status: page.status,
    headers: { ...page.headers, ...headers },
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
    body: { br, gzip: gzipped, identity },
    tags: page.tags,
  }
}

/** For what is made for one answer only. */
export async function compressOnce(text: string, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(text)
  if (encoding === 'br') return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return encoding === 'gzip' ? gz(bytes, { level: 4 }) : bytes
}

/** The best encoding that the client takes; one with q=0 is refused by it. */
export function pickEncoding(accept: string | undefined): Encoding {
  const taken = new Set(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split(/\s*;\s*/))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity'
}

export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
