import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BackupError, createArchive, type Part, readArchive } from './archive.server.ts'

let folder: string
let whole: Buffer
const parts: readonly Part[] = [
  { name: 'about.json', bytes: Buffer.from('{"format":1}') },
  // Random bytes do not compress, so most of the archive is these, and they span many chunks of the stream.
  ...Array.from({ length: 4 }, (_, n) => ({ name: `files/${n}`, bytes: randomBytes(150_000) })),
  { name: 'empty', bytes: Buffer.alloc(0) },
  { name: 'text', bytes: Buffer.from('Desert safari\n'.repeat(20_000)) },
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safar-archive-'))
  const file = join(folder, 'whole.tar.gz')
  const archive = await createArchive(file)
  for (const part of parts) await archive.add(part)
  await archive.finish({})
  whole = await readFile(file)
})
afterAll(() => rm(folder, { recursive: true }))

/** The parts' names and sizes, or the error; 'hangs' when neither comes. */
async function read(bytes: Uint8Array): Promise<unknown> {
  const file = join(folder, `read-${randomBytes(6).toString('hex')}`)
  await writeFile(file, bytes)
  const all = async () => {
    const seen: string[] = []
    for await (const part of readArchive(file)) seen.push(`${part.name} ${part.bytes.length}`)
    return seen
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('hangs'), 5_000)
  })
  try {
    return await Promise.race([all().catch((error: unknown) => error), late])
  } finally {
    clearTimeout(timer)
    await rm(file)
  }
}

const flipped = (place: number, bit = 0): Buffer => {
  const bytes = Buffer.from(whole)
  bytes[place]! ^= 1 << bit
  return bytes
}
test('an undamaged archive reads back in order', async () => {
  expect(await read(whole)).toEqual(parts.map(({ name, bytes }) => `${name} ${bytes.length}`))
})

test('the rest of an archive need not be read', { timeout: 10_000 }, async () => {
  // Small as a file, so that all of it has been read; far larger unpacked than is read ahead.
  const file = join(folder, 'unread.tar.gz')
  const archive = await createArchive(file)
  for (const name of ['a', 'b', 'c', 'd']) await archive.add({ name, bytes: Buffer.alloc(4_000_000) })
  await archive.finish({})
  const reading = readArchive(file)
  expect((await reading.next()).value).toMatchObject({ name: 'a' })
  await setImmediate()
  await reading.return(undefined as never)
  expect(await reading.next()).toEqual({ done: true, value: undefined })
})

test.each([1, 10, 30, 50, 70, 90, 99])(
  'a byte flipped at %i percent of an archive is an error and does not hang',
  async (percent) => {
    expect(await read(flipped(Math.floor((whole.length * percent) / 100)))).toBeInstanceOf(BackupError)
  },
)

test('any flipped bit is an error', async () => {
  const place = fc.integer({ min: 0, max: whole.length - 1 })
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      expect(await read(flipped(at, bit))).toBeInstanceOf(BackupError)
    }),
    { numRuns: 40 },
  )
})

test('a flipped bit in the header or near the end is an error', async () => {
  const ends = [...Array(10).keys(), ...Array.from({ length: 100 }, (_, n) => whole.length - 1 - n)]
  for (const at of ends) expect(await read(flipped(at, at % 8)), `byte ${at}`).toBeInstanceOf(BackupError)
})

test('an archive that is cut off anywhere is an error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: whole.length - 1 }).filter((length) => length !== whole.length - 92),
      async (length) => {
        expect(await read(whole.subarray(0, length))).toBeInstanceOf(BackupError)
      },
    ),
    { numRuns: 40 },
  )
})

test('an archive that lost only its digest still has all its parts', async () => {
  expect(await read(whole.subarray(0, whole.length - 92))).toEqual(await read(whole))
})

test('anything appended to an archive is an error, also a second archive', async () => {
  const appended = fc.uint8Array({ minLength: 1, maxLength: 2_000 })
  await fc.assert(
    fc.asyncProperty(appended, async (bytes) => {
      expect(await read(Buffer.concat([whole, bytes]))).toBeInstanceOf(BackupError)
    }),
    { numRuns: 40 },
  )
  expect(await read(Buffer.concat([whole, whole]))).toBeInstanceOf(BackupError)
  expect(await read(Buffer.concat([whole, Buffer.alloc(512)]))).toBeInstanceOf(BackupError)
})

describe('the unfinished file', () => {
  const target = () => join(folder, 'nightly.tar.gz')
  const namesLeft = async () => (await readdir(folder)).filter((name) => name.startsWith('nightly'))
  const part: Part = { name: 'about.json', bytes: Buffer.from('{}') }
  const writer = async (how: 'holds' | 'is killed') => {
    const holder = spawn(process.execPath, [join(import.meta.dirname, 'testing/hold-part-process.ts'), target()])
    await once(holder.stdout, 'data')
    if (how === 'is killed') await ended(holder)
    return holder
  }
  const ended = async (holder: ChildProcess) => {
    holder.kill('SIGKILL')
    await once(holder, 'close')
  }

  test('of a killed backup is taken over by the next one, which leaves nothing beside the archive', async () => {
    await writer('is killed')
    expect(await namesLeft()).toEqual(['nightly.tar.gz.part', 'nightly.tar.gz.part.lock'])
    const archive = await createArchive(target())
    await archive.add(part)
    await archive.finish({})
    expect(await namesLeft()).toEqual(['nightly.tar.gz'])
    expect(await read(await readFile(target()))).toEqual(['about.json 2'])
    await rm(target())
  })
  test('of a running backup is refused and stays, in this process and in another one', async () => {
    const holder = await writer('holds')
    const before = await stat(`${target()}.part`)
    for (let n = 0; n < 3; n++) await expect(createArchive(target())).rejects.toThrow(/^Another backup is running and /)
    expect(await stat(`${target()}.part`)).toMatchObject({ ino: before.ino })
    await ended(holder)
    const own = await createArchive(target())
    for (let n = 0; n < 3; n++) await expect(createArchive(target())).rejects.toThrow(BackupError)
    await own.abandon()
    expect(await namesLeft()).toEqual([])
  })
  test('belongs to one of many backups that start together after a kill', async () => {
    await writer('is killed')
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => createArchive(target())))
    const won = all.filter((each) => each.status === 'fulfilled')
    expect(won).toHaveLength(1)
    await won[0]?.value.add(part)
    await won[0]?.value.finish({})
    expect(await namesLeft()).toEqual(['nightly.tar.gz'])
    await rm(target())
  })
})
