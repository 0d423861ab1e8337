/**
 * One file that holds named parts: a tar inside gzip, so that `tar tzf` shows what is in it. Owns: the file, its
 * checksums and that it is whole or not there. Does not own: what the parts mean.
 * After the first part, after every thousand and after the last stands a list of their checksums as `sha256sum` writes
 * it; the last part but one, manifest.json, says how many there were and what all lists together come to, and is itself checked by
 * the part after it. Parts are small (megabytes): reader and writer hold one at a time.
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

/** What the person at the terminal can mend; the message is a sentence for them. */
export class BackupError extends Error {}

export type Part = { readonly name: string; readonly bytes: Uint8Array }
export type ArchiveWriter = Readonly<{
  add: (part: Part) => Promise<void>
  /** Ends the archive with these facts: it is on the disk, under its own name, when this returns. Says how large it is. */
  finish: (facts: Readonly<Record<string, unknown>>) => Promise<number>
  /** Leaves nothing behind. */
  abandon: () => Promise<void>
}>

const partsPerList = 1_000
const largestPart = 256 * 1024 * 1024
const manifestName = 'manifest.json'
const sealName = 'manifest.json.sha256'
const isList = (name: string): boolean => name.startsWith('checksums/')

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const lineOf = ({ name, bytes }: Part): string => `${sha256(bytes)}  ${name}\n`

/** Names and sums of the parts since the last list, and of all lists together. */
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
  /** The first part says what the others are: it is not believed before it is checked. */
  get isDue(): boolean {
    return this.parts === 1 || this.#openParts >= partsPerList
  }
  get isEmpty(): boolean {
    return this.#openParts === 0
  }
  /** The list of what was counted since the last one. */
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

/** Begins FILE.part; nothing has its own name before it is whole. Throws BackupError where it must not be written. */
export async function createArchive(file: string, { replace = false } = {}): Promise<ArchiveWriter> {
  const target = resolve(file)
  await refuseToReplace(target, replace)
  const part = `${target}.part`
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'EEXIST'
        ? `${part} is there: another backup is being written, or one was cut short. Remove it if none is running.`
        : `${part} cannot be written (${error.code ?? error.message}).`,
    )
  })
  const { readable, controller } = createTarPacker()
  const written = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    // What most of it is, encrypted files, does not get smaller by trying harder.
    createGzip({ level: 1 }),
    async (packed: AsyncIterable<Uint8Array>) => {
      for await (const piece of packed) await handle.writeFile(piece)
    },
  )
  // Whoever adds hears of it; without a listener a full disk would end the process.
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
      const told = { ...facts, parts: tally.parts, lists: tally.lists, sum: tally.sum() }
      const manifest = { name: manifestName, bytes: Buffer.from(`${JSON.stringify(told, null, 1)}\n`) }
      await write(manifest)
      await write({ name: sealName, bytes: Buffer.from(lineOf(manifest)) })
      controller.finalize()
      await written
      await handle.sync()
      const { size } = await handle.stat()
      await handle.close()
      await refuseToReplace(target, replace)
      await rename(part, target)
      await syncFolder(dirname(target))
      return size
    },
    async abandon() {
      controller.error(new Error('given up'))
      await written.catch(() => {})
      await handle.close().catch(() => {})
      await rm(part, { force: true })
    },
  }
}

async function refuseToReplace(target: string, replace: boolean): Promise<void> {
  const isThere = await access(target).then(
    () => true,
    () => false,
  )
  if (isThere && !replace)
    throw new BackupError(`${target} is there already: choose another name, or add --replace to write over it.`)
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
 * The parts in their order, each whole; the checksums are compared while it reads, those of up to a thousand parts
 * after they were given. Returns the manifest. Throws BackupError when anything is missing, changed or too much: what
 * was given before that must not stay.
 */
export async function* readArchive(file: string): AsyncGenerator<Part, Manifest> {
  const tally = new Tally()
  let manifest: Part | null = null
  let isSealed = false
  for await (const part of readParts(file)) {
    if (isSealed) throw damaged(file, `${part.name} stands after its end`)
    if (manifest) {
      if (part.name !== sealName || Buffer.from(part.bytes).toString() !== lineOf(manifest))
        throw damaged(file, 'its manifest is not what it was written as')
      isSealed = true
    } else if (part.name === manifestName) {
      manifest = part
    } else if (isList(part.name)) {
      const own = tally.close()
      if (own.name !== part.name || Buffer.compare(own.bytes, part.bytes) !== 0)
        throw damaged(file, `a part that ${part.name} lists is not what it was written as`)
    } else {
      tally.count(part)
      yield part
    }
  }
  if (!manifest || !isSealed || !tally.isEmpty) throw damaged(file, 'it ends too early')
  const told = manifestSchema.parse(JSON.parse(Buffer.from(manifest.bytes).toString()))
  if (told.parts !== tally.parts || told.lists !== tally.lists || told.sum !== tally.sum())
    throw damaged(file, 'its parts are not those that its manifest counts')
  return told
}

async function* readParts(file: string): AsyncGenerator<Part> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 })
  const unpacked = new PassThrough({ highWaterMark: 1024 * 1024 })
  // Errors arrive through `unpacked`.
  const flow = pipeline(source, createGunzip(), unpacked).catch(() => {})
  const entries = (Readable.toWeb(unpacked) as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  )
  try {
    for await (const { header, body } of entries) {
      if (header.type !== 'file' || header.size > largestPart) throw damaged(file, `${header.name} is no part of ours`)
      yield { name: header.name, bytes: new Uint8Array(await new Response(body).arrayBuffer()) }
    }
  } catch (error) {
    throw asBackupError(file, error)
  } finally {
    source.destroy()
    await flow
  }
}

function asBackupError(file: string, error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error)) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupError(`${file} is not there.`)
  if (code === 'EACCES' || code === 'EISDIR') return new BackupError(`${file} cannot be read (${code}).`)
  return damaged(file, error.message)
}

const damaged = (file: string, what: string): BackupError =>
  new BackupError(`${file} is damaged or is no archive of ours (${what}): nothing of it is used.`)
