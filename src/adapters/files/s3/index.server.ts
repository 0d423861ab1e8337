/**
 * Stores files in a bucket of an S3 service (AWS, MinIO, R2 and others) with the official client. Owns: timeouts,
 * retries, large bodies in parts and error messages. Does not own: encryption (files arrive encrypted) and access rights.
 * Invariants: every call ends in time; no message contains a key; only the shop's own folder of the bucket is used; a file
 * appears whole or not at all.
 */
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { type FileStore, NotStored } from '../../../modules/files/port.ts'
import { type Calls, connect, isFinal, S3Failure, type S3Limits, type S3Settings } from './calls.server.ts'
import { partBytes, putInParts, removeAbandoned } from './parts.server.ts'

const usual: S3Limits = { tryMilliseconds: 8_000, tries: 3, pauseMilliseconds: 200 }

/** An environment variable and what is wrong with it. */
type Blame = { name: string; message: string }

/** Opens the store, or names the variable that is wrong. `away`: the service does not answer now, but may do so later. */
export async function openS3Store(
  settings: S3Settings,
  limits: S3Limits = usual,
): Promise<{ store: FileStore; away: Blame | null } | { refused: Blame }> {
  const calls = connect(settings, limits)
  const { call, bucket: Bucket, prefix: Prefix } = calls
  const store = s3Store(calls)
  try {
    await call('list', (client, abortSignal) =>
      client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), { abortSignal }),
    )
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error
    return isFinal(error) ? { refused: blame(error) } : { store, away: blame(error) }
  }
  return { store, away: null }
}

function s3Store(calls: Calls): FileStore {
  const { call, bucket: Bucket, prefix } = calls
  const storedAt = (key: string): string => {
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${key}`)
    return `${prefix}${key}`
  }
  return {
    async put(key, bytes) {
      const Key = storedAt(key)
      if (bytes.length > partBytes) return putInParts(calls, Key, bytes)
      await call(`put ${key}`, (client, abortSignal) =>
        client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length }), { abortSignal }),
      )
    },
    get: (key) => read(calls, key, storedAt(key)),
    async remove(key) {
      const Key = storedAt(key)
      await call(`remove ${key}`, (client, abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      )
    },
    list: () => list(calls),
  }
}

/** Throws NotStored. */
async function read({ call, bucket: Bucket }: Calls, key: string, Key: string): Promise<Uint8Array> {
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
    const isMissing = error instanceof S3Failure && error.status === 404 && error.reason !== 'NoSuchBucket'
    throw isMissing ? new NotStored(key) : error
  }
}

async function* list(calls: Calls): AsyncGenerator<{ key: string; writtenAt: Date }> {
  const { call, bucket: Bucket, prefix: Prefix } = calls
  let from: string | undefined
  do {
    const asked = { Bucket, Prefix, ...(from !== undefined && { ContinuationToken: from }) }
    const page: ListObjectsV2CommandOutput = await call('list', (client, abortSignal) =>
      client.send(new ListObjectsV2Command(asked), { abortSignal }),
    )
    for (const { Key, LastModified } of page.Contents ?? [])
      if (Key?.startsWith(Prefix) && LastModified) yield { key: Key.slice(Prefix.length), writtenAt: LastModified }
    from = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (from !== undefined)
  // Not every service or key allows it; a lifecycle rule of the bucket does the same.
  await removeAbandoned(calls).catch(() => {})
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
