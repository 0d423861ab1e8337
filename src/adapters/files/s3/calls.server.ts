import { setTimeout as wait } from 'node:timers/promises'
import { S3Client } from '@aws-sdk/client-s3'

export type S3Settings = Readonly<{
  endpoint: string
  region: string
  bucket: string
  /** The shop's own folder of the bucket, with a slash at the end. */
  prefix: string
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

/** A failed call, with the service's name of the error. */
export class S3Failure extends Error {
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

export type Calls = Readonly<{
  bucket: string
  prefix: string
  call: Call
  /** One try. */
  once: Call
}>
/** Throws S3Failure when the last try fails. `what` completes 'The file store did not ...'. */
type Call = <T>(what: string, work: (client: S3Client, signal: AbortSignal) => Promise<T>) => Promise<T>

export function connect(settings: S3Settings, limits: S3Limits): Calls {
  const client = clientOf(settings, limits)
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
  return { call, once, bucket: settings.bucket, prefix: settings.prefix }
}

const clientOf = ({ endpoint, region, accessKey, secretKey }: S3Settings, { tryMilliseconds }: S3Limits): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    // Our retries also cover the response body.
    maxAttempts: 1,
    // Some services other than AWS do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: tryMilliseconds, requestTimeout: 0 },
  })

/** A wrong clock is not final: the client corrects its time by the date of the answer. */
const passing = ['RequestTimeTooSkewed', 'RequestExpired']
/** Errors that a retry does not fix. */
export const isFinal = (error: unknown): boolean => {
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
