import { execFileSync } from 'node:child_process'
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { anyAddress } from '../../../tests/integration/database-state.ts'
import { multipart } from '../../../tests/integration/upload-corpus.ts'
import { testApp } from '../../../tests/support/app.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { openS3Store } from '../../adapters/files/s3/index.server.ts'
import { startS3 } from '../../adapters/files/testing/s3-stand-in.ts'
import { bootstrapAdmin } from '../../modules/account/index.server.ts'
import { type FileStore, openFile } from '../../modules/files/index.server.ts'
import { buildQueue, buildSchema, readMigrations } from '../../platform/db/migrate.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import { openBackup } from './read-backup.server.ts'
import { backupWorld, documentNames, filesOf, jobsOf, sequencesOf, staff, stateOf, tablesOf } from './testing/world.ts'
import { markUnfinished } from './unfinished.server.ts'
import { writeBackup } from './write-backup.server.ts'

// Creating and filling an empty shop takes time.
vi.setConfig({ testTimeout: 120_000 })

const { shop, store, folder, fresh, depsOf, place, bookWithDocuments } = await backupWorld()
const password = 'a-long-admin-password'
let archive: string

beforeAll(async () => {
  const { core } = shop
  await bootstrapAdmin(shop.shop.deps, { email: 'owner@example.com', password })
  const admin = await shop.signIn('admin')
  for (let n = 0; n < 4; n++) await bookWithDocuments()
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2563eb' } })
    .png()
    .toBuffer()
  const { payload, headers } = multipart([{ field: 'file', name: 'dune.png', type: 'image/png', bytes: picture }])
  const sent = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/pictures',
    headers: { ...anyAddress(), ...admin.headers, ...headers },
    payload,
  })
  expect(sent.statusCode, sent.body).toBe(201)
  const id = sent.json<{ url: string }>().url.slice('/media/'.length, '/media/'.length + 36)
  await shop.shop.jobs['draw-picture']?.({ id })
  const drawn = await core.db.selectFrom('pictures').select('drawn_at').executeTakeFirstOrThrow()
  expect(drawn.drawn_at).not.toBeNull()
  // A job for a later day, one that failed twice, and one that failed for good.
  await addJob(core.db, 'later', { text: 'tab\t, line\n, \\N' }, { key: 'k', queue: 'q', delay: 40 * 86_400_000 })
  await addJob(core.db, 'failed', { n: 1 })
  await addJob(core.db, 'given-up', { n: 2 }, { maxAttempts: 3 })
  await sql`update graphile_worker._private_jobs j set attempts = case identifier when 'failed' then 2 else 3 end
    from graphile_worker._private_tasks t where t.id = j.task_id and identifier in ('failed', 'given-up')`.execute(
    core.db,
  )
  // Text with characters that need escaping.
  await sql`insert into audit_entries (id, actor_name, action, subject_type, subject_id, after)
    values (gen_random_uuid(), ${'\\N \t \n \r \\. عربي'}, 'test', 'test', '', ${JSON.stringify({ a: '\\n"' })})`.execute(
    core.db,
  )
  archive = fresh('archive')
  const report = await writeBackup(depsOf(), archive)
  expect(report).toMatchObject({ missing: [], erased_meanwhile: [] })
}, 120_000)

describe('an archive', () => {
  test('is one file, readable by its owner, that any tar lists, without leftovers beside it', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    const names = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n')
    expect(names[0]).toBe('about.json')
    expect(names).toContain('database/bookings/000001.copy')
    expect(names.filter((name) => name.startsWith('files/')).length).toBeGreaterThanOrEqual(14)
    expect(names.slice(-3)).toEqual(['checksums/000002.sha256', 'manifest.json', 'manifest.json.sha256'])
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
  test('can be checked with sha256sum', async () => {
    const dir = fresh('unpacked')
    execFileSync('bash', ['-c', `mkdir ${dir} && cd ${dir} && tar xzf ${archive} && sha256sum --status -c checksums/*`])
  })
  test('contains no session, one-time link, key or readable document', async () => {
    const dir = fresh('unpacked')
    execFileSync('bash', ['-c', `mkdir ${dir} && tar xzf ${archive} -C ${dir}`])
    const find = (text: string) => {
      try {
        return execFileSync('grep', ['-rlF', '--', text, dir], { encoding: 'utf8' })
      } catch {
        return ''
      }
    }
    const { rows } = await sql<{ token: string }>`select token from sessions`.execute(shop.core.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { token } of rows) expect(find(token)).toBe('')
    expect(find('test-secret-key')).toBe('')
    expect(find('%PDF')).toBe('')
    // Control: the search finds what is in the archive.
    expect(find('owner@example.com')).not.toBe('')
  })
  test('is not overwritten without --replace, and leaves nothing behind when it fails', async () => {
    const before = await readFile(archive)
    await expect(writeBackup(depsOf(), archive)).rejects.toThrow('exists already')
    expect((await readFile(archive)).equals(before)).toBe(true)
    const other = fresh('replaced')
    await writeFile(other, 'old')
    await writeBackup(depsOf(), other, { replace: true })
    await expect(openBackup(other)).resolves.toMatchObject({ format: 1 })
    const broken: FileStore = { ...store, get: async () => Promise.reject(new Error('the store is away')) }
    const never = fresh('never')
    await expect(writeBackup(depsOf({ store: broken }), never)).rejects.toThrow('the store is away')
    expect((await readdir(folder)).filter((name) => never.endsWith(name) || name.endsWith('.part'))).toEqual([])
  })
  test('lists the files that are missing in the store', async () => {
    const [lost = ''] = Object.keys(await filesOf(store)).filter((key) => !key.startsWith('pictures/'))
    const without: FileStore = { ...store, get: (key) => store.get(key === lost ? 'not/there' : key) }
    const file = fresh('missing')
    expect((await writeBackup(depsOf({ store: without }), file)).missing).toEqual([lost])
  })
})

/**
 * Flips a bit at that place, or at the next one where it changes the content: gzip has unused bits between its blocks.
 */
function flipped(whole: Buffer, from: number): { at: number; bytes: Buffer } {
  const content = gunzipSync(whole)
  for (let at = from; ; at++) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    try {
      if (gunzipSync(bytes).equals(content)) continue
    } catch {
      // No longer an archive.
    }
    return { at, bytes }
  }
}

describe('restored into an empty shop', () => {
  test('has every row, job, sequence and file; files open, and users can sign in', async () => {
    const { core, files, restore } = await place()
    const report = await restore(archive)
    expect(report).toMatchObject({ migrated: 0, erasedAgain: 0, missing: [] })
    expect(await stateOf(core)).toEqual(await stateOf(shop.core))
    expect(Object.keys(await stateOf(core)).length).toBeGreaterThan(30)
    expect(await jobsOf(core)).toEqual(await jobsOf(shop.core))
    expect((await jobsOf(core)).length).toBeGreaterThan(3)
    expect(await sequencesOf(core)).toEqual(await sequencesOf(shop.core))
    expect(await filesOf(files)).toEqual(await filesOf(store))
    expect((await sql`select from sessions`.execute(core.db)).rows).toEqual([])

    const again = await testApp({ core, trustProxy: 1 })
    const signedIn = await again.call(
      'POST /api/auth/sign-in/email',
      { email: 'owner@example.com', password },
      anyAddress(),
    )
    expect(signedIn.status, signedIn.text).toBe(200)
    const all = await core.db.selectFrom('files').select('id').where('erased_at', 'is', null).execute()
    expect(all.length).toBeGreaterThanOrEqual(12)
    for (const { id } of all) {
      const opened = await openFile({ ...core, store: files }, id, staff)
      expect(opened.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    }
    // Triggers and foreign keys are back.
    await expect(sql`delete from audit_entries`.execute(core.db)).rejects.toThrow('append only')
    await expect(sql`delete from users where email = 'owner@example.com'`.execute(core.db)).resolves.toBeDefined()
    await expect(sql`delete from files`.execute(core.db)).rejects.toThrow(/violates foreign key|append only/)
  })

  test('is refused when it was changed, cut short or extended', async () => {
    const { core, files, restore } = await place()
    const whole = await readFile(archive)
    const spoilt = fresh('spoilt')
    for (let n = 1; n <= 16; n++) {
      const { at, bytes } = flipped(whole, Math.floor((whole.length * n) / 17))
      await writeFile(spoilt, bytes)
      await expect(restore(spoilt), `byte ${at}`).rejects.toThrow('is damaged or not a backup of this shop')
    }
    for (const size of [0, 10, whole.length >> 1, whole.length - 1]) {
      await writeFile(spoilt, whole)
      await truncate(spoilt, size)
      await expect(restore(spoilt), `${size} bytes`).rejects.toThrow('is damaged or not a backup of this shop')
    }
    await writeFile(spoilt, 'something else')
    await expect(restore(spoilt)).rejects.toThrow('is damaged or not a backup of this shop')
    await expect(restore(fresh('nowhere'))).rejects.toThrow('does not exist')
    expect(await tablesOf(core)).toEqual([])
    expect(await filesOf(files)).toEqual({})
    // Control: the same shop accepts the intact archive.
    await restore(archive)
  })
  test('is refused when a part was replaced and packed again', async () => {
    const dir = fresh('unpacked')
    const packed = fresh('packed')
    const change = `sed -i 's/owner@example/thief@example/' database/users/000001.copy`
    const list = `tar tzf ${archive}`
    execFileSync('bash', [
      '-c',
      `mkdir ${dir} && cd ${dir} && tar xzf ${archive} && ${list} | tar czf ${packed}.same -T -`,
    ])
    execFileSync('bash', ['-c', `cd ${dir} && ${change} && ${list} | tar czf ${packed} -T -`])
    const { restore, core } = await place()
    await expect(restore(packed)).rejects.toThrow('is damaged')
    expect(await tablesOf(core)).toEqual([])
    await restore(`${packed}.same`)
  })

  test('is refused by a shop that is not empty', async () => {
    const full = await place()
    await full.restore(archive)
    await expect(full.restore(archive)).rejects.toThrow('The database is not empty')
    const { restore, files, core } = await place()
    await files.put('ab/somebodys', Buffer.from('x'))
    await expect(restore(archive)).rejects.toThrow('The file store is not empty')
    expect(Object.keys(await filesOf(files))).toEqual(['ab/somebodys'])
    expect(await tablesOf(core)).toEqual([])
  })
  test('is repeated after a kill before its commit, which left files behind', async () => {
    const { dir, restore, files } = await place()
    await files.put('ab/left-behind', Buffer.from('x'))
    await markUnfinished(dir, (await openBackup(archive)).made_at)
    expect((await restore(archive)).files).toBeGreaterThan(0)
    expect(Object.keys(await filesOf(files))).not.toContain('ab/left-behind')
  })
  test('is completed after a kill behind its commit, by the same archive only', async () => {
    const { dir, core, restore, restoreUnfinished } = await place()
    await restoreUnfinished(archive)
    const before = await stateOf(core)
    await markUnfinished(dir, '2020-01-01T00:00:00.000Z')
    await expect(restore(archive)).rejects.toThrow('The database is not empty')
    await markUnfinished(dir, (await openBackup(archive)).made_at)
    expect(await restore(archive)).toMatchObject({ rows: {}, files: 0, migrated: 0 })
    expect(await stateOf(core)).toEqual(before)
    await expect(restore(archive)).rejects.toThrow('The database is not empty')
  })
  test('leaves nothing behind when it fails half-way, and works at the second attempt', async () => {
    const { core, files, restore } = await place()
    let puts = 0
    const failing: FileStore = {
      ...files,
      put: async (key, bytes) => {
        if (++puts > 5) throw new Error('the disk is full')
        await files.put(key, bytes)
      },
    }
    await expect(restore(archive, { store: failing })).rejects.toThrow('the disk is full')
    expect(await tablesOf(core)).toEqual([])
    expect(await filesOf(files)).toEqual({})
    await restore(archive)
    expect(await stateOf(core)).toEqual(await stateOf(shop.core))
  })

  test('is migrated if it comes from an earlier version, and refused if from a later one', async () => {
    const [all, older] = [await readMigrations(), (await testDatabase({ bare: true })).openCore()]
    const earlier = all.slice(0, -2)
    await buildQueue(older.pool)
    const client = await older.pool.connect()
    await buildSchema(client, earlier)
    client.release()
    await sql`insert into settings (setting_key, setting_value) values ('site_name', '"Old"')`.execute(older.db)
    const file = fresh('older')
    await writeBackup(depsOf({ db: older.db, pool: older.pool }), file)
    const { core, restore } = await place()
    expect(await restore(file)).toMatchObject({ migrated: 2 })
    expect((await sql`select setting_value as v from settings`.execute(core.db)).rows).toEqual([{ v: 'Old' }])
    expect(await tablesOf(core)).toEqual(await tablesOf(shop.core))

    const later = await place()
    await sql`insert into migrations (name, hash) values ('9999_later', 'x')`.execute(older.db)
    await writeBackup(depsOf({ db: older.db, pool: older.pool }), file, { replace: true })
    await expect(later.restore(file)).rejects.toThrow('is of a later version of the shop')
    expect(await tablesOf(later.core)).toEqual([])
  })
})

test('an archive can be restored into a bucket, and backed up from it', async () => {
  const keys = { accessKey: 'AKIAEXAMPLEEXAMPLE', secretKey: 'a-secret-access-key', region: 'me-central-1' }
  const s3 = await startS3('documents', keys)
  const opened = await openS3Store({ endpoint: s3.endpoint, bucket: 'documents', prefix: 'safar/', ...keys })
  if ('refused' in opened) throw new Error(opened.refused.message)
  const bucket = opened.store
  const { core, restore } = await place()
  await restore(archive, { store: bucket })
  expect(s3.objects.size).toBeGreaterThanOrEqual(14)
  const file = fresh('from-bucket')
  await writeBackup({ ...depsOf(), db: core.db, pool: core.pool, store: bucket }, file)
  const disk = await place()
  await disk.restore(file)
  expect(await filesOf(disk.files)).toEqual(await filesOf(bucket))
  expect(await stateOf(disk.core)).toEqual(await stateOf(core))
  // The bucket is empty before and full afterwards: a second restore is refused.
  await expect((await place()).restore(archive, { store: bucket })).rejects.toThrow('The file store is not empty')
  await s3.end()
})

test('an archive made while customers book contains each booking completely or not at all', async () => {
  let isOver = false
  const made: string[] = []
  const visitors = Array.from({ length: 3 }, async () => {
    while (!isOver) made.push(await bookWithDocuments())
  })
  await expect.poll(() => made.length, { timeout: 60_000 }).toBeGreaterThan(2)
  const before = [...made]
  // Waits until another booking has been made meanwhile.
  let isMade: Promise<unknown> | null = null
  const slow: FileStore = {
    ...store,
    get: async (key) => {
      isMade ??= expect.poll(() => made.length, { timeout: 60_000 }).toBeGreaterThan(before.length + 2)
      await isMade
      return store.get(key)
    },
  }
  const file = fresh('running')
  await writeBackup(depsOf({ store: slow }), file)
  const atEnd = made.length
  isOver = true
  await Promise.all(visitors)
  expect(atEnd).toBeGreaterThan(before.length)

  const { core, files, restore } = await place()
  await restore(file)
  const bookings = await core.db.selectFrom('bookings').select('id').where('service_type', '=', 'ok_to_board').execute()
  const ids = bookings.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(before))
  for (const booking_id of ids) {
    const documents = await core.db
      .selectFrom('booking_documents')
      .innerJoin('files', 'files.id', 'booking_documents.file_id')
      .select(['files.id', 'erased_at'])
      .where('booking_id', '=', booking_id)
      .execute()
    expect(documents).toHaveLength(documentNames.length)
    for (const { id, erased_at } of documents)
      if (!erased_at) expect((await openFile({ ...core, store: files }, id, staff)).bytes.length).toBeGreaterThan(20)
    const history = await core.db
      .selectFrom('booking_history')
      .select('event')
      .where('booking_id', '=', booking_id)
      .execute()
    expect(history.map(({ event }) => event)).toContain('booking-created')
  }
  // The counters match the archive's own rows.
  const { rows } = await sql<{ counted: number; there: number }>`
    select (select sum(bookings)::int from booking_counters) as counted, count(*)::int as there from bookings`.execute(
    core.db,
  )
  expect(rows[0]?.counted).toBe(rows[0]?.there)
})
