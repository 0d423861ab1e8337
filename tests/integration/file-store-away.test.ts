import { afterAll, expect, test, vi } from 'vitest'
import { startS3 } from '../../src/adapters/files/testing/s3-stand-in.ts'
import { runCommand } from '../process/command.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { ask, type Booked, book, sendProof } from '../process/visitors.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 180_000 })
afterAll(endAll)

const keys = { accessKey: 'AKIAEXAMPLEEXAMPLE', secretKey: 'a-secret-access-key', region: 'me-central-1' }

test('a shop starts and takes bookings while its bucket is away, loses no upload and continues by itself', async () => {
  const first = await startS3('papers', keys)
  const env = {
    DATA_DIR: dataFolder(),
    FILE_STORE: 's3',
    S3_ENDPOINT: first.endpoint,
    S3_REGION: keys.region,
    S3_BUCKET: 'papers',
    S3_ACCESS_KEY: keys.accessKey,
    S3_SECRET_KEY: keys.secretKey,
  }
  const seeding = startShop(env)
  await seeding.listening
  seeding.signal('SIGTERM')
  expect(await seeding.ended).toBe(0)
  await first.end()

  const shop = startShop(env)
  const url = await shop.listening
  expect(shop.output()).toContain('the file store does not answer: the shop starts without files')
  expect(shop.output()).toContain('S3_ENDPOINT')
  expect((await ask(url, '/readyz')).status).toBe(200)
  const booked = await book(url)
  expect(await sendProof(url, booked)).toBe(503)
  expect(await proofOf(url, booked)).toMatchObject({ state: 'none' })
  const backup = await runCommand('src/app/backup.ts', [`${env.DATA_DIR}/none.tar.gz`], env)
  expect([backup.code, backup.errors]).toEqual([
    1,
    expect.stringContaining('S3_ENDPOINT: the file store cannot be used'),
  ])

  const again = await startS3('papers', keys, Number(new URL(first.endpoint).port))
  expect(await sendProof(url, booked)).toBe(201)
  expect(await proofOf(url, booked)).toMatchObject({ state: 'pending-verification', versions: 1 })
  expect(again.objects.size).toBe(1)
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  await again.end()
})

const proofOf = async (url: string, { id, token }: Booked) =>
  (await ask(url, `/api/bookings/${id}/payment?token=${encodeURIComponent(token)}`)).json.proof
