/**
 * Where bytes are kept. Private ones arrive encrypted, public pictures as they are; a store neither reads nor names them.
 * Contract (one shared test): `put` returns only when the bytes survive a crash; a key is written once; `get` of an
 * unknown key throws NotStored; `remove` of an unknown key is fine.
 */
export interface FileStore {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  get: (key: string) => Promise<Uint8Array>
  remove: (key: string) => Promise<void>
  /** Every key with the time of its writing; for the sweep of what no row knows. */
  list: () => AsyncIterable<{ key: string; writtenAt: Date }>
  /** Where a record is kept outside the database of what was erased: adds a line to it, on the disk when it returns. */
  noteErased?: (key: string) => Promise<void>
}

/** The store has answered, and holds nothing under this key. */
export class NotStored extends Error {
  constructor(key: string) {
    super(`Not in the file store: ${key}`)
    this.name = 'NotStored'
  }
}
