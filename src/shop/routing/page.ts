import { useMatch } from '@tanstack/react-router'
import { findKind } from '../../services/index.ts'
import type { ServiceKind } from '../../services/kind.ts'
import type { Search } from './search.ts'

/** What a route's loader reports: to the response on the server, to the page in the browser. */
export interface PageOutcome {
  /** The page's subject is missing (D175). */
  readonly status?: 404
  /** What the page was made of; a change of it drops the cached page. */
  readonly tags?: readonly string[]
  /** Lazily loaded parts, by source file, that the page needs from the start. */
  readonly parts?: readonly string[]
  /** The right address, if it is another one. */
  readonly moved?: string
  /** Defaults replace what could not be loaded, so the page must not be cached. */
  readonly isIncomplete?: boolean
  /** The shop is closed, and the visitor is no administrator. */
  readonly isClosed?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's source file, as named in the build's manifest. */
    part?: string
    kindKey?: string
    /** Differs by visitor: not cached, not indexed. */
    isPrivate?: boolean
    /** A form: its script does not wait for the pictures. */
    startsAtOnce?: boolean
    /** Private, but without a query only a few fields: its script waits, as on a page to read. */
    isShortForm?: boolean
  }
}

export interface PageInfo {
  readonly params: Readonly<Record<string, string>>
  readonly search: Search
  readonly isMissing: boolean
}

/** The page's parameters, and whether its loader found the subject. */
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
