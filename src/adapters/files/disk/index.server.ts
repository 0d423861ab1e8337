import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, NotStored } from '../../../modules/files/port.ts'

const temporary = '.part-'

/** Stores files below a folder. A file is written under a temporary name, synced, renamed, and the folder is synced. */
export function diskStore(folder: string): FileStore {
  const pathOf = (key: string): string => {
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const parent = dirname(path)
      const made = await mkdir(parent, { recursive: true, mode: 0o700 })
      const part = join(parent, `${temporary}${randomBytes(8).toString('hex')}`)
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
      await syncFolder(parent)
      if (made) await syncFolder(dirname(parent))
    },
    get: (key) =>
      readFile(pathOf(key)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new NotStored(key) : error
      }),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(noFolderYet)) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const writtenAt = await stat(path).then(
          (stats) => stats.mtime,
          () => null,
        )
        if (writtenAt === null) continue
        // Lists temporary files of a crash too, so that the sweep removes them.
        const key = path.slice(folder.length + 1).replaceAll('\\', '/')
        if (entry.name.startsWith(temporary)) await removeAbandoned(path, writtenAt)
        else yield { key, writtenAt }
      }
    },
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
const removeAbandoned = async (path: string, writtenAt: Date): Promise<void> => {
  if (Date.now() - writtenAt.getTime() > 3_600_000) await rm(path, { force: true })
}
function noFolderYet(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}
