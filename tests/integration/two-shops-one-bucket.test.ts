import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openS3Store } from '../../src/adapters/files/s3/index.server.ts'
import { startS3 } from '../../src/adapters/files/testing/s3-stand-in.ts'
import { keysOf } from '../../src/adapters/files/testing/store-contract.ts'
import { restoreBackup } from '../../src/app/backup/read-backup.server.ts'
import { filesOf } from '../../src/app/backup/testing/world.ts'
import { writeBackup } from '../../src/app/backup/write-backup.server.ts'
import { type FileStore, receiveUpload, recordFile, sweepOrphanFiles } from '../../src/modules/files/index.server.ts'
import { type Ceph, hasCeph, type S3Keys, startCeph } from '../process/ceph.ts'
import { runCommand } from '../process/command.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { ask, asSomebody, book, sendProof } from '../process/visitors.ts'
import { type TestCore, testCore, testDatabase } from '../support/database.ts'
import { pdfOf } from './upload-corpus.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 90_000 })

const bucket = 'agencies'
const region = 'us-east-1'
type Service = { endpoint: string; keys: S3Keys; end: () => Promise<void> }

async function standIn(): Promise<Service> {
  const keys = { accessKey: 'AKIAEXAMPLEEXAMPLE', secretKey: 'a-secret-access-key' }
  const s3 = await startS3(bucket, { ...keys, region })
  return { endpoint: s3.endpoint, keys, end: s3.end }
}
async function realService(): Promise<Service> {
  const ceph: Ceph = await startCeph()
  const keys = await ceph.addAccount('agency')
  await clientOf(ceph.endpoint, keys).send(new CreateBucketCommand({ Bucket: bucket }))
  return { endpoint: ceph.endpoint, keys, end: ceph.end }
}
const clientOf = (endpoint: string, { accessKey: accessKeyId, secretKey: secretAccessKey }: S3Keys) =>
  new S3Client({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })

describe.each([
  ['the stand-in', standIn, false],
  ['Ceph (if installed)', realService, !hasCeph()],
] as const)('two shops in one bucket of %s', (_, start, isSkipped) => {
  describe.skipIf(isSkipped)('with a prefix each', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'safar-two-shops-'))
    let service: Service
    let dune: { core: TestCore; store: FileStore }
    let palm: { core: TestCore; store: FileStore }

    const open = async (prefix: string) => {
      const { endpoint, keys } = service
      const opened = await openS3Store({ endpoint, region, bucket, prefix, ...keys })
      if ('refused' in opened) throw new Error(opened.refused.message)
      return opened.store
    }
    const shopIn = async (prefix: string) => {
      const core = await testCore()
      core.clock.set(new Date())
      return { core, store: await open(prefix) }
    }
    const upload = async ({ core, store }: typeof dune, originalName: string) => {
      const deps = { ...core, store }
      const facts = { purpose: 'passport', allowGif: false, uploadedBy: 'customer', visitor: null, originalName }
      const staged = await receiveUpload(deps, {
        ...facts,
        bytes: (async function* () {
          yield pdfOf(2_000)
        })(),
      })
      await core.db.transaction().execute((trx) => recordFile(trx, deps, staged))
      return staged.storageKey
    }
    const backup = ({ core, store }: typeof dune, name: string) => {
      const { db, pool, keys } = core
      const erasureLog = path.join(folder, 'none')
      return writeBackup({ db, pool, store, keys, erasureLog, now: core.clock() }, path.join(folder, name))
    }

    beforeAll(async () => {
      service = await start()
      // One name is the beginning of the other.
      ;[dune, palm] = [await shopIn('dune/'), await shopIn('dune-palm/')]
    })
    afterAll(async () => {
      await service?.end()
      rmSync(folder, { recursive: true, force: true })
    })

    test('keep files of the same key apart', async () => {
      await dune.store.put('ab/same', Buffer.from('dune'))
      await palm.store.put('ab/same', Buffer.from('palm'))
      expect(Buffer.from(await dune.store.get('ab/same')).toString()).toBe('dune')
      await dune.store.remove('ab/same')
      expect([await keysOf(dune.store), await keysOf(palm.store)]).toEqual([[], ['ab/same']])
      expect(Buffer.from(await palm.store.get('ab/same')).toString()).toBe('palm')
      await palm.store.remove('ab/same')
    })

    test('sweep and back up their own files alone, and restore beside each other', async () => {
      const kept = [await upload(dune, 'Asha Rao passport.pdf'), await upload(dune, 'جواز السفر.pdf')]
      await upload(palm, 'palm.pdf')
      for (const { store } of [dune, palm]) await store.put('ab/orphan', Buffer.from('no row'))
      const before = await filesOf(palm.store)

      dune.core.clock.advance(120)
      expect(await sweepOrphanFiles({ ...dune.core, store: dune.store })).toBe(1)
      expect((await keysOf(dune.store)).sort()).toEqual(kept.sort())
      expect(await backup(dune, 'dune.tar.gz')).toMatchObject({ files: 2, missing: [] })
      expect(await filesOf(palm.store)).toEqual(before)

      const restore = async (store: FileStore, name: string) => {
        const core = (await testDatabase({ bare: true })).openCore()
        const place = { erasureLog: path.join(folder, name, 'erasures.log'), otherErasureLogs: [], now: core.clock() }
        const deps = { pool: core.pool, store, keepSecret: async () => {}, ...place }
        await restoreBackup(deps, path.join(folder, 'dune.tar.gz'))
      }
      await expect(restore(palm.store, 'refused')).rejects.toThrow('The file store is not empty')
      const third = await open('dun/')
      await restore(third, 'third')
      expect(await filesOf(third)).toEqual(await filesOf(dune.store))
      expect(await filesOf(palm.store)).toEqual(before)
    })

    test('control: with one prefix for both, a sweep takes the files of the other shop', async () => {
      const key = await upload(dune, 'passport.pdf')
      palm.core.clock.set(new Date(Date.now() + 2 * 3_600_000))
      expect(await sweepOrphanFiles({ ...palm.core, store: await open('dune/') })).toBeGreaterThan(0)
      expect(await keysOf(dune.store)).not.toContain(key)
    })
  })
})

describe.skipIf(!hasCeph())('two running shops in one bucket of Ceph (if installed)', () => {
  let service: Service
  let client: S3Client
  beforeAll(async () => {
    service = await realService()
    client = clientOf(service.endpoint, service.keys)
  })
  afterAll(async () => {
    await endAll()
    client?.destroy()
    await service?.end()
  })
  const envOf = (S3_PREFIX: string) => ({
    ...{ DATA_DIR: dataFolder(), ADMIN_PASSWORD: 'a-long-admin-password', FILE_STORE: 's3', S3_PREFIX },
    ...{ S3_ENDPOINT: service.endpoint, S3_REGION: region, S3_BUCKET: bucket },
    ...{ S3_ACCESS_KEY: service.keys.accessKey, S3_SECRET_KEY: service.keys.secretKey },
  })
  const stored = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    return Contents.map(({ Key = '' }) => Key)
  }

  test('show pictures to everybody through the shop, and documents to nobody through the bucket', async () => {
    const envs = [envOf('dune'), envOf('palm')] as const
    const shops = envs.map((env) => startShop(env))
    const [url = '', other = ''] = await Promise.all(shops.map(({ listening }) => listening))
    for (const each of [url, other]) expect(await sendProof(each, await book(each))).toBe(201)
    const documents = await stored()
    expect(documents.map((key) => key.replace(/[0-9a-f]{2}\/[0-9a-f-]{36}$/, 'ID'))).toEqual(['dune/ID', 'palm/ID'])

    const picture = await uploadPicture(url)
    expect((await stored()).filter((key) => key.startsWith('dune/pictures/')).length).toBeGreaterThan(0)
    expect((await stored()).filter((key) => key.startsWith('palm/'))).toHaveLength(1)
    const shown = await fetch(`${url}${picture}`, { redirect: 'manual', headers: asSomebody() })
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    const whole = Buffer.from(await shown.arrayBuffer())
    expect((await sharp(whole).metadata()).format).toBe('webp')
    // A range may be answered with the whole: pictures are small.
    const ranged = await fetch(`${url}${picture}`, { headers: { ...asSomebody(), range: 'bytes=0-9' } })
    expect([ranged.status, ranged.headers.get('content-range')]).toEqual([200, null])
    expect(Buffer.from(await ranged.arrayBuffer()).equals(whole)).toBe(true)
    expect((await fetch(`${other}${picture}`, { headers: asSomebody() })).status).toBe(404)

    for (const key of await stored()) expect((await fetch(`${service.endpoint}/${bucket}/${key}`)).status).toBe(403)
    const [document = ''] = documents
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: document }))
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
    expect(bytes.length).toBeGreaterThan(28)
    expect(bytes.includes('%PDF')).toBe(false)

    const file = path.join(envs[1].DATA_DIR, 'palm.tar.gz')
    const made = await runCommand('src/app/backup.ts', [file], envs[1])
    expect([made.code, made.output]).toEqual([0, expect.stringContaining(' 1 files, ')])
  })
})

async function uploadPicture(url: string): Promise<string> {
  const account = { email: 'admin@safar.example', password: 'a-long-admin-password' }
  const staff = await ask(url, '/api/auth/sign-in/email', account)
  const cookie = staff.headers.get('set-cookie')?.split(';')[0] ?? ''
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c07d39' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'كثبان الرمال 1.jpg')
  const answer = await fetch(`${url}/api/admin/pictures`, {
    method: 'POST',
    headers: { ...asSomebody(), cookie },
    body: form,
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { url: string }).url.split('#')[0] ?? ''
}
