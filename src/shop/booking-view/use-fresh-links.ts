import { type MouseEvent, useRef } from 'react'
import { linkMinutes } from '../../modules/files/index.ts'
import { download } from '../../ui/download.ts'

/**
 * Links to private files work for minutes, and a page may stay open for hours. `open` goes on a plain link: it lets a
 * young one through as it is, and for an old one asks again first. `again` resolves to the address as it is now; null
 * when it cannot be had.
 */
export function useFreshLinks() {
  const seen = useRef(new Map<string, number>())
  return (href: string, again: () => Promise<string | null>) => {
    const since = seen.current.get(href) ?? Date.now()
    seen.current.set(href, since)
    return (event: MouseEvent<HTMLAnchorElement>) => {
      if (Date.now() - since < (linkMinutes / 2) * 60_000) return
      event.preventDefault()
      void again().then(
        (now) => download(now ?? href),
        () => download(href),
      )
    }
  }
}
