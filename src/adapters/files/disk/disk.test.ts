import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { storeContract } from '../testing/store-contract.ts'
import { diskStore } from './index.server.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'safar-store-'))
  folders.push(folder)
  return join(folder, 'files')
}

describe('the disk store', () => {
  storeContract(async () => diskStore(await makeFolder()))

  test('lists stored files alone, and removes what a killed process left half written an hour ago', async () => {
    const folder = await makeFolder()
    const store = diskStore(folder)
    await store.put('aa/whole', Buffer.from('whole'))
    const [old, young] = ['.part-old', '.part-young'].map((name) => join(folder, 'aa', name)) as [string, string]
    await Promise.all([old, young].map((file) => writeFile(file, 'half')))
    const written = new Date(Date.now() - 2 * 3_600_000)
    await utimes(old, written, written)
    const listed: string[] = []
    for await (const { key } of store.list()) listed.push(key)
    expect(listed).toEqual(['aa/whole'])
    expect((await readdir(join(folder, 'aa'))).toSorted()).toEqual(['.part-young', 'whole'])
  })
})
