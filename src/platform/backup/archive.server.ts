/**
 * One file of named parts: a gzipped tar, so that `tar tzf` lists it. Owns the file and its checksums, and guarantees
 * that it is complete or absent. Does not know what the parts mean.
 *
 * Lists of checksums, as `sha256sum` writes them, follow the first part, every thousandth and the last. Then come
 * manifest.json (number of parts and lists, digest of all lists), its own checksum, and the digest of the whole file.
 * Reader and writer hold one part (some megabytes) in memory.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import * as z from 'zod'
import { BackupError, openPartFile } from './part-file.server.ts'

export { BackupError }

export type Part = { readonly name: string; readonly bytes: Uint8Array }
export type ArchiveWriter = Readonly<{
  add: (part: Part) => Promise<void>
  /** Ends the archive with these facts. When it returns the file is on disk under its own name; returns its size in bytes. */
  finish: (facts: Readonly<Record<string, unknown>>) => Promise<number>
  /** Removes the unfinished file. */
  abandon: () => Promise<void>
}>

const partsPerList = 1_000
const maxPartBytes = 256 * 1024 * 1024
const manifestName = 'manifest.json'
const sealName = 'manifest.json.sha256'
const isList = (name: string): boolean => name.startsWith('checksums/')

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const lineOf = ({ name, bytes }: Part): string => `${sha256(bytes)}  ${name}\n`

/** Names and checksums of the parts since the last list, and a digest of all lists. */
class Tally {
  parts = 0
  lists = 0
  #open = ''
  #openParts = 0
  readonly #all: Hash = createHash('sha256')

  count(part: Part): void {
    this.#open += lineOf(part)
    this.#openParts++
    this.parts++
  }
  /** The first part describes the others, so it has a list of its own and is verified before it is used. */
  get isDue(): boolean {
    return this.parts === 1 || this.#openParts >= partsPerList
  }
  get isEmpty(): boolean {
    return this.#openParts === 0
  }
  /** The list of the parts since the last list. */
  close(): Part {
    const bytes = Buffer.from(this.#open)
    this.#all.update(bytes)
    this.#open = ''
    this.#openParts = 0
    return { name: `checksums/${String(++this.lists).padStart(6, '0')}.sha256`, bytes }
  }
  sum(): string {
    return this.#all.copy().digest('hex')
  }
}

/**
 * Writes to FILE.part and renames it when it is complete. Throws BackupError when the file exists, cannot be written,
 * or is being written by another backup.
 */
export async function createArchive(file: string, { replace = false } = {}): Promise<ArchiveWriter> {
  const target = resolve(file)
  await refuseToReplace(target, replace)
  const { path: part, handle, release } = await openPartFile(target)
  const { readable, controller } = createTarPacker()
  const digest = createHash('sha256')
  const written = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    // Most of it is encrypted files, which higher levels do not shrink.
    createGzip({ level: 1 }),
    async (packed: AsyncIterable<Uint8Array>) => {
      for await (const piece of packed) {
        digest.update(piece)
        await handle.writeFile(piece)
      }
    },
  )
  // The next write() throws it; without a listener a full disk would end the process.
  let failure: unknown = null
  written.catch((error: unknown) => {
    failure = error
    controller.error(error)
  })
  const write = async ({ name, bytes }: Part): Promise<void> => {
    if (failure) throw failure
    const body = controller.add({ name, size: bytes.length, mode: 0o600, mtime: new Date(0) }).getWriter()
    if (bytes.length > 0) await body.write(bytes)
    await body.close()
  }
  const tally = new Tally()
  return {
    async add(given) {
      await write(given)
      tally.count(given)
      if (tally.isDue) await write(tally.close())
    },
    async finish(facts) {
      if (!tally.isEmpty) await write(tally.close())
      const allFacts = { ...facts, parts: tally.parts, lists: tally.lists, sum: tally.sum() }
      const manifest = { name: manifestName, bytes: Buffer.from(`${JSON.stringify(allFacts, null, 1)}\n`) }
      await write(manifest)
      await write({ name: sealName, bytes: Buffer.from(lineOf(manifest)) })
      controller.finalize()
      await written
      await handle.writeFile(digestMember(digest.digest('hex')))
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      await refuseToReplace(target, replace)
      await rename(part, target)
      await syncFolder(dirname(target))
      await release()
      return size
    },
    async abandon() {
      controller.error(new Error('given up'))
      await written.catch(() => {})
      await handle.close().catch(() => {})
      await rm(part, { force: true })
      await release()
    },
  }
}

async function refuseToReplace(target: string, replace: boolean): Promise<void> {
  const isThere = await access(target).then(
    () => true,
    () => false,
  )
  if (isThere && !replace)
    throw new BackupError(`${target} exists already: choose another name, or add --replace to overwrite it.`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const manifestSchema = z.looseObject({ parts: z.int().min(0), lists: z.int().min(0), sum: z.string() })
export type Manifest = z.infer<typeof manifestSchema>

/**
 * Yields the parts in order and returns the manifest. Throws BackupError when anything is missing, changed or added. A
 * part's checksum may be verified only after up to a thousand parts were yielded, so the caller must be able to discard
 * what it did with them.
 */
export async function* readArchive(file: string): AsyncGenerator<Part, Manifest> {
  await verifyDigest(file)
  const tally = new Tally()
  let manifest: Part | null = null
  let isSealed = false
  for await (const part of readParts(file)) {
    if (isSealed) throw damaged(file, `${part.name} follows its end`)
    if (manifest) {
      if (part.name !== sealName || Buffer.from(part.bytes).toString() !== lineOf(manifest))
        throw damaged(file, 'its manifest was changed')
      isSealed = true
    } else if (part.name === manifestName) {
      manifest = part
    } else if (isList(part.name)) {
      const own = tally.close()
      if (own.name !== part.name || Buffer.compare(own.bytes, part.bytes) !== 0)
        throw damaged(file, `a part listed in ${part.name} was changed`)
    } else {
      tally.count(part)
      yield part
    }
  }
  if (!manifest || !isSealed || !tally.isEmpty) throw damaged(file, 'it ends too early')
  const manifestFacts = manifestSchema.parse(JSON.parse(Buffer.from(manifest.bytes).toString()))
  if (manifestFacts.parts !== tally.parts || manifestFacts.lists !== tally.lists || manifestFacts.sum !== tally.sum())
    throw damaged(file, 'its parts are not those of its manifest')
  return manifestFacts
}

/**
 * Reads through its own loop rather than a pipe: the tar decoder does not pass an error of its source on to a part that
 * is being read, so each step races against the source's failure.
 */
async function* readParts(file: string): AsyncGenerator<Part> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  const gunzip = createGunzip()
  const unpacked = new PassThrough({ highWaterMark: 1024 * 1024 })
  const flow = pipeline(source, gunzip, unpacked)
  const failure = flow.then(() => new Promise<never>(() => {}))
  failure.catch(() => {})
  const entries = (Readable.toWeb(unpacked) as ReadableStream<Uint8Array>)
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader()
  try {
    for (;;) {
      const { done, value } = await Promise.race([entries.read(), failure])
      if (done) break
      const { header, body } = value
      if (header.type !== 'file' || header.size > maxPartBytes) throw damaged(file, `${header.name} is not part of one`)
      yield {
        name: header.name,
        bytes: new Uint8Array(await Promise.race([new Response(body).arrayBuffer(), failure])),
      }
    }
    await flow
    // zlib ignores bytes after the end of the compressed data.
    if (gunzip.bytesWritten !== source.bytesRead) throw damaged(file, 'something follows its end')
  } catch (error) {
    throw asBackupError(file, error)
  } finally {
    source.destroy()
    // A small file is read to its end by now. Then only this ends the pipeline, which waits for somebody to read on.
    unpacked.destroy()
    await flow.catch(() => {})
  }
}

/**
 * The end of the file: an empty gzip member whose comment holds the SHA-256 of everything before it. gzip's own checksum
 * covers the content only, so damage to headers and padding would go unnoticed; `tar tzf` still reads the file.
 */
const digestMember = (hex: string): Buffer =>
  Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]),
    Buffer.from(`sha256:${hex}\0`, 'latin1'),
    Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ])
const digestMemberBytes = digestMember('0'.repeat(64)).length
/** Where the hexadecimal digits are not: these bytes are the same in every archive. */
const fixedBytes = [...Array(17).keys(), ...Array.from({ length: 11 }, (_, n) => digestMemberBytes - 11 + n)]

/**
 * Throws BackupError when the file ends with a digest that is not its own. An archive that was packed again by hand, or
 * is from before there was a digest, ends without one and is verified by its parts' checksums alone.
 */
async function verifyDigest(file: string): Promise<void> {
  const handle = await open(file).catch((error: unknown) => {
    throw asBackupError(file, error)
  })
  try {
    const { size } = await handle.stat()
    const end = Math.max(0, size - digestMemberBytes)
    const { buffer } = await handle.read(Buffer.alloc(digestMemberBytes), 0, digestMemberBytes, end)
    const hex = buffer.toString('latin1', 17, 81)
    const expected = digestMember(hex)
    // A damaged digest still resembles one; compressed data never does.
    if (fixedBytes.filter((place) => buffer[place] === expected[place]).length < fixedBytes.length / 2) return
    const digest = createHash('sha256')
    if (end > 0)
      for await (const piece of handle.createReadStream({ start: 0, end: end - 1, autoClose: false }))
        digest.update(piece)
    if (Buffer.compare(buffer, digestMember(digest.digest('hex'))) !== 0) throw damaged(file, 'its checksum differs')
  } catch (error) {
    throw asBackupError(file, error)
  } finally {
    await handle.close()
  }
}

function asBackupError(file: string, error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupError(`${file} does not exist.`)
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`${file} cannot be read (${code}).`)
  return damaged(file, error.message)
}

const damaged = (file: string, what: string): BackupError =>
  new BackupError(`${file} is damaged or not a backup of this shop (${what}). Nothing was restored.`)
