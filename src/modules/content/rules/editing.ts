/** What staff may save of sliders and menus: addresses that cannot run a script (D29), and menus without a circle. */
import type { FieldError } from '../../../kernel/refusal.ts'
import { safeLink } from '../../settings/index.ts'

/** A name of the shop's own picture set, a place in the shop, or a picture elsewhere that may be shown here. */
const isPicture = (address: string): boolean =>
  /^[a-z0-9-]+$/.test(address) || /^(https:|\/)/i.test(safeLink(address) ?? '')
/** A slide leads to a page: of the shop or of another site. */
const isPageLink = (address: string): boolean => address === '' || /^(https?:|\/)/i.test(safeLink(address) ?? '')

export const sliderIncomplete = 'Title and image URL are required'

export function sliderErrors(slider: { title: string; image_url: string; link_url: string }): FieldError[] {
  const missing = (['title', 'image_url'] as const).filter((path) => slider[path] === '')
  return [
    ...missing.map((path) => ({ path, message: sliderIncomplete })),
    ...(slider.image_url !== '' && !isPicture(slider.image_url)
      ? [{ path: 'image_url', message: 'Use an address that starts with https:// or /' }]
      : []),
    ...(isPageLink(slider.link_url)
      ? []
      : [{ path: 'link_url', message: 'Use an address that starts with https://, http:// or /' }]),
  ]
}

type MenuType = 'header' | 'footer'
export type PlacedItem = { readonly id: string; readonly parent_id: string | null; readonly menu_type: MenuType }

/** `itemId` null: a new item. `known` are all stored items. */
export function menuItemErrors(
  item: { name: string; href: string; menu_type: MenuType; parent_id: string | null },
  itemId: string | null,
  known: readonly PlacedItem[],
): FieldError[] {
  const href =
    item.href === ''
      ? ['Link is required']
      : safeLink(item.href) === null
        ? ['Use an address that starts with /, https://, http://, #, mailto: or tel:']
        : []
  return [
    ...(item.name === '' ? [{ path: 'name', message: 'Name is required' }] : []),
    ...href.map((message) => ({ path: 'href', message })),
    ...placeErrors(item, itemId, known).map((message) => ({ path: 'parent_id', message })),
  ]
}

function placeErrors(
  { parent_id, menu_type }: { parent_id: string | null; menu_type: MenuType },
  itemId: string | null,
  known: readonly PlacedItem[],
): string[] {
  const isMoved = known.some(({ id, menu_type: type }) => id === itemId && type !== menu_type)
  if (isMoved && known.some((each) => each.parent_id === itemId))
    return ['Move or delete the items below this one first']
  if (parent_id === null) return []
  const parent = known.find(({ id }) => id === parent_id)
  if (!parent) return ['This parent is not there any more']
  if (parent.menu_type !== menu_type) return ['The parent stands in the other menu']
  return itemId !== null && aboveOf(parent_id, known).has(itemId)
    ? ['An item cannot stand below itself or below its own items']
    : []
}

/** The item and all above it; ends also where stored items already go in a circle. */
export function aboveOf(itemId: string, known: readonly PlacedItem[]): ReadonlySet<string> {
  const above = new Set<string>()
  for (let at: string | null = itemId; at !== null && !above.has(at); ) {
    above.add(at)
    at = known.find(({ id }) => id === at)?.parent_id ?? null
  }
  return above
}

/** True when `ids` names each of the stored ones once. */
export const isWholeOrder = (ids: readonly string[], stored: readonly string[]): boolean =>
  ids.length === stored.length && new Set(ids).size === ids.length && stored.every((id) => ids.includes(id))
