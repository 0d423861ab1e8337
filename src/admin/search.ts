/** Query values stay the texts that they are in the address (the router's own parser would make numbers of them). */
export type Search = Readonly<Record<string, string | undefined>>

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (typeof value === 'string' && value !== '') params.set(key, value)
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The keys of a section's address, and nothing else. */
export const pick = <K extends string>(search: Record<string, unknown>, keys: readonly K[]): { [key in K]?: string } =>
  Object.fromEntries(
    keys.flatMap((key) => (typeof search[key] === 'string' && search[key] !== '' ? [[key, search[key]]] : [])),
  ) as { [key in K]?: string }
