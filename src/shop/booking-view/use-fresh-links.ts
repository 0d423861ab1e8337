import { type MouseEvent, useRef } from 'react'
import { linkMinutes } from '../../modules/files/index.ts'
import { download } from '../../ui/download.ts'

/**
 * Links to private files work for minutes, but a page may stay open for hours. `open` lets a fresh link through and
 * renews an old one first. `again` resolves to the current address, or null.
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
