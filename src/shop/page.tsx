import { useLocation, useMatch } from '@tanstack/react-router'
import { readUploadedPicture } from '../kernel/pictures.ts'
import { findKind } from '../services/index.ts'
import type { ServiceKind } from '../services/kind.ts'
import { shippedName } from '../ui/pictures.ts'
import { useShop } from './context.tsx'
import { useText } from './intl.tsx'
import type { Search } from './search.ts'
import { imageAddress } from './shop-picture.tsx'
import { useAlive } from './use-alive.ts'
import { useChrome } from './use-chrome.ts'

/** What a route's loader reports of its page: to the response on the server, to the page itself in the browser. */
export interface PageOutcome {
  /** The page's subject is missing (D175). */
  readonly status?: 404
  /** What the page was made of; a change of it drops the cached page. */
  readonly tags?: readonly string[]
  /** Lazily loaded parts, by source file, that the page needs from the start. */
  readonly parts?: readonly string[]
  /** Another address is the right one. */
  readonly moved?: string
  /** Defaults stand in for what could not be read: such a page is not worth keeping. */
  readonly isIncomplete?: boolean
  /** The shop is closed for maintenance, and the visitor is no administrator. */
  readonly isClosed?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The source file of the page, as the build's manifest names it. */
    part?: string
    kindKey?: string
    /** Differs by visitor: not cached, not indexed. */
    isPrivate?: boolean
    /** Visitors come to fill it in: its script does not wait for its pictures, as that of other open pages does. */
    startsAtOnce?: boolean
  }
}

export interface PageInfo {
  readonly params: Readonly<Record<string, string>>
  readonly search: Search
  readonly isMissing: boolean
}

/** The page's place and what its loader found. */
export function usePage(): PageInfo {
  const match = useMatch({ strict: false })
  const outcome = match.loaderData as PageOutcome | undefined
  return {
    params: match.params as Record<string, string>,
    search: match.search as Search,
    isMissing: outcome?.status === 404,
  }
}

/** The kind of service that the open page lists or shows. */
export function useKind(): ServiceKind {
  const { staticData } = useMatch({ strict: false })
  const kind = findKind(staticData?.kindKey ?? '')
  if (!kind) throw new Error('This page belongs to no kind of service')
  return kind
}

type PageHeadProps = {
  title: string
  /** Without one the page is described as the whole site is. */
  description?: string | undefined
  /** The page's one true address, without the origin. */
  canonical?: string | undefined
  /** A picture of the set by name, or an address; the agency's card where the page has no picture of its own. */
  image?: string | null | undefined
  type?: 'website' | 'product' | undefined
  keywords?: string | undefined
  isPrivate?: boolean | undefined
  /** Already a whole title, such as a service's own SEO title. */
  isWholeTitle?: boolean | undefined
}

/** The width and height of the cards of the shop's own pictures and of those that staff upload. */
const cardWidth = 1200
const cardHeight = 630

/** What a link to the page shows elsewhere: pictures of ours as JPEGs that every messenger takes. */
function useCard(image: string | null | undefined): { address: string; isOurs: boolean } {
  const { origin } = useShop()
  const address = imageAddress(image ?? '')
  const name = shippedName(address)
  const ours = name ? `/og/${name}.jpg` : address ? readUploadedPicture(address)?.addressOf('card.jpg') : '/og.jpg'
  if (ours) return { address: origin + ours, isOurs: true }
  return { address: address.startsWith('/') ? origin + address : address, isOurs: false }
}

/**
 * Title, description and what a shared link shows. React lifts these tags into the document's head. Every page has one,
 * in its own part: where it is taken over, so is the page.
 */
export function PageHead(props: PageHeadProps) {
  const { title, canonical, isPrivate, isWholeTitle } = props
  const { siteTitle, siteDescription, themeColor, seo } = useChrome()
  const { pathname } = useLocation()
  const t = useText('frame')
  useAlive()
  const whole = isWholeTitle ? title : t('documentTitle', { page: title, site: siteTitle })
  const description = props.description || seo.description || siteDescription
  const keywords = props.keywords || seo.keywords || t('keywords')
  return (
    <>
      <title>{whole}</title>
      <meta name="theme-color" content={themeColor} />
      {description ? <meta name="description" content={description} /> : null}
      {isPrivate ? (
        <>
          <meta name="robots" content="noindex, nofollow" />
          {canonical ? <Canonical path={canonical} /> : null}
        </>
      ) : (
        <>
          <meta name="keywords" content={keywords} />
          <Canonical path={canonical ?? pathname} />
          <SharedCard {...props} title={title} description={description} />
        </>
      )}
    </>
  )
}

function Canonical({ path }: { path: string }) {
  return <link rel="canonical" href={useShop().origin + path} />
}

/** The page's card for messengers and networks (Open Graph, also read in place of Twitter's). */
function WrittenCard({ title, description, canonical, image, type = 'website' }: PageHeadProps) {
  const { origin } = useShop()
  const { siteTitle } = useChrome()
  const { pathname } = useLocation()
  const card = useCard(image)
  return (
    <>
      <meta property="og:title" content={title} />
      {description ? <meta property="og:description" content={description} /> : null}
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:url" content={origin + (canonical ?? pathname)} />
      <meta property="og:site_name" content={siteTitle} />
      <meta property="og:image" content={card.address} />
      {card.isOurs ? <meta property="og:image:width" content={String(cardWidth)} /> : null}
      {card.isOurs ? <meta property="og:image:height" content={String(cardHeight)} /> : null}
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description ? <meta name="twitter:description" content={description} /> : null}
      <meta name="twitter:image" content={card.address} />
    </>
  )
}
/** Whoever draws a card reads the document that the server sends: the browser is not given the code that writes it. */
const SharedCard: typeof WrittenCard = import.meta.env.SSR ? WrittenCard : () => <></>

/** Structured data for search engines; a data block, never run. */
export function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its angle brackets escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
