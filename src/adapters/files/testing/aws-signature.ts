import { createHash, createHmac } from 'node:crypto'

/** A received request: the raw path and query, header names in lower case. */
export type SignedRequest = {
  method: string
  /** '/bucket/key?list-type=2' */
  target: string
  headers: Readonly<Record<string, string | undefined>>
  body: Uint8Array
}
export type Credentials = { accessKey: string; secretKey: string; region: string }

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Uint8Array | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Checks the signature (AWS Signature Version 4, written from Amazon's documentation, independent of the client).
 * Returns S3's error code, or null when it is valid.
 */
export function judgeSignature(request: SignedRequest, known: Credentials): string | null {
  const shape =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const given = shape.exec(request.headers.authorization ?? '')
  if (!given) return 'AccessDenied'
  const [, accessKey, day = '', region = '', signedHeaders = '', signature] = given
  if (accessKey !== known.accessKey) return 'InvalidAccessKeyId'
  if (region !== known.region) return 'AuthorizationHeaderMalformed'
  const hash = request.headers['x-amz-content-sha256'] ?? ''
  if (hash !== sha256(request.body)) return 'XAmzContentSHA256Mismatch'
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signedHeaders.split(';').includes(name)))
    return 'AccessDenied'
  const at = request.headers['x-amz-date'] ?? ''
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical(request, signedHeaders, hash))].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${known.secretKey}`, day))
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

function canonical({ method, target, headers }: SignedRequest, signedHeaders: string, hash: string): string {
  const [path = '/', query = ''] = target.split('?')
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
  const lines = signedHeaders
    .split(';')
    .map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`)
  return [method, path, pairs.join('&'), lines.join(''), signedHeaders, hash].join('\n')
}
