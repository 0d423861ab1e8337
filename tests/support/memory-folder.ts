import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const parent = '/dev/shm'
/** A run's databases need far less; the rest stays free for the run itself. */
const neededBytes = 4 * 1024 ** 3
const prefix = 'safar-test-'
const ownerFile = 'owner'
const variable = 'TEST_RUN_FOLDER'

/**
 * Creates a folder in memory for the databases of a run: creating one on a disk takes eight times the CPU. Where TMPDIR is
 * set, or without enough memory, it is an ordinary temporary folder.
 */
export function makeRunFolder(): string {
  const inMemory = !process.env.TMPDIR && isRoomy()
  if (inMemory) removeLeftovers()
  const folder = mkdtempSync(path.join(inMemory ? parent : tmpdir(), prefix))
  writeFileSync(path.join(folder, ownerFile), String(process.pid))
  // Started by root, databases run under another account.
  chmodSync(folder, 0o711)
  // Passed to the workers.
  process.env[variable] = folder
  return folder
}

/**
 * A new folder for what a test starts as a process, in the run's folder: a killed process loses nothing in memory that it
 * would keep on a disk. Outside a run, it is an ordinary temporary folder.
 */
export const makeProcessFolder = (name: string): string =>
  mkdtempSync(path.join(process.env[variable] ?? tmpdir(), name))

/** Programs may have to run from a data folder, so a folder that forbids it will not do. */
function isRoomy(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === parent)
    const [, , type, options = ''] = mount ?? []
    if (type !== 'tmpfs' || options.split(',').some((option) => option === 'noexec' || option === 'ro')) return false
    const { bavail, bsize } = statfsSync(parent)
    const available = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0
    return bavail * bsize >= neededBytes && Number(available) * 1024 >= 2 * neededBytes
  } catch {
    return false
  }
}

/** Of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const folder = path.join(parent, name)
    try {
      const owner = Number(readFileSync(path.join(folder, ownerFile), 'utf8'))
      if (!isRunning(owner)) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Not a run's, or another user's.
    }
  }
}
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
