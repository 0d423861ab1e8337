/**
 * Files in a bucket of an S3 service (AWS, MinIO, R2 and others), by the official client. Owns: time limits, repeats,
 * what an answer means. Does not own: encryption (files arrive encrypted) and who may read.
 * Invariants: a call is over in time whatever the other end does; neither key is in any message; nothing outside of our
 * own folder of the bucket is seen or touched.
 */
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type FileStore, NotStored } from '../../../modules/files/port.ts'

export type S3Settings = Readonly<{
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
}>
export type S3Limits = Readonly<{
  /** For one try, from the connection to the last byte. */
  tryMilliseconds: number
  tries: number
  /** Before the second try; twice as long before each further one. */
  pauseMilliseconds: number
}>
const usual: S3Limits = { tryMilliseconds: 8_000, tries: 3, pauseMilliseconds: 200 }

const folder = 'safar/'

function storedAt(key: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`)
  return `${folder}${key}`
}

/** The store, or which variable is to blame that it cannot be used. */
export async function openS3Store(
  settings: S3Settings,
  limits: S3Limits = usual,
): Promise<{ store: FileStore } | { refused: { name: string; message: string } }> {
  const { call, bucket } = connect(settings, limits)
  try {
    await call('list', (client, abortSignal) =>
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, MaxKeys: 1 }), { abortSignal }),
    )
  } catch (error) {
    if (error instanceof S3Failure) return { refused: blame(error) }
    throw error
  }
  return { store: s3Store(settings, limits) }
}

function s3Store(settings: S3Settings, limits: S3Limits): FileStore {
  const { call, bucket: Bucket } = connect(settings, limits)
  return {
    async put(key, bytes) {
      const Key = storedAt(key)
      await call(`put ${key}`, (client, abortSignal) =>
        client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length }), { abortSignal }),
      )
    },
    async get(key) {
      const Key = storedAt(key)
      try {
        return await call(`get ${key}`, async (client, abortSignal) => {
          const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
          // Once an answer has begun, the client ends it no more.
          abortSignal.addEventListener('abort', () => Body instanceof Readable && Body.destroy())
          const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
          if (ContentLength !== undefined && bytes.length !== ContentLength) throw new Error('CutShort')
          return bytes
        })
      } catch (error) {
        throw error instanceof S3Failure && error.status === 404 ? new NotStored(key) : error
      }
    },
    async remove(key) {
      const Key = storedAt(key)
      await call(`remove ${key}`, (client, abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      )
    },
    async *list() {
      let from: string | undefined
      do {
        const page: ListObjectsV2CommandOutput = await call('list', (client, abortSignal) =>
          client.send(
            new ListObjectsV2Command({
              Bucket,
              Prefix: folder,
              ...(from !== undefined && { ContinuationToken: from }),
            }),
            { abortSignal },
          ),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key?.startsWith(folder) && LastModified) yield { key: Key.slice(folder.length), writtenAt: LastModified }
        from = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (from !== undefined)
    },
  }
}

/** What went wrong, by the service's own name for it. */
class S3Failure extends Error {
  /** For the server: who waits is told to come back. */
  readonly statusCode = 503
  readonly reason: string
  /** Null = there was no answer that could be read. */
  readonly status: number | null

  constructor(what: string, reason: string, status: number | null) {
    super(`The file store did not ${what}: ${reason}${status === null ? '' : ` (${status})`}`)
    this.name = 'S3Failure'
    this.reason = reason
    this.status = status
  }
}

function connect({ endpoint, region, bucket, accessKey, secretKey }: S3Settings, limits: S3Limits) {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    // Ours are around the whole of a try, its body too.
    maxAttempts: 1,
    // Services other than AWS's own do not all know the newer sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: limits.tryMilliseconds, requestTimeout: 0 },
  })
  /** One try, ended in time whether or not the client ends it. */
  async function once<T>(what: string, work: (client: S3Client, signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limits.tryMilliseconds)
    const over = new Promise<never>((_, reject) =>
      limit.signal.addEventListener('abort', () => reject(new S3Failure(what, 'no answer in time', null))),
    )
    const running = work(client, limit.signal)
    // Whichever is the later is heard by nobody.
    running.catch(() => {})
    over.catch(() => {})
    try {
      return await Promise.race([running, over])
    } catch (error) {
      throw asFailure(what, error)
    } finally {
      clearTimeout(timer)
    }
  }
  async function call<T>(what: string, work: (client: S3Client, signal: AbortSignal) => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await once(what, work)
      } catch (error) {
        const isFinal = error instanceof S3Failure && error.status !== null && isOurFault(error.status)
        if (isFinal || tried >= limits.tries) throw error
        await wait(limits.pauseMilliseconds * 2 ** (tried - 1))
      }
    }
  }
  return { call, bucket }
}

/** Asking again would change nothing. */
const isOurFault = (status: number): boolean => status >= 300 && status < 500 && status !== 408 && status !== 429

/** Only the names of the client's own errors: what a stranger's server has written is not ours to repeat. */
function asFailure(what: string, error: unknown): S3Failure {
  if (error instanceof S3Failure) return error
  const { name, code, $metadata } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }
  const said = [code, name].find((word) => typeof word === 'string' && word !== 'Error') ?? 'an answer that is none'
  const reason = /^[\w.-]{1,60}$/.test(said) || said.includes(' ') ? said : 'an answer that is none'
  const status = $metadata?.httpStatusCode ?? null
  // A success that cannot be read is no answer: the same may work again.
  return new S3Failure(what, reason, status !== null && status < 300 ? null : status)
}

function blame({ reason, status, message }: S3Failure): { name: string; message: string } {
  const byReason: Readonly<Record<string, readonly [name: string, message: string]>> = {
    InvalidAccessKeyId: ['S3_ACCESS_KEY', 'the file store does not know this key'],
    SignatureDoesNotMatch: ['S3_SECRET_KEY', 'the file store says that it does not belong to S3_ACCESS_KEY'],
    NoSuchBucket: ['S3_BUCKET', 'the file store has no such bucket'],
    AuthorizationHeaderMalformed: ['S3_REGION', 'the file store is in another region'],
    PermanentRedirect: ['S3_REGION', 'the bucket is in another region'],
    AccessDenied: ['S3_ACCESS_KEY', 'this key may not list, read and write in the bucket'],
  }
  const known = byReason[reason]
  if (known) return { name: known[0], message: known[1] }
  if (status === 404) return { name: 'S3_BUCKET', message: 'the file store has no such bucket' }
  if (status === 403) return { name: 'S3_ACCESS_KEY', message: 'the file store does not let this key in' }
  return { name: 'S3_ENDPOINT', message: `the file store cannot be used: ${message}` }
}
