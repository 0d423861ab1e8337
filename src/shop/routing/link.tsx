import { useLocation, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { readAddress } from '../../kernel/language-address.ts'
import { useShop } from '../client/context.tsx'
import { isOurs, localHref } from './local-href.ts'
import { parseSearch } from './search.ts'

export type ShopLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address in the shop ('/tours?q=dune'), or any other safe one. */
  href: string
  newTab?: boolean | undefined
  /** Keeps the scroll position, for links that change what the page shows. */
  replace?: boolean | undefined
}

/** A click to follow in this tab, rather than in a new one or as a download. */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Addresses in menus, sliders and services are typed by staff. One that could run a script is never a link (C022). */
export const isSafeHref = (href: string): boolean => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them inside of 'java\nscript:'
  const bare = href.replace(/[\u0000-\u0020]/g, '')
  return /^(https?:|mailto:|tel:|[/?#])/i.test(bare) || /^[^:]*$/.test(bare)
}

/** A client-side link that preloads on hover and works without script. */
export function ShopLink({ href: place, newTab, replace, onClick, ...rest }: ShopLinkProps) {
  const router = useRouter()
  const { prefix } = useShop()
  if (!isSafeHref(place)) return <span {...(rest as ComponentProps<'span'>)} />
  const href = localHref(prefix, place)
  // Another language has another document.
  const isInner = isOurs(place) && !newTab && readAddress(place).named === null
  const preload = () => {
    if (!isInner) return
    const { pathname, search } = new URL(place, 'http://shop.invalid')
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

/** Navigates to an address of the shop. */
export function useGo(): (href: string, options?: { replace?: boolean }) => void {
  const { history } = useRouter()
  const { prefix } = useShop()
  return (place, options) => {
    const href = localHref(prefix, place)
    if (options?.replace) history.replace(href)
    else history.push(href)
  }
}

/** 'page' when the link's address is the open page, also with another query. */
export function useIsCurrent(): (href: string) => boolean {
  const { pathname } = useLocation()
  return (href) => href.split(/[?#]/)[0] === pathname
}
