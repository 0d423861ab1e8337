import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Credentials, judgeSignature } from './aws-signature.ts'
import {
  answerUpload,
  isAboutUpload,
  type StandInAnswer,
  type StandInObjects,
  type StandInUpload,
} from './s3-stand-in-uploads.ts'

/** A fault of one answer. */
export type Fault =
  | 'hang'
  | 'hang in the body'
  | 'cut'
  | 'reset'
  | 'reset after storing'
  | 'redirect'
  | '500'
  | '503'
  | 'garbage'
  | 'garbage list'
  | 'slow'
  | 'error in a 200'

/** An S3 service with one bucket in memory. It checks every signature. */
export type S3StandIn = {
  readonly endpoint: string
  readonly objects: StandInObjects
  /** Unfinished uploads in parts. */
  readonly uploads: Map<string, StandInUpload>
  /** 'GET /bucket/key', in order of arrival. */
  readonly asked: string[]
  /** The faults of the next answers; null for a right one. */
  readonly faults: (Fault | null)[]
  /** The name of its bucket. */
  bucket: string
  /** Where the fault 'redirect' leads. */
  redirectTo: string
  /** How far the service's clock is ahead. It refuses requests that are more than 15 minutes off. */
  aheadMilliseconds: number
  readonly end: () => Promise<void>
}

const pageSize = 3

export async function startS3(bucket: string, known: Credentials, at = 0): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map()
  const uploads: S3StandIn['uploads'] = new Map()
  const asked: string[] = []
  const faults: S3StandIn['faults'] = []
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      asked.push(`${request.method} ${request.url}`)
      const fault = faults.shift()
      if (fault === 'redirect') return response.writeHead(307, { location: s3.redirectTo }).end()
      if (fault && goWrong(fault, request, response)) return
      const answer = (): void =>
        serve({
          request,
          response,
          body,
          bucket: s3.bucket,
          known,
          objects,
          uploads,
          now: Date.now() + s3.aheadMilliseconds,
        })
      if (fault === 'reset after storing') {
        // First, so that no answer arrives.
        request.socket.resetAndDestroy()
        answer()
      } else if (fault === 'slow') setTimeout(answer, 150)
      else if (fault === 'cut' || fault === 'hang in the body') breakOff(fault, response)
      else answer()
    })
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const s3: S3StandIn = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    asked,
    faults,
    bucket,
    redirectTo: '',
    aheadMilliseconds: 0,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return s3
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** True when the fault replaces the answer. */
function goWrong(fault: Fault, request: IncomingMessage, response: ServerResponse): boolean {
  if (fault === 'hang') return true
  if (fault === 'reset') request.socket.resetAndDestroy()
  else if (fault === '500' || fault === '503')
    refuse(response, Number(fault), fault === '500' ? 'InternalError' : 'SlowDown')
  else if (fault === 'garbage') response.writeHead(418).end('<html>secret-looking words')
  else if (fault === 'garbage list') response.writeHead(200, { 'content-type': 'application/xml' }).end('<ListBuck')
  else if (fault === 'error in a 200')
    response.writeHead(200, { 'content-type': 'application/xml' }).end('<Error><Code>InternalError</Code></Error>')
  else return false
  return true
}

function breakOff(fault: Fault, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' })
  response.write(Buffer.alloc(10))
  if (fault === 'cut') setTimeout(() => response.destroy(), 20)
}

type Call = Readonly<{
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  bucket: string
  known: Credentials
  objects: S3StandIn['objects']
  uploads: S3StandIn['uploads']
  now: number
}>

const maxSkewMilliseconds = 15 * 60_000

/** '20260102T030405Z' */
const isSkewed = (at: string, now: number): boolean =>
  Math.abs(Date.parse(at.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z')) - now) > maxSkewMilliseconds

function serve({ request, response, body, bucket, known, objects, uploads, now }: Call): void {
  const { method = '', url = '/' } = request
  const headers = request.headers as Record<string, string | undefined>
  const wrong = judgeSignature({ method, target: url, headers, body }, known)
  const { pathname, searchParams } = new URL(url, 'http://s3')
  const [, name, ...rest] = decodeURIComponent(pathname).split('/')
  const key = rest.join('/')
  const object = objects.get(key)
  response.setHeader('date', new Date(now).toUTCString())
  const code = isSkewed(headers['x-amz-date'] ?? '', now) ? 'RequestTimeTooSkewed' : wrong
  if (code) refuse(response, code === 'AuthorizationHeaderMalformed' ? 400 : 403, code)
  else if (name !== bucket) refuse(response, 404, 'NoSuchBucket')
  else if (isAboutUpload(searchParams))
    give(response, answerUpload({ objects, uploads }, { method, bucket, key, query: searchParams, body }))
  else if (method === 'GET' && key === '') list(response, objects, searchParams)
  else if (method === 'PUT') {
    objects.set(key, { bytes: body, at: new Date() })
    response.writeHead(200, { etag: '"x"' }).end()
  } else if (method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if ((method === 'GET' || method === 'HEAD') && object) {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': object.bytes.length })
    response.end(object.bytes)
  } else refuse(response, 404, 'NoSuchKey')
}

function list(response: ServerResponse, objects: S3StandIn['objects'], query: URLSearchParams): void {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
  const after = query.get('continuation-token') ?? ''
  const left = keys.filter((key) => key > after)
  const page = left.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? pageSize)))
  const entry = (key: string): string =>
    `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified><Size>1</Size></Contents>`
  const isTruncated = left.length > page.length
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
      <IsTruncated>${isTruncated}</IsTruncated>${page.map(entry).join('')}${next}</ListBucketResult>`)
}

function give(response: ServerResponse, { status, code, body, etag }: StandInAnswer): void {
  if (code) refuse(response, status, code)
  else response.writeHead(status, { 'content-type': 'application/xml', ...(etag && { etag }) }).end(body)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
}
