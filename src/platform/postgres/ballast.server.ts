import { randomFillSync } from 'node:crypto'
import { chownSync, existsSync, rmSync, statfsSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import path from 'node:path'

/** PostgreSQL cannot start without room for its log, so this much is set aside in the data folder. */
const ballastBytes = 64 * 1024 * 1024
/** With less free space a start is not safe: recovery writes up to two log segments of 16 MB. */
const neededBytes = 40 * 1024 * 1024
/** Set aside only when plenty is left. */
const plentyBytes = 256 * 1024 * 1024
const delay = 10_000
const interval = 60_000

const fileOf = (dataDir: string): string => path.join(dataDir, 'reserved-space')

/** Gives the set-aside space back if the disk is full. True if it did. */
export function releaseBallast(dataDir: string): boolean {
  const file = fileOf(dataDir)
  if (!existsSync(file)) return false
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize >= neededBytes) return false
  rmSync(file, { force: true })
  return true
}

/** Sets space aside now and then, as soon as there is enough. Returns what ends it. */
export function keepBallast(dataDir: string): () => void {
  const put = () => void putBallast(dataDir).catch(() => {}) // A full or read-only disk: try again later.
  const first = setTimeout(put, delay).unref()
  const next = setInterval(put, interval).unref()
  return () => {
    clearTimeout(first)
    clearInterval(next)
  }
}

/** Writes random bytes, because zeros would take no room on some file systems. */
async function putBallast(dataDir: string): Promise<void> {
  const file = fileOf(dataDir)
  if (existsSync(file)) return
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < plentyBytes + ballastBytes) return
  const part = `${file}.part`
  const handle = await open(part, 'w', 0o600)
  try {
    const chunk = randomFillSync(Buffer.alloc(1024 * 1024))
    for (let written = 0; written < ballastBytes; written += chunk.length) await handle.write(chunk)
    await handle.sync()
    await handle.close()
    const { uid, gid } = statSync(dataDir)
    if (process.getuid?.() === 0 && uid !== 0) chownSync(part, uid, gid)
    await rename(part, file)
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}
