/** Query values stay text; the router's own parser would turn some into numbers. */
export type Search = Readonly<Record<string, string | undefined>>

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (typeof value === 'string' && value !== '') params.set(key, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}

export const pick = <K extends string>(search: Record<string, unknown>, keys: readonly K[]): { [key in K]?: string } =>
  Object.fromEntries(
    keys.flatMap((key) => (typeof search[key] === 'string' && search[key] !== '' ? [[key, search[key]]] : [])),
  ) as { [key in K]?: string }
