import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { FileStore } from '../../../modules/files/port.ts'

/**
 * Wraps a store and logs removed keys in a file outside the database, before the bytes are deleted. After a restore of
 * an older backup the logged keys are erased again.
 */
export function withErasureLog(store: FileStore, file: string): FileStore {
  return {
    ...store,
    noteErased: (key) => noteErasures(file, [key]),
    async remove(key) {
      await noteErasures(file, [key])
      await store.remove(key)
    },
  }
}

/** Appends keys with the time of their erasure. */
export async function noteErasures(file: string, keys: readonly string[], at = new Date()): Promise<void> {
  if (keys.length === 0) return
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(file, 'a', 0o600)
  try {
    const time = at.toISOString()
    await handle.appendFile(keys.map((key) => `${time} ${key}\n`).join(''))
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

const lineShape = /^(\S+) ([a-z0-9-]+(?:\/[a-z0-9-]+)*)$/

/** Returns the keys, oldest first, after `since` if set. Empty without a file. Ignores a last line that a crash cut short. */
export async function* readErasures(file: string, since = new Date(0)): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of lines) {
      const [, at = '', key] = lineShape.exec(line) ?? []
      if (key && !(new Date(at) < since)) yield key
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
