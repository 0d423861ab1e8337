import { createServer } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { NotStored } from '../../../modules/files/port.ts'
import { createLog } from '../../../platform/log.server.ts'
import { asRefusal } from '../../../web/problem.server.ts'
import { judgeSignature } from '../testing/aws-signature.ts'
import { type Fault, type S3StandIn, startS3 } from '../testing/s3-stand-in.ts'
import { keysOf, storeContract } from '../testing/store-contract.ts'
import { openS3Store } from './index.server.ts'

const keys = {
  accessKey: 'AKIAEXAMPLEEXAMPLE',
  secretKey: 'the/secret+key/that-nobody-may-see',
  region: 'me-central-1',
}
const limits = { tryMilliseconds: 400, tries: 3, pauseMilliseconds: 5 }
/** For tests without faults: nothing of theirs may run out of time on a busy machine. */
const patient = { ...limits, tryMilliseconds: 30_000 }
const running: S3StandIn[] = []
afterAll(() => Promise.all(running.map((s3) => s3.end())))

async function open(given: Partial<Parameters<typeof openS3Store>[0]> = {}, within = limits) {
  const s3 = await startS3('papers', keys)
  running.push(s3)
  const opened = await openS3Store(
    { endpoint: s3.endpoint, bucket: 'papers', prefix: 'safar/', ...keys, ...given },
    within,
  )
  return { s3, opened }
}
async function openWell(within = limits) {
  const { s3, opened } = await open({}, within)
  if ('refused' in opened) throw new Error(opened.refused.message)
  s3.asked.length = 0
  return { s3, store: opened.store }
}

describe('the S3 store', () => {
  storeContract(async () => (await openWell(patient)).store)

  test('uses only its own folder of the bucket', async () => {
    const { s3, store } = await openWell()
    s3.objects.set('reports/2026.csv', { bytes: Buffer.from('x'), at: new Date() })
    for (let n = 0; n < 8; n++) await store.put(`ab/${n}`, Buffer.from([n]))
    expect([...s3.objects.keys()]).toContain('safar/ab/0')
    // Three keys a page.
    expect(await keysOf(store)).toEqual(Array.from({ length: 8 }, (_, n) => `ab/${n}`))
  })
  const passing: readonly Fault[] = [
    'reset',
    'reset after storing',
    '500',
    '503',
    'cut',
    'hang',
    'hang in the body',
    'slow',
  ]
  test.each(passing)('gets over an answer that goes wrong once: %s', async (fault) => {
    const { s3, store } = await openWell()
    await store.put('ab/one', Buffer.from('kept'))
    s3.faults.push(fault)
    expect(Buffer.from(await store.get('ab/one')).toString()).toBe('kept')
    if (fault !== 'cut' && fault !== 'hang in the body') {
      s3.faults.push(fault)
      await store.put('ab/two', Buffer.from('two'))
    }
  })
  const lasting: readonly Fault[] = ['hang', 'hang in the body', 'reset', '500', 'cut', 'garbage']
  test.each(lasting)('gives up in time when it goes on: %s, and is itself again afterwards', async (fault) => {
    const { s3, store } = await openWell()
    await store.put('ab/one', Buffer.from('kept'))
    s3.faults.push(fault, fault, fault)
    const before = performance.now()
    const error = await store.get('ab/one').then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(performance.now() - before).toBeLessThan(limits.tryMilliseconds * limits.tries + 1_000)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(NotStored)
    expect(asRefusal(error, createLog('silent')).code).toBe('server/unavailable')
    const message = `${(error as Error).message} ${(error as Error).stack} ${JSON.stringify(error)}`
    expect(message).toContain('The file store did not get ab/one')
    for (const hidden of [keys.secretKey, keys.accessKey, 'secret-looking words']) expect(message).not.toContain(hidden)
    s3.faults.length = 0
    expect(Buffer.from(await store.get('ab/one')).toString()).toBe('kept')
  })
  test('throws for an unreadable list instead of returning an empty one', async () => {
    const { s3, store } = await openWell()
    await store.put('ab/one', Buffer.from('kept'))
    s3.faults.push('garbage list', 'garbage list', 'garbage list')
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toThrow('The file store did not list')
  })
  test.each([-2 * 86_400_000, -3_600_000, 3_600_000, 2 * 86_400_000])(
    'works although its clock differs by %i ms from the shop’s',
    async (ahead) => {
      const { s3, store } = await openWell()
      for (const aheadMilliseconds of [ahead, 0]) {
        s3.aheadMilliseconds = aheadMilliseconds
        await store.put(`ab/${Math.abs(aheadMilliseconds)}`, Buffer.from('kept'))
        expect(Buffer.from(await store.get(`ab/${Math.abs(aheadMilliseconds)}`)).toString()).toBe('kept')
      }
      expect(s3.asked).toHaveLength(6)
    },
  )
  test('does not follow a redirect to another host', async () => {
    const { s3, store } = await openWell()
    const other = (await openWell()).s3
    s3.redirectTo = `${other.endpoint}/papers/safar/ab/one`
    s3.faults.push('redirect', 'redirect')
    await expect(store.put('ab/one', Buffer.from('kept'))).rejects.toThrow('(307)')
    await expect(store.get('ab/one')).rejects.toThrow('(307)')
    expect([s3.asked.length, other.asked, other.objects.size]).toEqual([2, [], 0])
  })
  test('does not call a file missing when the bucket is', async () => {
    const { s3, store } = await openWell()
    await store.put('ab/one', Buffer.from('kept'))
    s3.bucket = 'another'
    const error = await store.get('ab/one').catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(NotStored)
    expect(String(error)).toContain('NoSuchBucket')
  })
  test('does not retry errors that a retry does not fix', async () => {
    const { s3, store } = await openWell()
    await expect(store.get('ab/none')).rejects.toThrow(NotStored)
    expect(s3.asked).toHaveLength(1)
  })
})

describe('wrong settings', () => {
  test.each([
    ['S3_ACCESS_KEY', { accessKey: 'AKIASOMEBODYELSE' }],
    ['S3_SECRET_KEY', { secretKey: 'not-the-right-one' }],
    ['S3_REGION', { region: 'eu-west-1' }],
    ['S3_BUCKET', { bucket: 'nowhere' }],
  ])('name the variable: %s', async (name, given) => {
    const { opened } = await open(given)
    expect(opened).toMatchObject({
      refused: { name, message: expect.stringMatching(/^(the file store|the bucket) .{10,}/) },
    })
    expect(JSON.stringify(opened)).not.toMatch(/not-the-right-one|secret\+key/)
  })
  test('of S3_ENDPOINT look like a service that is away for now', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => gone.once('listening', resolve))
    const { port } = gone.address() as { port: number }
    await new Promise((resolve) => gone.close(resolve))
    const { opened } = await open({ endpoint: `http://127.0.0.1:${port}` })
    expect(opened).toMatchObject({ away: { name: 'S3_ENDPOINT', message: expect.stringContaining('ECONNREFUSED') } })
  })
})

describe('the stand-in', () => {
  /** Amazon's example ('GET Object', Authenticating Requests: Using the Authorization Header). */
  const example = {
    method: 'GET',
    target: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    },
    body: new Uint8Array(),
  }
  const theirs = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  test('accepts the signature of the published example, and rejects any change', () => {
    expect(judgeSignature(example, theirs)).toBe(null)
    expect(judgeSignature({ ...example, target: '/test.txt?x=1' }, theirs)).toBe('SignatureDoesNotMatch')
    expect(judgeSignature({ ...example, method: 'PUT' }, theirs)).toBe('SignatureDoesNotMatch')
    expect(judgeSignature({ ...example, body: Buffer.from('x') }, theirs)).toBe('XAmzContentSHA256Mismatch')
    expect(judgeSignature(example, { ...theirs, secretKey: 'another' })).toBe('SignatureDoesNotMatch')
    const headers = { ...example.headers, range: 'bytes=0-10' }
    expect(judgeSignature({ ...example, headers }, theirs)).toBe('SignatureDoesNotMatch')
  })
})
