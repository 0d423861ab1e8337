import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type FileStore, NotStored } from '../../../modules/files/port.ts'

/** The contract suite of every store. */
export function storeContract(open: () => Promise<FileStore>): void {
  test('returns the stored bytes unchanged', async () => {
    const store = await open()
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 251)
    await store.put('ab/one', bytes)
    expect(Buffer.compare(Buffer.from(await store.get('ab/one')), Buffer.from(bytes))).toBe(0)
  })
  test.each([
    ['empty', 0],
    ['of one byte', 1],
    // The smallest size that a store may divide (S3: 5 MiB), and one byte more.
    ['of 5 MiB', 5 * 1024 * 1024],
    ['of 5 MiB and a byte', 5 * 1024 * 1024 + 1],
    ['of 16 MiB', 16 * 1024 * 1024],
  ])('stores and returns a file that is %s', async (_, size) => {
    const store = await open()
    const bytes = randomBytes(size)
    await store.put('ab/sized', bytes)
    expect(bytes.equals(await store.get('ab/sized'))).toBe(true)
    expect(await keysOf(store)).toEqual(['ab/sized'])
  })
  test('stores files that are put at the same time', async () => {
    const store = await open()
    const keys = Array.from({ length: 12 }, (_, n) => `${n % 3}a/${n}`)
    await Promise.all(keys.map((key) => store.put(key, Buffer.from(key))))
    expect((await keysOf(store)).sort()).toEqual(keys.toSorted())
    const contents = await Promise.all(keys.map(async (key) => Buffer.from(await store.get(key)).toString()))
    expect(contents).toEqual(keys)
  })
  test('throws when a file is missing, but removes it without an error', async () => {
    const store = await open()
    await expect(store.get('ab/none')).rejects.toThrow(NotStored)
    await expect(store.remove('ab/none')).resolves.toBeUndefined()
  })
  test('lists its files without the removed ones', async () => {
    const store = await open()
    await store.put('ab/one', new Uint8Array([1]))
    await store.put('cd/two', new Uint8Array([2]))
    await store.remove('ab/one')
    const keys: string[] = []
    for await (const { key, writtenAt } of store.list()) {
      keys.push(key)
      expect(Date.now() - writtenAt.getTime()).toBeLessThan(60_000)
    }
    expect(keys).toEqual(['cd/two'])
  })
  // Names of files, with spaces and in any script, are in the database; keys are made by the shop.
  test.each(['../outside', '/etc/passwd', 'a/../b', '', 'A/B', 'a b', 'ab/جواز', 'ab/', 'ab//c', 'ab/?x', 'ab/%2e'])(
    'refuses the key %j',
    async (key) => {
      const store = await open()
      await expect(async () => store.put(key, new Uint8Array([1]))).rejects.toThrow('Not a storage key')
      await expect(async () => store.get(key)).rejects.toThrow('Not a storage key')
      await expect(async () => store.remove(key)).rejects.toThrow('Not a storage key')
    },
  )
}

export async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}
