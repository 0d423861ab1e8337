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
  readonly description?: string
  readonly children: readonly Omit<MenuLink, 'children' | 'description'>[]
}

type Place = { readonly name: Text; readonly href: string; readonly description?: Text | undefined }
const placeOf = ({ labels, listHref, menu }: ServiceKind): Place => ({
  name: labels.menuName ?? labels.plural,
  href: menu?.href ?? listHref,
  description: labels.menuText,
})
const placedIn = (menu: 'header' | 'footer'): readonly ServiceKind[] =>
  kinds.filter((kind) => kind.menu?.[menu] !== undefined).sort((a, b) => (a.menu?.[menu] ?? 0) - (b.menu?.[menu] ?? 0))
const newKinds = kinds.filter((kind) => kind.menu?.header === undefined)

const agencyPlaces = [
  ['about', '/about'],
  ['contact', '/contact'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
] as const

/** The header's links: from the back office, or the defaults (C013, C020). */
export function useHeaderMenu(chrome: Chrome): readonly MenuLink[] {
  const t = useText('menu')
  const describe = useText('menuDescriptions')
  const say = useSay()
  const track: Place = { name: t('track'), href: '/booking-tracker', description: describe('track') }
  const places = [...placedIn('header').map(placeOf), track, ...newKinds.map(placeOf)]
  const stored = chrome.header.filter((item) => isSafeHref(item.href))
  const links: MenuLink[] =
    stored.length > 0
      ? stored.map((item) => ({ ...item, children: item.children.filter((child) => isSafeHref(child.href)) }))
      : places.map(({ name, href }) => ({ name: say(name), href, newTab: false, children: [] }))
  const descriptions = new Map(places.map(({ href, description }) => [href, description]))
  return links.map((link) => {
    const description = descriptions.get(link.href)
    return description ? { ...link, description: say(description) } : link
  })
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
