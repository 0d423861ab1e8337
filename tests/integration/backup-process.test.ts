import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startS3 } from '../../src/adapters/files/testing/s3-stand-in.ts'
import { runCommand } from '../process/command.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { ask, bookAllTheTime, read, sendProof } from '../process/visitors.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 180_000 })
afterAll(endAll)

const DATA_DIR = dataFolder({ isOnDisk: true })
const archives = dataFolder({ isOnDisk: true })
const archive = path.join(archives, 'shop.tar.gz')
const backup = (...args: string[]) => runCommand('src/app/backup.ts', args, { DATA_DIR })
const restore = (env: Record<string, string>, ...args: string[]) => runCommand('src/app/restore.ts', args, env)
const ADMIN_PASSWORD = 'a-long-admin-password'
const signIn = (url: string) =>
  ask(url, '/api/auth/sign-in/email', { email: 'admin@safar.example', password: ADMIN_PASSWORD })

test('backup and restore bring back a busy shop after its data is destroyed', async () => {
  const shop = startShop({ DATA_DIR, ADMIN_PASSWORD })
  const url = await shop.listening
  const load = bookAllTheTime(url, 3)
  await load.reached(10)
  const before = [...load.acknowledged]
  for (const booked of before.slice(0, 3)) expect(await sendProof(url, booked)).toBe(201)

  const made = await backup(archive)
  expect([made.code, made.errors]).toEqual([0, ''])
  expect(made.output).toMatch(/: \d{2} tables, \d+ rows, 3 files, \d+\.\d MB\./)
  expect(made.output).toContain(`${archive}.secret-key`)
  expect(readFileSync(`${archive}.secret-key`, 'utf8')).toBe(readFileSync(path.join(DATA_DIR, 'secret-key'), 'utf8'))
  for (const file of [archive, `${archive}.secret-key`]) expect(statSync(file).mode & 0o777).toBe(0o600)
  // Neither command overwrites: not an existing archive, not an existing shop.
  expect(await backup(archive)).toMatchObject({ code: 1, errors: expect.stringMatching(/^\S+ exists already: /) })
  expect(await restore({ DATA_DIR }, archive)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Another shop'),
  })

  shop.signal('SIGKILL')
  await shop.ended
  await load.over
  expect(await restore({ DATA_DIR }, archive)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^The database is not empty /),
  })
  for (const entry of ['postgres', 'files', 'secret-key', 'mail', 'safar.lock', 'postgres.log'])
    rmSync(path.join(DATA_DIR, entry), { recursive: true, force: true })

  // A missing or wrong key is reported before the restore begins.
  renameSync(`${archive}.secret-key`, path.join(archives, 'apart'))
  const keyless = await restore({ DATA_DIR }, archive)
  expect([keyless.code, keyless.errors]).toEqual([1, expect.stringMatching(/was made under a key that is not in it/)])
  writeFileSync(path.join(archives, 'wrong'), `${'x'.repeat(40)}\n`)
  const wrong = await restore({ DATA_DIR }, archive, '--secret', path.join(archives, 'wrong'))
  expect([wrong.code, wrong.errors]).toEqual([1, expect.stringMatching(/is not the key that /)])
  expect(existsSync(path.join(DATA_DIR, 'postgres'))).toBe(false)

  const done = await restore({ DATA_DIR }, archive, '--secret', path.join(archives, 'apart'))
  expect([done.code, done.errors]).toEqual([0, ''])
  expect(done.output).toMatch(/is in: \d{2} tables, \d+ rows, 3 files\. Every checksum was right\./)
  const again = startShop({ DATA_DIR })
  const there = await again.listening
  // No password is printed, because the administrator was restored.
  expect(again.output()).not.toContain('Password')
  expect((await signIn(there)).status).toBe(200)
  const answers = await Promise.all(before.map((booked) => read(there, booked)))
  expect(answers.map(({ status, json }) => [status, json.booking_reference])).toEqual(
    before.map(({ reference }) => [200, reference]),
  )
  const [first] = before
  const page = await ask(there, `/api/bookings/${first?.id}/payment?token=${encodeURIComponent(first?.token ?? '')}`)
  expect(page.json.proof).toMatchObject({ state: 'pending-verification', versions: 1 })
  again.signal('SIGTERM')
  expect(await again.ended).toBe(0)

  const [lost] = ['files'].map((entry) => path.join(DATA_DIR, entry))
  rmSync(lost ?? '', { recursive: true })
  const partly = await backup(path.join(archives, 'partly.tar.gz'))
  expect(partly.code).toBe(1)
  expect(partly.output.match(/^Missing in the file store/gm)).toHaveLength(3)
})

test('with FILE_STORE=s3 uploads go to the bucket and into the backup, and settings that do not match are named', async () => {
  const keys = { accessKey: 'AKIAEXAMPLEEXAMPLE', secretKey: 'a-secret-access-key', region: 'me-central-1' }
  const s3 = await startS3('papers', keys)
  const env = {
    DATA_DIR: dataFolder(),
    FILE_STORE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: keys.region,
    S3_BUCKET: 'papers',
    S3_PREFIX: 'dune',
    S3_ACCESS_KEY: keys.accessKey,
    S3_SECRET_KEY: keys.secretKey,
  }
  const refused = startShop({ ...env, S3_BUCKET: 'nowhere' })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('Safar cannot start: S3_BUCKET: the file store has no such bucket')
  const shop = startShop(env)
  const url = await shop.listening
  const load = bookAllTheTime(url, 1)
  await load.reached(1)
  const [booked] = load.acknowledged
  expect(await sendProof(url, booked ?? { id: '', reference: '', token: '' })).toBe(201)
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^dune\/[0-9a-f]{2}\/[0-9a-f-]{36}$/)])
  expect(existsSync(path.join(env.DATA_DIR, 'files'))).toBe(false)
  const file = path.join(archives, 'bucket.tar.gz')
  const made = await runCommand('src/app/backup.ts', [file], env)
  expect([made.code, made.output]).toEqual([0, expect.stringContaining(' 1 files, ')])
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  expect(shop.output()).not.toContain(keys.secretKey)
  await s3.end()
})

test('backup fails without a shop and creates nothing', async () => {
  const nowhere = path.join(dataFolder(), 'nowhere')
  const run = await runCommand('src/app/backup.ts', [path.join(archives, 'none')], { DATA_DIR: nowhere })
  expect([run.code, run.errors]).toEqual([1, expect.stringMatching(/^There is no shop in \S*nowhere/)])
  expect([existsSync(nowhere), existsSync(path.join(archives, 'none'))]).toEqual([false, false])
})

test('both commands print their usage and exit with 2 when called incorrectly', async () => {
  expect(await backup()).toMatchObject({ code: 2, errors: expect.stringMatching(/^Usage: npm run backup -- FILE/) })
  expect(await restore({ DATA_DIR }, 'a', 'b')).toMatchObject({
    code: 2,
    errors: expect.stringMatching(/^Usage: /),
  })
})
