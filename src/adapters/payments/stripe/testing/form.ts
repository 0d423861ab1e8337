type Tree = { [key: string]: Tree | string }

/**
 * Parses 'line_items[0][price_data][currency]=aed' like Stripe: brackets make objects, or lists if all keys are
 * numbers.
 */
export function readForm(text: string | URLSearchParams): Record<string, unknown> {
  const root: Tree = {}
  for (const [name, value] of new URLSearchParams(text)) put(root, name.split(/[[\]]+/).filter(Boolean), value)
  return Object.fromEntries(Object.entries(root).map(([key, part]) => [key, withLists(part)]))
}
function put(tree: Tree, [key = '', ...rest]: readonly string[], value: string): void {
  if (rest.length === 0) {
    tree[key] = value
    return
  }
  const below = tree[key]
  const next: Tree = typeof below === 'object' ? below : {}
  tree[key] = next
  put(next, rest, value)
}
function withLists(part: Tree | string): unknown {
  if (typeof part === 'string') return part
  const entries = Object.entries(part).map(([key, value]) => [key, withLists(value)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
