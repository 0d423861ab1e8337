import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Exists while a restore is under way, so that an interrupted one is noticed. Holds when the archive was made. */
export const unfinishedRestoreOf = (dataDir: string): string => path.join(dataDir, 'restore-unfinished')

export async function markUnfinished(dataDir: string, madeAt: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(unfinishedRestoreOf(dataDir), `${madeAt}\n`, { flush: true })
}

export const markFinished = (dataDir: string): Promise<void> => rm(unfinishedRestoreOf(dataDir), { force: true })

/** When the archive of an interrupted restore was made; null if there is none. */
export const readUnfinished = (dataDir: string): Promise<string | null> =>
  readFile(unfinishedRestoreOf(dataDir), 'utf8').then(
    (text) => text.trim(),
    () => null,
  )
