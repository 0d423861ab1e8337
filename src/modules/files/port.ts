/**
 * Stores bytes. Private ones arrive encrypted, public pictures as they are. Contract (one shared test): `put` returns
 * when the bytes survive a crash; a key is written once; `get` of an unknown key throws NotStored; `remove` of an
 * unknown key succeeds.
 */
export interface FileStore {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  get: (key: string) => Promise<Uint8Array>
  remove: (key: string) => Promise<void>
  /** Every key with its write time; for the sweep of orphans. */
  list: () => AsyncIterable<{ key: string; writtenAt: Date }>
  /** Appends to the erasure log outside the database, if there is one. Durable when it returns. */
  noteErased?: (key: string) => Promise<void>
}

/** The store answered that it has no such key. */
export class NotStored extends Error {
  constructor(key: string) {
    super(`file store: no such key: ${key}`)
    this.name = 'NotStored'
  }
}
