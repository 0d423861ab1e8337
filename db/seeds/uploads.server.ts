import { receiveUpload, recordFile } from '../../src/modules/files/index.server.ts'
import type { Writing } from './demo-booking.server.ts'
import { at } from './world.server.ts'

type Upload = { bytes: Buffer; originalName: string; purpose: string; uploadedBy: string }

/** Stores a file like any upload, at the time `when`. Returns its id. */
export async function storeUpload({ trx, deps }: Writing, when: Date, { bytes, ...facts }: Upload): Promise<string> {
  const then = at(deps, when)
  const staged = await receiveUpload(then, { ...facts, bytes: once(bytes), allowGif: false, visitor: null })
  await recordFile(trx, then, staged)
  return staged.id
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
