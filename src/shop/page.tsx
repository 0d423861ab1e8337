import { useLocation, useMatch } from '@tanstack/react-router'
import { findKind } from '../services/index.ts'
import type { ServiceKind } from '../services/kind.ts'
import { useShop } from './context.tsx'
import { useText } from './intl.tsx'
import type { Search } from './search.ts'
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
  description?: string | undefined
  /** The page's one true address, without the origin. */
  canonical?: string | undefined
  /** What a link to the page shows elsewhere; the agency's card where the page has no picture of its own. */
  image?: string | undefined
  keywords?: string | undefined
  isPrivate?: boolean | undefined
  /** Already a whole title, such as a service's own SEO title. */
  isWholeTitle?: boolean | undefined
}

/** Title and description of the page. React lifts these tags into the document's head. */
export function PageHead(props: PageHeadProps) {
  const { title, description, canonical, image = '/og.jpg', keywords, isPrivate, isWholeTitle } = props
  const { origin } = useShop()
  const { siteTitle, themeColor } = useChrome()
  const { pathname } = useLocation()
  const t = useText('frame')
  const whole = isWholeTitle ? title : t('documentTitle', { page: title, site: siteTitle })
  const address = `${origin}${canonical ?? pathname}`
  return (
    <>
      <title>{whole}</title>
      <meta name="theme-color" content={themeColor} />
      {description ? <meta name="description" content={description} /> : null}
      {keywords ? <meta name="keywords" content={keywords} /> : null}
      {isPrivate ? (
        <meta name="robots" content="noindex, nofollow" />
      ) : (
        <>
          <link rel="canonical" href={address} />
          <meta property="og:title" content={title} />
          {description ? <meta property="og:description" content={description} /> : null}
          <meta property="og:type" content="website" />
          <meta property="og:url" content={address} />
          <meta property="og:site_name" content={siteTitle} />
          <meta property="og:image" content={image.startsWith('/') ? origin + image : image} />
        </>
      )}
    </>
  )
}

/** Structured data for search engines; a data block, never run. */
export function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its angle brackets escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
