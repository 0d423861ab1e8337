import type { Language } from '../../kernel/language.ts'
import type { Text } from '../../kernel/messages.ts'
import type { Chrome } from '../../modules/content/contract.ts'
import { kinds } from '../../services/index.ts'
import type { ServiceKind } from '../../services/kind.ts'
import { useSay } from '../../ui/say.tsx'
import { useText } from '../intl/intl.tsx'
import { isSafeHref } from '../routing/link.tsx'

export interface MenuLink {
  readonly name: string
  readonly href: string
  /** Chosen by staff (menuIcons); the shop's default links have none. */
  readonly icon?: string
  readonly newTab: boolean
  /** Of a name that is not in the page's. */
  readonly lang?: Language | undefined
  readonly children: readonly Omit<MenuLink, 'children'>[]
}

type Place = { readonly name: Text; readonly href: string }
export const menuHref = ({ listHref, menu }: ServiceKind): string => menu?.href ?? listHref
const placeOf = (kind: ServiceKind): Place => ({
  name: kind.labels.menuName ?? kind.labels.plural,
  href: menuHref(kind),
})
const placedIn = (menu: 'header' | 'footer'): readonly ServiceKind[] =>
  kinds.filter((kind) => kind.menu?.[menu] !== undefined).sort((a, b) => (a.menu?.[menu] ?? 0) - (b.menu?.[menu] ?? 0))
const newKinds = kinds.filter((kind) => kind.menu?.header === undefined)

export const trackHref = '/booking-tracker'
const agencyPlaces = [
  ['about', '/about'],
  ['contact', '/contact'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
] as const

/** The header's links: from the back office, or the defaults (C013, C020). */
export function useHeaderMenu(chrome: Chrome): readonly MenuLink[] {
  const t = useText('menu')
  const say = useSay()
  const stored = chrome.header.filter((item) => isSafeHref(item.href))
  if (stored.length > 0)
    return stored.map((item) => ({ ...item, children: item.children.filter((child) => isSafeHref(child.href)) }))
  const track: Place = { name: t('track'), href: trackHref }
  return [...placedIn('header').map(placeOf), track, ...newKinds.map(placeOf)].map(({ name, href }) => ({
    ...{ name: say(name), href, newTab: false, children: [] },
  }))
}

export function useFooterMenu(chrome: Chrome): readonly MenuLink[] {
  const t = useText('menu')
  const say = useSay()
  const stored = chrome.footer.filter((item) => isSafeHref(item.href))
  if (stored.length > 0) return stored
  const link = (name: string, href: string): MenuLink => ({ name, href, newTab: false, children: [] })
  return [
    ...placedIn('footer').map(({ labels, listHref }) => link(say(labels.plural), listHref)),
    ...agencyPlaces.map(([key, href]) => link(t(key), href)),
  ]
}

/** Every kind with its address, for the footer and the home page. */
export const servicePlaces = kinds.map(({ key, labels, listHref, icon }) => ({
  key,
  name: labels.plural,
  href: listHref,
  icon,
  chip: labels.chip,
}))
