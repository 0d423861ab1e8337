import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './command.ts'

export const git = (...args: readonly string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}
/** The last commits that are at least so many days older than this one, which a shop may have run; none without history. */
const newest = Number(git('log', '-1', '--format=%ct'))
const older = [1, 2, 3, 5].flatMap((days) => git('rev-list', '-1', `--before=${newest - days * 86_400}`, 'HEAD') || [])

export const hasOlderVersion = (): boolean => older.length > 0

export type OlderVersion = {
  readonly commit: string
  /** Its sources. */
  readonly folder: string
  readonly remove: () => void
}

/**
 * The newest version of an earlier day that starts: not every commit of a day is a whole version. `start` leaves nothing
 * running when it fails.
 */
export async function findOlderVersion(start: (folder: string) => Promise<unknown>): Promise<OlderVersion> {
  const sources = mkdtempSync(path.join(tmpdir(), 'safar-older-'))
  const remove = () => rmSync(sources, { recursive: true, force: true })
  const reasons: string[] = []
  for (const commit of older) {
    const folder = path.join(sources, commit)
    unpack(commit, folder)
    const reason = await start(folder).then(
      () => null,
      (error: Error) => error.message,
    )
    if (reason === null) return { commit, folder, remove }
    reasons.push(`${commit}: ${reason}`)
  }
  remove()
  throw new Error(`No version of an earlier day starts:\n${reasons.join('\n')}`)
}

function unpack(commit: string, folder: string): void {
  mkdirSync(folder)
  const packed = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: packed })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
}
