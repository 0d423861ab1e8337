/** Turns stored menus and settings into what pages show. */
import type { Language } from '../../../kernel/language.ts'
import { safeLink } from '../../../kernel/web-address.ts'
import { defaultSettings, type ShopSettings, standardClaims } from '../../settings/index.ts'
import { claimPath, type ShownTexts } from '../translations/rules.ts'
import { drawnIcon } from './menu-icons.ts'

export interface StoredMenuItem {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly icon: string
  readonly menu_type: 'header' | 'footer'
  readonly target: '_self' | '_blank'
  readonly parent_id: string | null
  /** Of a name that is not in the reader's. */
  readonly lang?: Language | undefined
}
export interface MenuEntry {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly icon: string
  readonly newTab: boolean
  readonly lang?: Language
  readonly children: Omit<MenuEntry, 'children'>[]
}

/**
 * Builds a menu from its active items, in their order: top items with all their descendants (C020, C021). Leaves out
 * items without a safe link (C022), and the descendants of missing items.
 */
export function buildMenu(items: readonly StoredMenuItem[], type: StoredMenuItem['menu_type']): MenuEntry[] {
  const shown = items.flatMap((item) => {
    const href = item.menu_type === type ? safeLink(item.href) : null
    return href === null ? [] : [{ ...item, href, icon: drawnIcon(item.icon), newTab: item.target === '_blank' }]
  })
  const below = (parent: string, above: ReadonlySet<string>): MenuEntry['children'] =>
    shown
      .filter((item) => item.parent_id === parent && !above.has(item.id))
      .flatMap((item) => [entryOf(item), ...below(item.id, new Set([...above, item.id]))])
  return shown
    .filter((item) => item.parent_id === null)
    .map((item) => ({ ...entryOf(item), children: below(item.id, new Set([item.id])) }))
}
type Shown = Pick<StoredMenuItem, 'id' | 'name' | 'href' | 'icon' | 'lang'> & { readonly newTab: boolean }
const entryOf = ({ id, name, href, icon, newTab, lang }: Shown) => ({
  ...{ id, name, href, icon, newTab },
  ...(lang && { lang }),
})

/** The footer has no levels: child items follow their parent (A251). */
export const flatMenu = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.flatMap((entry) => [{ ...entry, children: [] }, ...entry.children.map((child) => ({ ...child, children: [] }))])

/** An empty setting shows its default (C025, C029). */
export function shownContact(settings: ShopSettings) {
  const shown = (key: 'site_title' | 'contact_email' | 'contact_phone' | 'address') =>
    settings[key] || defaultSettings[key]
  return {
    siteTitle: shown('site_title'),
    isNamed: shown('site_title') !== defaultSettings.site_title,
    contactEmail: shown('contact_email'),
    contactPhone: shown('contact_phone'),
    address: shown('address'),
  }
}

/** Social links with a target (C026, D115). */
export const shownSocial = (settings: ShopSettings): { name: string; href: string }[] =>
  settings.social_links.flatMap(({ name, href }) => {
    const link = safeLink(href)
    return link === null || link === '#' || name === '' ? [] : [{ name, href: link }]
  })

const defaultTextOf = (key: string) => standardClaims.find((claim) => claim.key === key)?.text

/**
 * The active claims (D111). The support claim repeats the support setting, unless staff changed its text (D112). The SMS
 * claim needs an SMS provider (D110).
 */
export function shownClaims(settings: ShopSettings, { values, languages = {} }: ShownTexts): Claim[] {
  return settings.claims.flatMap(({ key, text, is_on }) => {
    if (!is_on || text === '') return []
    if (key === 'sms_updates' && settings.sms_provider === '') return []
    if (key === 'support' && settings.support_claim === '') return []
    const path = key === 'support' && text === defaultTextOf(key) ? 'support_claim' : claimPath(key)
    const lang = languages[path]
    return [{ key, text: values[path] ?? text, ...(lang && { lang }) }]
  })
}
type Claim = { readonly key: string; readonly text: string; readonly lang?: Language }
