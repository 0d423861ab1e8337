// Query strings stay strings: '?id=123' is '123', unlike with the router's own parser.
export type Search = Readonly<Record<string, string>>

export function parseSearch(text: string): Record<string, string> {
  const params = new URLSearchParams(text)
  return Object.fromEntries([...params.keys()].map((key) => [key, params.get(key) ?? '']))
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value))
  }
  const text = params.toString()
  return text && `?${text}`
}

/** '/tours' and { q: 'dune' } -> '/tours?q=dune'; empty values are left out. */
export const hrefOf = (path: string, search: Readonly<Record<string, unknown>> = {}): string =>
  `${path}${stringifySearch(search)}`
