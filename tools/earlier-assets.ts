// Files of earlier builds: a tab that was open during an update loads its dialogs and pages from them.
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const keptDays = 14
/** Some twenty builds; a developer may make more of them in two weeks. */
const maxFiles = 10_000

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** Moves the files of `assets` aside, beside those that an interrupted build has left there. */
export async function putAside(assets: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true })
  for (const name of await namesIn(assets)) await rename(path.join(assets, name), path.join(aside, name))
}

/** Puts recent files back beside the new ones, the newest first, and deletes the others. Names contain a content hash. */
export async function putBack(aside: string, assets: string, now: Date): Promise<void> {
  const fresh = new Set(await namesIn(assets))
  const oldest = now.getTime() - keptDays * 86_400_000
  const earlier = (await namesIn(aside)).filter((name) => !fresh.has(name))
  const aged = await Promise.all(
    earlier.map(async (name) => ({ name, at: (await stat(path.join(aside, name))).mtimeMs })),
  )
  const kept = aged.filter(({ at }) => at >= oldest).sort((a, b) => b.at - a.at)
  await mkdir(assets, { recursive: true })
  for (const { name } of kept.slice(0, maxFiles)) await rename(path.join(aside, name), path.join(assets, name))
  await rm(aside, { recursive: true, force: true })
}
