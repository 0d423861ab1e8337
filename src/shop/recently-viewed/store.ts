/** What a visitor looked at. It stays in the browser: no request, no cookie. Without a price, which would go stale. */
export interface ViewedItem {
  readonly href: string
  readonly kind: string
  readonly title: string
  readonly image: string | null
}
const slot = 'safar-recently-viewed'
const maxItems = 8

/** Newest first; empty when the browser stores nothing or something else. */
export function readViewed(): readonly ViewedItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(slot) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isViewed).slice(0, maxItems) : []
  } catch {
    return []
  }
}

function isViewed(value: unknown): value is ViewedItem {
  const { href, kind, title, image } = (value ?? {}) as Record<string, unknown>
  const isOurs = typeof href === 'string' && /^\/(?![/\\])/.test(href)
  return (
    isOurs && typeof kind === 'string' && typeof title === 'string' && (image === null || typeof image === 'string')
  )
}

type Viewed = Omit<ViewedItem, 'image'> & { readonly featured_image: string | null }

/** Moves the item to the front. */
export function noteViewed({ href, kind, title, featured_image }: Viewed): void {
  const others = readViewed().filter((item) => item.href !== href)
  write([{ href, kind, title, image: featured_image }, ...others].slice(0, maxItems))
}

export const forgetViewed = (): void => write([])

function write(items: readonly ViewedItem[]): void {
  try {
    if (items.length > 0) localStorage.setItem(slot, JSON.stringify(items))
    else localStorage.removeItem(slot)
  } catch {
    // Full or forbidden.
  }
}
