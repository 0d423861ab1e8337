import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '../../kernel/html.ts'
import type { LanguageOffer } from '../../kernel/language.ts'
import { addressIn } from '../../kernel/language-address.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { countAddresses, type ItemAddress, walkAddresses } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { languagesOf } from '../settings/index.ts'
import { listPages } from './pages.server.ts'
import type { ContentDeps } from './queries.server.ts'

/** The limit of sitemaps.org. */
const maxPerFile = 50_000
type Options = { readonly perFile?: number }
type Place = { readonly path: string; readonly changed: string | null }

/**
 * /robots.txt, and /sitemap.xml with every public page and the day of its last change. The answer is streamed. With more
 * than 50,000 addresses /sitemap.xml is an index of the files /sitemap-1.xml and following.
 */
export function registerSitemap(app: FastifyInstance, deps: ContentDeps, { perFile = maxPerFile }: Options = {}): void {
  const config = { access: 'public', sessionless: true } as const
  app.get('/robots.txt', { config }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots(deps.baseUrl)),
  )
  const offer = { ...config, closes: true } as const
  app.get('/sitemap.xml', { config: offer }, async (_request, reply) => {
    const [places, items] = await Promise.all([ownPlaces(deps), countAddresses(deps)])
    const files = Math.ceil((places.length + items) / perFile)
    if (files > 1) return sendXml(reply, indexOf(deps.baseUrl, files))
    return sendXml(reply, urlSet(deps, places, { skip: 0, max: perFile - places.length }))
  })
  app.get<{ Params: { file: string } }>('/sitemap-:file(^\\d{1,5}).xml', { config: offer }, async (request, reply) => {
    const file = Number(request.params.file)
    const places = await ownPlaces(deps)
    const from = (file - 1) * perFile
    const total = places.length + (file > 0 ? await countAddresses(deps) : 0)
    if (file === 0 || from >= total) throw new Refusal('request/not-found')
    const own = places.slice(from, from + perFile)
    const skip = Math.max(0, from - places.length)
    return sendXml(reply, urlSet(deps, own, { skip, max: perFile - own.length }))
  })
}

/** Private pages are not listed: search engines must be able to read their `noindex`. */
const robots = (baseUrl: string): string =>
  `User-agent: *\nDisallow: /admin\nDisallow: /api/\nDisallow: /rpc/\n\nSitemap: ${baseUrl}/sitemap.xml\n`

/** Home, contact, the lists of the kinds (a single kind has an item only) and the agency's pages. */
async function ownPlaces(deps: ContentDeps): Promise<Place[]> {
  const { items } = await listPages(deps)
  const lists = deps.kinds.all.filter(({ kind }) => !kind.isSingle).map(({ kind }) => kind.listHref)
  return [
    ...['/', ...lists, '/contact'].map((path) => ({ path, changed: null })),
    ...items.map(({ slug, updated_at }) => ({ path: `/${slug}`, changed: updated_at })),
  ]
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const linkSpace = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'

async function* indexOf(baseUrl: string, files: number): AsyncGenerator<string> {
  yield `${head}<sitemapindex ${space}>\n`
  for (let file = 1; file <= files; file++) yield `<sitemap><loc>${baseUrl}/sitemap-${file}.xml</loc></sitemap>\n`
  yield '</sitemapindex>\n'
}

async function* urlSet(
  deps: ContentDeps,
  places: readonly Place[],
  items: { skip: number; max: number },
): AsyncGenerator<string> {
  const shop = { baseUrl: deps.baseUrl, offer: languagesOf(await readSettings(deps)) }
  yield `${head}<urlset ${space}${shop.offer.all.length > 1 ? ` ${linkSpace}` : ''}>\n`
  for (const { path, changed } of places) yield urlOf(shop, path, changed)
  for await (const item of walkAddresses(deps, items)) yield urlOf(shop, item.href, changedAt(item))
  yield '</urlset>\n'
}
const changedAt = ({ updatedAt }: ItemAddress): string => updatedAt.toISOString()
type Shop = { readonly baseUrl: string; readonly offer: LanguageOffer }
function urlOf(shop: Shop, path: string, changed: string | null): string {
  const day = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''
  return `<url><loc>${escapeHtml(shop.baseUrl + path)}</loc>${day}${alternatesOf(shop, path)}</url>\n`
}

/** The page in each language, as in its head; nothing in a shop of one language. */
function alternatesOf({ baseUrl, offer }: Shop, path: string): string {
  if (offer.all.length < 2) return ''
  const pages = [
    ...offer.all.map((code) => [code, addressIn(code, offer, path)] as const),
    ['x-default', path] as const,
  ]
  return pages
    .map(([code, href]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${escapeHtml(baseUrl + href)}"/>`)
    .join('')
}

/** Streams at the speed of the reader. A shop that closes is gone from caches within a minute. */
const sendXml = (reply: FastifyReply, lines: AsyncGenerator<string>): FastifyReply =>
  reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=60').send(Readable.from(lines))
