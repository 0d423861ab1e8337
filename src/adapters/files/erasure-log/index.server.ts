import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { FileStore } from '../../../modules/files/port.ts'

/**
 * The store, with a record outside the database of what was removed from it: a line for each key, on the disk before the
 * bytes go. Whoever brings back an older state of the database erases these again.
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

/** Appends keys to the record, each with the time; `at`: by when they were erased. */
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

/**
 * The keys of a record, oldest first, all or those of after `since`; nothing where there is none. A last line that a
 * crash cut short is passed over.
 */
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
