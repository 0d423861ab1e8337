/**
 * Stores files in a bucket of an S3 service (AWS, MinIO, R2 and others) with the official client. Owns: timeouts,
 * retries and error messages. Does not own: encryption (files arrive encrypted) and access rights.
 * Invariants: every call ends in time; no message contains a key; only our own folder of the bucket is used.
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
  /** The timeout of one try, from the connection to the last byte. */
  tryMilliseconds: number
  tries: number
  /** The pause before the second try; doubles with each further try. */
  pauseMilliseconds: number
}>
const usual: S3Limits = { tryMilliseconds: 8_000, tries: 3, pauseMilliseconds: 200 }

const folder = 'safar/'

function storedAt(key: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`)
  return `${folder}${key}`
}

/** An environment variable and what is wrong with it. */
type Blame = { name: string; message: string }

/** Opens the store, or names the variable that is wrong. `away`: the service does not answer now, but may do so later. */
export async function openS3Store(
  settings: S3Settings,
  limits: S3Limits = usual,
): Promise<{ store: FileStore; away: Blame | null } | { refused: Blame }> {
  const store = s3Store(settings, limits)
  const { call, bucket } = connect(settings, limits)
  try {
    await call('list', (client, abortSignal) =>
      client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder, MaxKeys: 1 }), { abortSignal }),
    )
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error
    return isFinal(error) ? { refused: blame(error) } : { store, away: blame(error) }
  }
  return { store, away: null }
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
          // The client does not abort a response that has begun.
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

/** A failed call, with the service's name of the error. */
class S3Failure extends Error {
  /** The server answers 503 with Retry-After. */
  readonly statusCode = 503
  readonly reason: string
  /** Null when there was no readable response. */
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
    // Our retries also cover the response body.
    maxAttempts: 1,
    // Some services other than AWS do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: limits.tryMilliseconds, requestTimeout: 0 },
  })
  /** One try, with a timeout even if the client hangs. */
  async function once<T>(what: string, work: (client: S3Client, signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limits.tryMilliseconds)
    const over = new Promise<never>((_, reject) =>
      limit.signal.addEventListener('abort', () => reject(new S3Failure(what, 'no answer in time', null))),
    )
    const running = work(client, limit.signal)
    // The slower promise is ignored, so give it a no-op catch.
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
    for (let tries = 1; ; tries++) {
      try {
        return await once(what, work)
      } catch (error) {
        if (isFinal(error) || tries >= limits.tries) throw error
        await wait(limits.pauseMilliseconds * 2 ** (tries - 1))
      }
    }
  }
  return { call, bucket }
}

/** A wrong clock is not final: the client corrects its time by the date of the answer. */
const passing = ['RequestTimeTooSkewed', 'RequestExpired']
/** Errors that a retry does not fix. */
const isFinal = (error: unknown): boolean => {
  if (!(error instanceof S3Failure) || error.status === null || passing.includes(error.reason)) return false
  return error.status >= 300 && error.status < 500 && error.status !== 408 && error.status !== 429
}

const unreadable = 'an unreadable answer'
/** Only names of the client's errors: messages of a foreign server may contain anything. */
function asFailure(what: string, error: unknown): S3Failure {
  if (error instanceof S3Failure) return error
  const { name, code, $metadata } = error as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }
  const word = [code, name].find((each) => typeof each === 'string' && each !== 'Error') ?? unreadable
  const reason = /^[\w.-]{1,60}$/.test(word) || word.includes(' ') ? word : unreadable
  const status = $metadata?.httpStatusCode ?? null
  // An unreadable success may work on a retry.
  return new S3Failure(what, reason, status !== null && status < 300 ? null : status)
}

function blame({ reason, status, message }: S3Failure): Blame {
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
