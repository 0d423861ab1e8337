import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { type Calls, S3Failure } from './calls.server.ts'

/** The smallest part that S3 accepts, apart from the last one. */
export const partBytes = 5 * 1024 * 1024

type Upload = Readonly<{ Bucket: string; Key: string; UploadId: string }>
type SentPart = Readonly<{ PartNumber: number; ETag: string }>

/**
 * Stores a body of more than one part. Each part has its own timeout and retries, so a slow line needs to carry only
 * that much in one try. Parts are sent one after the other: none is on its way when a failed upload is aborted.
 */
export async function putInParts(calls: Calls, Key: string, bytes: Uint8Array): Promise<void> {
  const upload = await begin(calls, Key)
  try {
    const parts: SentPart[] = []
    for (let at = 0; at < bytes.length; at += partBytes)
      parts.push(await sendPart(calls, upload, { number: parts.length + 1, bytes: bytes.subarray(at, at + partBytes) }))
    await complete(calls, upload, { parts, size: bytes.length })
  } catch (error) {
    // One try, so that the caller need not wait longer: removeAbandoned removes the parts otherwise.
    await abort(calls, upload).catch(() => {})
    throw error
  }
}

async function begin({ call, bucket: Bucket }: Calls, Key: string): Promise<Upload> {
  const what = `begin the upload of ${Key}`
  const { UploadId } = await call(what, (client, abortSignal) =>
    client.send(new CreateMultipartUploadCommand({ Bucket, Key }), { abortSignal }),
  )
  if (!UploadId) throw new S3Failure(what, 'no id of the upload', null)
  return { Bucket, Key, UploadId }
}

async function sendPart(
  { call }: Calls,
  upload: Upload,
  { number: PartNumber, bytes }: { number: number; bytes: Uint8Array },
): Promise<SentPart> {
  const what = `store part ${PartNumber} of ${upload.Key}`
  const { ETag } = await call(what, (client, abortSignal) =>
    client.send(new UploadPartCommand({ ...upload, PartNumber, Body: bytes, ContentLength: bytes.length }), {
      abortSignal,
    }),
  )
  if (!ETag) throw new S3Failure(what, 'no tag of the part', null)
  return { PartNumber, ETag }
}

async function complete(
  { call }: Calls,
  upload: Upload,
  { parts, size }: { parts: SentPart[]; size: number },
): Promise<void> {
  const { Bucket, Key } = upload
  try {
    await call(`complete the upload of ${Key}`, (client, abortSignal) =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }), {
        abortSignal,
      }),
    )
  } catch (error) {
    if (!(error instanceof S3Failure && error.reason === 'NoSuchUpload')) throw error
    // An earlier try may have completed the upload although its response was lost.
    const { ContentLength } = await call(`find ${Key}`, (client, abortSignal) =>
      client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal }),
    )
    if (ContentLength !== size) throw error
  }
}

const abort = ({ once }: Calls, upload: Upload) =>
  once(`abort the upload of ${upload.Key}`, (client, abortSignal) =>
    client.send(new AbortMultipartUploadCommand(upload), { abortSignal }),
  )

const abandonedAfterMilliseconds = 3_600_000

/** Removes parts that a killed process left an hour ago or earlier, at most 1,000 uploads at a time. */
export async function removeAbandoned(calls: Calls): Promise<void> {
  const { call, bucket: Bucket, prefix } = calls
  const { Uploads = [] } = await call('list unfinished uploads', (client, abortSignal) =>
    client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }), { abortSignal }),
  )
  for (const { Key, UploadId, Initiated } of Uploads) {
    const isOld = Initiated !== undefined && Date.now() - Initiated.getTime() > abandonedAfterMilliseconds
    if (Key?.startsWith(prefix) && UploadId && isOld) await abort(calls, { Bucket, Key, UploadId })
  }
}
