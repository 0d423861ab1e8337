import { randomBytes } from 'node:crypto'
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openS3Store } from '../../src/adapters/files/s3/index.server.ts'
import { keysOf, storeContract } from '../../src/adapters/files/testing/store-contract.ts'
import { NotStored } from '../../src/modules/files/index.server.ts'
import { type BrokenLine, brokenLineTo, type LineFault } from '../process/broken-line.ts'
import { type Ceph, hasCeph, type S3Keys, startCeph } from '../process/ceph.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 })

const bucket = 'documents'
const partBytes = 5 * 1024 * 1024
const limits = { tryMilliseconds: 4_000, tries: 3, pauseMilliseconds: 20 }
type Settings = Parameters<typeof openS3Store>[0]

describe.skipIf(!hasCeph())('the S3 store on Ceph (if installed)', () => {
  let ceph: Ceph
  let line: BrokenLine
  let owner: S3Keys
  let client: S3Client
  let prefixes = 0

  beforeAll(async () => {
    ceph = await startCeph()
    line = await brokenLineTo(ceph.endpoint)
    owner = await ceph.addAccount('owner')
    client = new S3Client({
      ...{ endpoint: ceph.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId: owner.accessKey, secretAccessKey: owner.secretKey },
    })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  })
  afterAll(async () => {
    client?.destroy()
    await line?.end()
    await ceph?.end()
  })

  const settings = (given: Partial<Settings> = {}): Settings => {
    const prefix = `shop-${++prefixes}/`
    return { endpoint: ceph.endpoint, region: 'us-east-1', bucket, prefix, ...owner, ...given }
  }
  const openWell = async (given: Partial<Settings> = {}, how = limits) => {
    const opened = await openS3Store(settings(given), how)
    if ('refused' in opened) throw new Error(opened.refused.message)
    return opened.store
  }
  const unfinished = async (Prefix: string) =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix }))).Uploads ?? []

  storeContract(() => openWell())

  test('lists more files than one answer has', async () => {
    const store = await openWell()
    const keys = Array.from({ length: 1_050 }, (_, n) => `${String(n % 100).padStart(2, '0')}/${n}`).sort()
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, Buffer.from(key))))
    expect((await keysOf(store)).sort()).toEqual(keys)
  })

  test('takes a large file with the memory of a part or two', async () => {
    const store = await openWell()
    const bytes = randomBytes(96 * 1024 * 1024)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }, 5)
    await store.put('ab/large', bytes)
    clearInterval(look)
    expect(most).toBeLessThan(3 * partBytes)
    expect(bytes.equals(await store.get('ab/large'))).toBe(true)
  })

  describe('names the wrong variable', () => {
    test.each([
      ['S3_ACCESS_KEY', { accessKey: 'SOMEBODY-ELSE' }],
      ['S3_SECRET_KEY', { secretKey: 'not-the-right-one' }],
      ['S3_BUCKET', { bucket: 'nowhere' }],
    ])('%s', async (name, given) => {
      const opened = await openS3Store(settings(given), limits)
      expect(opened).toMatchObject({ refused: { name } })
      expect(JSON.stringify(opened)).not.toMatch(/not-the-right-one|secret\+key/)
    })
    test('S3_ACCESS_KEY, of an account that may not use the bucket', async () => {
      const stranger = await ceph.addAccount('stranger')
      expect(await openS3Store(settings(stranger), limits)).toMatchObject({
        refused: { name: 'S3_ACCESS_KEY', message: 'this key may not list, read and write in the bucket' },
      })
    })
  })

  test('needs no right beyond its own folder', async () => {
    const account = await ceph.addAccount('dune')
    const Principal = { AWS: ['arn:aws:iam:::user/dune'] }
    const [arn, Effect] = [`arn:aws:s3:::${bucket}`, 'Allow']
    const Action = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload']
    const Statement = [
      { Effect, Principal, Action, Resource: [`${arn}/dune/*`] },
      {
        ...{ Effect, Principal, Action: ['s3:ListBucket'], Resource: [arn] },
        Condition: { StringLike: { 's3:prefix': ['dune/*'] } },
      },
    ]
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
    await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }))
    const store = await openWell({ ...account, prefix: 'dune/' })
    await store.put('ab/large', randomBytes(partBytes + 1))
    await store.put('ab/small', Buffer.from('small'))
    await store.remove('ab/small')
    expect(await keysOf(store)).toEqual(['ab/large'])
    expect(await openS3Store(settings({ ...account, prefix: 'palm/' }), limits)).toMatchObject({
      refused: { name: 'S3_ACCESS_KEY' },
    })
  })

  test('has no file that anybody can read or list without a key', async () => {
    const { prefix, ...others } = settings()
    const store = await openWell({ prefix, ...others })
    await store.put('ab/passport', Buffer.from('secret'))
    const at = `${ceph.endpoint}/${bucket}`
    for (const path of [`/${prefix}ab/passport`, `?list-type=2&prefix=${prefix}`, '?uploads'])
      expect((await fetch(`${at}${path}`)).status).toBe(403)
    for (const method of ['PUT', 'DELETE'])
      expect((await fetch(`${at}/${prefix}ab/passport`, { method })).status).toBe(403)
    expect(Buffer.from(await store.get('ab/passport')).toString()).toBe('secret')
  })

  describe('on a line that breaks', () => {
    const bytes = randomBytes(2 * partBytes + 1)
    const heads = {
      'the only request': /^PUT /,
      'the beginning': /^POST \S*\?uploads/,
      'part 2': /^PUT \S*partNumber=2/,
      'the completion': /^POST \S*uploadId=/,
    }
    type Step = keyof typeof heads
    const bodyOf = (step: Step) => (step === 'the only request' ? bytes.subarray(0, 1024 * 1024) : bytes)
    const faults: readonly LineFault[] = ['silent', 'reset', 'answer lost']
    const all = (Object.keys(heads) as Step[]).flatMap((step) => faults.map((fault) => [fault, step] as const))
    const short = { ...limits, tryMilliseconds: 1_500 }
    afterEach(() => line.mend())

    test.each(all)('stores a file all the same: once %s at %s', async (fault, step) => {
      const given = settings({ endpoint: line.url })
      const store = await openWell(given, short)
      const before = line.broken()
      line.breakAt(heads[step], fault, 1)
      await store.put('ab/one', bodyOf(step))
      expect(line.broken()).toBe(before + 1)
      expect(bodyOf(step).equals(await store.get('ab/one'))).toBe(true)
      for (const { Key, UploadId } of await unfinished(given.prefix))
        expect((await client.send(new ListPartsCommand({ Bucket: bucket, Key, UploadId }))).Parts ?? []).toEqual([])
    })

    /** A reset breaks a request that has a body; one without may be carried out although the answer is lost. */
    const breaking = all.filter(
      ([fault, step]) =>
        fault === 'silent' || (fault === 'reset' && !['the beginning', 'the completion'].includes(step)),
    )
    test.each(breaking)('has nothing half stored when it goes on: %s at %s', async (fault, step) => {
      const given = settings({ endpoint: line.url })
      const store = await openWell(given, short)
      line.breakAt(heads[step], fault, short.tries)
      const began = performance.now()
      await expect(store.put('ab/one', bodyOf(step))).rejects.toThrow('The file store did not')
      expect(performance.now() - began).toBeLessThan(short.tries * short.tryMilliseconds + 5_000)
      line.mend()
      expect(await keysOf(store)).toEqual([])
      await expect(store.get('ab/one')).rejects.toThrow(NotStored)
      expect(await unfinished(given.prefix)).toEqual([])
      await store.put('ab/one', bodyOf(step))
      expect(bodyOf(step).equals(await store.get('ab/one'))).toBe(true)
    })

    test.each(['the only request', 'the completion'] as const)(
      'has the whole file or none when no answer arrives to %s',
      async (step) => {
        const store = await openWell({ endpoint: line.url }, short)
        line.breakAt(heads[step], 'answer lost', short.tries)
        await expect(store.put('ab/one', bodyOf(step))).rejects.toThrow('The file store did not')
        line.mend()
        for (const key of await keysOf(store)) expect(bodyOf(step).equals(await store.get(key))).toBe(true)
      },
    )

    test('removes the parts of a process that ended in the middle, two hours later', async () => {
      const given = settings({ endpoint: line.url })
      const store = await openWell(given, { ...limits, tryMilliseconds: 1_000 })
      // The abort does not arrive either, as when the process is killed.
      line.breakAt(/partNumber=2|^DELETE /, 'silent', Number.POSITIVE_INFINITY)
      await expect(store.put('ab/killed', bytes)).rejects.toThrow('The file store did not store part 2')
      line.mend()
      expect(await unfinished(given.prefix)).toHaveLength(1)
      await keysOf(store)
      expect(await unfinished(given.prefix)).toHaveLength(1)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
      expect(await keysOf(store)).toEqual([])
      vi.useRealTimers()
      expect(await unfinished(given.prefix)).toEqual([])
    })
  })
})
