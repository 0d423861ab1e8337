/** Validation of sliders and menus: no links that run scripts (D29), no cycles in menus. */
import type { Text } from '../../../kernel/messages.ts'
import { altOf, maxAlt, splitAlt } from '../../../kernel/pictures.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import { isWebAddress, safeLink } from '../../../kernel/web-address.ts'
import { text } from '../text.ts'

/** A name of the built-in picture set, a path of the shop, or an https address. */
const isPicture = (address: string): boolean => {
  const { file } = splitAlt(address)
  return /^[a-z0-9-]+$/.test(file) || isWebAddress(file)
}
const isPageLink = (address: string): boolean => address === '' || isWebAddress(address)
const isMenuLink = (address: string): boolean =>
  /^(#|mailto:|tel:)/i.test(safeLink(address) ?? '') || isWebAddress(address)

export function sliderErrors(slider: { title: string; image_url: string; link_url: string }): FieldError[] {
  const missing = (['title', 'image_url'] as const).filter((path) => slider[path] === '')
  return [
    ...missing.map((path) => ({ path, message: text('editing.sliderIncomplete') })),
    ...(slider.image_url !== '' && !isPicture(slider.image_url)
      ? [{ path: 'image_url', message: text('editing.pageAddress') }]
      : []),
    ...(altOf(slider.image_url).length > maxAlt
      ? [{ path: 'image_url', message: text('editing.altTooLong', { max: maxAlt }) }]
      : []),
    ...(isPageLink(slider.link_url) ? [] : [{ path: 'link_url', message: text('editing.pageAddress') }]),
  ]
}

type MenuType = 'header' | 'footer'
export type PlacedItem = { readonly id: string; readonly parent_id: string | null; readonly menu_type: MenuType }

/** `itemId` is null for a new item. `known` are all stored items. */
export function menuItemErrors(
  item: { name: string; href: string; menu_type: MenuType; parent_id: string | null },
  itemId: string | null,
  known: readonly PlacedItem[],
): FieldError[] {
  const href =
    item.href === '' ? [text('editing.linkRequired')] : !isMenuLink(item.href) ? [text('editing.linkAddress')] : []
  return [
    ...(item.name === '' ? [{ path: 'name', message: text('editing.nameRequired') }] : []),
    ...href.map((message) => ({ path: 'href', message })),
    ...placeErrors(item, itemId, known).map((message) => ({ path: 'parent_id', message })),
  ]
}

function placeErrors(
  { parent_id, menu_type }: { parent_id: string | null; menu_type: MenuType },
  itemId: string | null,
  known: readonly PlacedItem[],
): Text[] {
  const isMoved = known.some(({ id, menu_type: type }) => id === itemId && type !== menu_type)
  if (isMoved && known.some((each) => each.parent_id === itemId)) return [text('editing.childrenFirst')]
  if (parent_id === null) return []
  const parent = known.find(({ id }) => id === parent_id)
  if (!parent) return [text('editing.noParent')]
  if (parent.menu_type !== menu_type) return [text('editing.otherMenu')]
  return itemId !== null && aboveOf(parent_id, known).has(itemId) ? [text('editing.ownParent')] : []
}

/** The item and its ancestors. Terminates even when the stored items contain a cycle. */
export function aboveOf(itemId: string, known: readonly PlacedItem[]): ReadonlySet<string> {
  const above = new Set<string>()
  for (let at: string | null = itemId; at !== null && !above.has(at); ) {
    above.add(at)
    at = known.find(({ id }) => id === at)?.parent_id ?? null
  }
  return above
}

/** True when `ids` contains each stored id once. */
export const isWholeOrder = (ids: readonly string[], stored: readonly string[]): boolean =>
  ids.length === stored.length && new Set(ids).size === ids.length && stored.every((id) => ids.includes(id))
