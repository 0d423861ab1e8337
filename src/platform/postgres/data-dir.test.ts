import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveDataDir } from './index.server.ts'
import { makeFolder, otherAccount, removeFolder } from './testing/shop-process.ts'

const isRoot = process.getuid?.() === 0

let folder = ''
let fallbackRoot = ''
let closed = ''
beforeEach(() => {
  folder = makeFolder()
  fallbackRoot = path.join(folder, 'system')
  closed = path.join(folder, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o700)
})
afterEach(() => removeFolder(folder))

describe('the data folder', () => {
  it('is the wanted one if the database’s account can reach it', () => {
    expect(resolveDataDir(path.join(folder, 'shop', 'data'), fallbackRoot)).toBe(path.join(folder, 'shop', 'data'))
    expect(resolveDataDir('data', fallbackRoot)).toBe(path.resolve('data'))
  })

  it.skipIf(isRoot)('is the wanted one for an ordinary user, who runs the database himself', () => {
    expect(resolveDataDir(path.join(closed, 'data'), fallbackRoot)).toBe(path.join(closed, 'data'))
  })

  it("is the wanted one if it is root's private folder, which is then opened for passing", () => {
    const wanted = path.join(folder, 'data')
    mkdirSync(wanted)
    chmodSync(wanted, 0o700)
    expect(resolveDataDir(wanted, fallbackRoot)).toBe(wanted)
  })
})

describe.skipIf(!isRoot)('the data folder of root below a closed folder', () => {
  it('is otherwise a system folder, stable and different for each shop', () => {
    const first = resolveDataDir(path.join(closed, 'shop', 'data'), fallbackRoot)
    expect(path.dirname(first)).toBe(fallbackRoot)
    expect(path.basename(first)).toMatch(/^shop-data-[0-9a-f]{8}$/)
    expect(resolveDataDir(path.join(closed, 'shop', 'data'), fallbackRoot)).toBe(first)
    expect(resolveDataDir(first, fallbackRoot)).toBe(first)
    expect(resolveDataDir(path.join(closed, 'other', 'data'), fallbackRoot)).not.toBe(first)
  })

  it('is below /var/lib/safar', () => {
    expect(resolveDataDir(path.join(closed, 'data'))).toMatch(/^\/var\/lib\/safar\/closed-data-/)
  })

  it('stays with the database when the wanted folder becomes reachable', () => {
    const wanted = path.join(closed, 'data')
    const fallback = resolveDataDir(wanted, fallbackRoot)
    mkdirSync(path.join(fallback, 'postgres'), { recursive: true })
    chmodSync(closed, 0o755)
    expect(resolveDataDir(wanted, fallbackRoot)).toBe(fallback)
  })

  it('stays with the database when the wanted folder becomes unreachable', () => {
    mkdirSync(path.join(closed, 'data', 'postgres'), { recursive: true })
    expect(resolveDataDir(path.join(closed, 'data'), fallbackRoot)).toBe(path.join(closed, 'data'))
  })

  it('is the wanted one if its owner can reach it', ({ skip }) => {
    const other = otherAccount()
    if (!('account' in other)) return skip(other.reason)
    mkdirSync(path.join(closed, 'data'))
    for (const place of [closed, path.join(closed, 'data')]) chownSync(place, other.account.uid, other.account.gid)
    expect(statSync(closed).mode & 0o777).toBe(0o700)
    expect(resolveDataDir(path.join(closed, 'data'), fallbackRoot)).toBe(path.join(closed, 'data'))
  })
})
