/** A place in a keyset-paged list: the values of the sort columns of the last row, opaque to the caller. */
export type Cursor = readonly (string | number)[]

export const encodeCursor = (cursor: Cursor): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(cursor))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** `null` for anything that encodeCursor did not make. */
export function decodeCursor(text: string): Cursor | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const isCursor = Array.isArray(value) && value.every((v) => typeof v === 'string' || typeof v === 'number')
    return isCursor ? (value as Cursor) : null
  } catch {
    return null
  }
}
