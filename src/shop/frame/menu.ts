import type { Chrome } from '../../modules/content/contract.ts'
import { kinds } from '../../services/index.ts'
import { useText } from '../intl.tsx'
import { isSafeHref } from '../link.tsx'

export interface MenuLink {
  readonly name: string
  readonly href: string
  /** Named by staff (menuIcons); the shop's own links have none. */
  readonly icon?: string
  readonly newTab: boolean
  readonly description?: string
  readonly children: readonly Omit<MenuLink, 'children' | 'description'>[]
}

const headerPlaces = [
  ['tours', '/tours'],
  ['packages', '/packages'],
  ['umrah', '/umrah'],
  ['visa', '/visa'],
  ['tickets', '/tickets'],
  ['transfers', '/transfers'],
  ['okToBoard', '/ok-to-board'],
  ['track', '/booking-tracker'],
] as const

const footerPlaces = [
  ['tours', '/tours'],
  ['packages', '/packages'],
  ['tickets', '/tickets'],
  ['visas', '/visas'],
  ['transfers', '/transfers'],
  ['about', '/about'],
  ['contact', '/contact'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
] as const

/** The header's links: those stored in the back office, or the shop's own (C013, C020). */
export function useHeaderMenu(chrome: Chrome): readonly MenuLink[] {
  const t = useText('menu')
  const describe = useText('menuDescriptions')
  const descriptions = new Map<string, string>(headerPlaces.map(([key, href]) => [href, describe(key)]))
  const stored = chrome.header.filter((item) => isSafeHref(item.href))
  const links: MenuLink[] =
    stored.length > 0
      ? stored.map((item) => ({ ...item, children: item.children.filter((child) => isSafeHref(child.href)) }))
      : headerPlaces.map(([key, href]) => ({ name: t(key), href, newTab: false, children: [] }))
  return links.map((link) => {
    const description = descriptions.get(link.href)
    return description ? { ...link, description } : link
  })
}

export function useFooterMenu(chrome: Chrome): readonly MenuLink[] {
  const t = useText('menu')
  const stored = chrome.footer.filter((item) => isSafeHref(item.href))
  if (stored.length > 0) return stored
  return footerPlaces.map(([key, href]) => ({ name: t(key), href, newTab: false, children: [] }))
}

/** Every kind with the place where it is found, for the footer and the home page. */
export const servicePlaces = kinds.map((kind) => ({ key: kind.key, name: kind.labels.plural, href: kind.listHref }))
