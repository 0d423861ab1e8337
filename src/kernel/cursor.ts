import { isLocalDate, isLocalTime } from './dates.ts'

/** A position in a paginated list: the sort values of the last row. Opaque to the caller. */
export type Cursor = readonly (string | number)[]

export const encodeCursor = (cursor: Cursor): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(cursor))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** `null` for anything that encodeCursor did not produce. */
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

/** True for an existing instant in the database's format, '2026-11-21 08:00:00.123+00'. */
export const isInstantText = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2} \d{2}:\d{2}:[0-5]\d(\.\d{1,6})?\+00$/.test(text) &&
  isLocalDate(text.slice(0, 10)) &&
  isLocalTime(text.slice(11, 16))
