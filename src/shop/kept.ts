// What this tab keeps in the browser's session storage. Where there is none, pages work all the same: only a reload
// forgets.

export function readKept(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export function writeKept(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: not kept.
  }
}

/** One key for one request: the same request again changes nothing twice, a changed one is a new one (D31). */
export function attemptKey(slot: string, request: unknown): string {
  const body = JSON.stringify(request)
  const last = readKept(slot)
  if (last.body === body && typeof last.key === 'string') return last.key
  // Browsers offer randomUUID on https only; a shop in a local network has the plain random values.
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  writeKept(slot, { body, key })
  return key
}
