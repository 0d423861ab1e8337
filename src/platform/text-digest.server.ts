import { createHash } from 'node:crypto'

/** Names a text: another one, or another order of its entries, has another digest. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
