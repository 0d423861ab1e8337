// One idempotency key for each request body: the same request again is answered with the first result.

interface KeptKey {
  readonly body: string
  readonly key: string
}
export interface KeyStore {
  readonly read: () => unknown
  readonly write: (kept: readonly KeptKey[]) => void
}

/** Enough to recognize a request after a few corrections; a store in the browser is small. */
const maxKept = 5

const isKeptKey = (value: unknown): value is KeptKey => {
  const { body, key } = (value ?? {}) as Partial<Record<keyof KeptKey, unknown>>
  return typeof body === 'string' && typeof key === 'string'
}

/** Browsers offer randomUUID on https only; a shop in a local network has the plain random values. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key of a request: the one it was sent with before, or a new one that `store` remembers. */
export function requestKey(store: KeyStore, request: unknown): string {
  const body = JSON.stringify(request)
  const stored = store.read()
  const kept = Array.isArray(stored) ? stored.filter(isKeptKey) : []
  const known = kept.find((each) => each.body === body) ?? { body, key: newKey() }
  store.write([known, ...kept.filter((each) => each.body !== body)].slice(0, maxKept))
  return known.key
}

/** Forgets everything with the page. */
export function memoryKeys(): KeyStore {
  let kept: readonly KeptKey[] = []
  return {
    read: () => kept,
    write: (next) => {
      kept = next
    },
  }
}
