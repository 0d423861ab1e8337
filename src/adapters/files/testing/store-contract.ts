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
  test.each(['../outside', '/etc/passwd', 'a/../b', '', 'A/B'])('refuses the key %j', async (key) => {
    const store = await open()
    await expect(async () => store.put(key, new Uint8Array([1]))).rejects.toThrow('Not a storage key')
  })
}
