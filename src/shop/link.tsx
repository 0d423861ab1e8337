import { useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { parseSearch } from './search.ts'

export type ShopLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A place in the shop ('/tours?q=dune'), or any other safe address. */
  href: string
  newTab?: boolean | undefined
  /** Keeps the place in the page, for links that change what is shown and not where one is. */
  replace?: boolean | undefined
}

/** Pages of our own that the shop's router does not draw. */
const elsewhere = /^\/(admin|api|rpc|assets|pictures)(\/|$|\?)/
const isOurs = (href: string): boolean => href.startsWith('/') && !href.startsWith('//') && !elsewhere.test(href)
const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Addresses come from menus, sliders and services as text; one that could run a script is never a link (C022). */
export const isSafeHref = (href: string): boolean => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them inside of 'java\nscript:'
  const bare = href.replace(/[\u0000-\u0020]/g, '')
  return /^(https?:|mailto:|tel:|[/?#])/i.test(bare) || /^[^:]*$/.test(bare)
}

/** A link that stays in the page, fetches ahead when it is pointed at, and works before any script. */
export function ShopLink({ href, newTab, replace, onClick, ...rest }: ShopLinkProps) {
  const router = useRouter()
  if (!isSafeHref(href)) return <span {...(rest as ComponentProps<'span'>)} />
  const isInner = isOurs(href) && !newTab
  const preload = () => {
    if (!isInner) return
    const { pathname, search } = new URL(href, 'http://shop.invalid')
    void router.preloadRoute({ to: pathname, search: parseSearch(search) } as never).catch(() => undefined)
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isInner || !isPlainClick(event)) return
    event.preventDefault()
    if (replace) router.history.replace(href)
    else router.history.push(href)
  }
  return (
    <a
      {...rest}
      href={href}
      {...(newTab && { target: '_blank', rel: 'noopener' })}
      onClick={follow}
      onMouseEnter={preload}
      onTouchStart={preload}
    />
  )
}

/** Goes to an address of the shop from code. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter()
  return (href, options) => {
    if (options?.replace) history.replace(href)
    else history.push(href)
  }
}

/** 'page' where the link's address is the page that is open, also with another query. */
export function useIsCurrent(): (href: string) => boolean {
  const { pathname } = useLocation()
  return (href) => href.split(/[?#]/)[0] === pathname
}
