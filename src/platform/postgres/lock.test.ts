import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from './index.server.ts'
import { LockHolder, makeFolder, removeFolder } from './testing/shop-process.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = makeFolder()
  file = path.join(folder, 'safar.lock')
})
afterEach(() => removeFolder(folder))

describe('the lock of a data folder', () => {
  it('is exclusive within a process, and free after a release, which may be repeated', () => {
    const lock = lockDataDir(file)
    expect(() => lockDataDir(file)).toThrow(/Another shop \(process \d+\) is running on this data folder/)
    lock.release()
    lock.release()
    lockDataDir(file).release()
  })

  it('survives a refused attempt', () => {
    const lock = lockDataDir(file)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(() => lockDataDir(file)).toThrow(expect.objectContaining({ fault: 'folder-in-use' }))
    }
    lock.release()
  })

  it('survives a garbage collection, and is released by the kernel when its holder is killed', async () => {
    const holder = new LockHolder(file)
    try {
      await holder.held
      expect(() => lockDataDir(file)).toThrow(`process ${holder.child.pid}`)
    } finally {
      await holder.kill()
    }
    lockDataDir(file).release()
  })

  it('needs an existing folder and its own file', () => {
    expect(() => lockDataDir(path.join(folder, 'missing', 'safar.lock'))).toThrow(
      expect.objectContaining({ fault: 'folder-unusable' }),
    )
    mkdirSync(path.join(folder, 'taken'))
    writeFileSync(path.join(folder, 'taken', 'safar.lock'), 'something else, longer than a header of SQLite'.repeat(99))
    expect(() => lockDataDir(path.join(folder, 'taken', 'safar.lock'))).toThrow(
      expect.objectContaining({ fault: 'folder-unusable' }),
    )
  })
})
