import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { anyAddress } from '../../../tests/integration/database-state.ts'
import { testApp } from '../../../tests/support/app.ts'
import type { TestCore } from '../../../tests/support/database.ts'
import { noteErasures, readErasures, withErasureLog } from '../../adapters/files/erasure-log/index.server.ts'
import { eraseFile, type FileStore, openFile } from '../../modules/files/index.server.ts'
import { erasePeopleAgain, erasePerson } from '../erase-person.server.ts'
import { backupWorld, filesOf, staff } from './testing/world.ts'
import { writeBackup } from './write-backup.server.ts'

// Creating and filling an empty shop takes time.
vi.setConfig({ testTimeout: 120_000 })

const { shop, store, fresh, depsOf, place, bookWithDocuments } = await backupWorld()

describe('restored into an empty shop', () => {
  test('what was erased after the backup is erased again with the separate record [C226]', async () => {
    const record = fresh('record')
    const bookingId = await bookWithDocuments()
    const before = fresh('before')
    await writeBackup(depsOf(), before)
    const erasing = await testApp({ core: shop.core, trustProxy: 1 })
    const admin = await erasing.signIn('admin')
    Object.assign(erasing.shop.deps.store, withErasureLog(store, record))
    const answer = await erasing.call(`DELETE /api/admin/bookings/${bookingId}/documents`, undefined, {
      ...anyAddress(),
      ...admin.headers,
    })
    expect(answer.status, answer.text).toBe(200)

    const { core, files, log, restore } = await place()
    expect(await restore(before, { logs: [record] })).toMatchObject({ erasedAgain: 3 })
    const documents = await core.db
      .selectFrom('booking_documents')
      .innerJoin('files', 'files.id', 'booking_documents.file_id')
      .select(['files.id', 'sealed_key', 'erased_at', 'storage_key'])
      .where('booking_id', '=', bookingId)
      .execute()
    expect(documents).toHaveLength(3)
    const stored = Object.keys(await filesOf(files))
    for (const { id, sealed_key, storage_key } of documents) {
      expect(sealed_key).toBe(null)
      expect(stored).not.toContain(storage_key)
      await expect(openFile({ ...core, store: files }, id, staff)).rejects.toMatchObject({ code: 'file/not-found' })
    }
    // The new shop keeps the record and includes it in its own archives.
    const next = fresh('next')
    await writeBackup({ ...depsOf(), db: core.db, pool: core.pool, store: files, erasureLog: log }, next)
    expect(execFileSync('tar', ['xzOf', next, 'erasures/000001'], { encoding: 'utf8' }).split('\n').sort()).toEqual(
      documents.map(({ storage_key }) => storage_key).sort(),
    )
    await expect((await place()).restore(before, { logs: [fresh('no-record')] })).rejects.toThrow(
      'cannot be read (ENOENT)',
    )
    // Control: without the record they come back.
    const careless = await place()
    expect(await careless.restore(before)).toMatchObject({ erasedAgain: 0 })
    expect((await openFile({ ...careless.core, store: careless.files }, documents[0]?.id ?? '', staff)).name).toBe(
      'scan.pdf',
    )
  })

  test('files erased during the backup are not in it', async () => {
    const bookingId = await bookWithDocuments()
    const [{ id, storage_key } = { id: '', storage_key: '' }] = await shop.core.db
      .selectFrom('booking_documents')
      .innerJoin('files', 'files.id', 'booking_documents.file_id')
      .select(['files.id', 'storage_key'])
      .where('booking_id', '=', bookingId)
      .execute()
    const racing: FileStore = {
      ...store,
      get: async (key) => {
        if (key === storage_key) await eraseFile({ ...shop.core, store }, id)
        return store.get(key)
      },
    }
    const file = fresh('racing')
    const report = await writeBackup(depsOf({ store: racing }), file)
    expect(report).toMatchObject({ missing: [], erased_meanwhile: [storage_key] })
    const { core, files, restore } = await place()
    expect(await restore(file)).toMatchObject({ erasedAgain: 1 })
    await expect(openFile({ ...core, store: files }, id, staff)).rejects.toMatchObject({ code: 'file/not-found' })
  })
})

test('a person erased after the backup is erased again; one who came back before it stays [A164, C226]', async () => {
  const record = fresh('erasures')
  const deps = { ...shop.shop.deps, store: withErasureLog(store, record) }
  const rowsOf = async ({ db }: TestCore, email: string) =>
    (await db.selectFrom('bookings').select('id').where('customer_email', '=', email).execute()).length
  const bookAs = async (email: string): Promise<void> => {
    const id = await bookWithDocuments()
    const over = { customer_email: email, booking_status: 'cancelled' as const }
    await shop.core.db.updateTable('bookings').set(over).where('id', '=', id).execute()
  }
  for (const email of ['gone@example.com', 'back@example.com']) await bookAs(email)
  await erasePerson(deps, staff, 'back@example.com')
  await bookAs('back@example.com')
  const file = fresh('people')
  await writeBackup(depsOf({ now: new Date() }), file)
  await erasePerson(deps, staff, 'gone@example.com')
  expect(await rowsOf(shop.core, 'gone@example.com')).toBe(0)

  const { core, files, log, restore } = await place()
  const { erasedSince } = await restore(file, { logs: [record], now: new Date() })
  expect([await rowsOf(core, 'gone@example.com'), await rowsOf(core, 'back@example.com')]).toEqual([1, 1])
  const there = { ...core, store: files, adminEmail: null }
  expect(await erasePeopleAgain(there, erasedSince)).toEqual({ people: 1, failed: [] })
  expect([await rowsOf(core, 'gone@example.com'), await rowsOf(core, 'back@example.com')]).toEqual([0, 1])
  // The record of the new shop contains both people with their original times, for restores of even older archives.
  const marks = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes(' person/'))
  expect(new Set(marks.map((line) => line.split(' ')[1])).size).toBe(2)
  const again = await place()
  const { erasedSince: then } = await again.restore(file, { logs: [log], now: new Date() })
  const elsewhere = { ...again.core, store: again.files, adminEmail: null }
  expect(await erasePeopleAgain(elsewhere, then)).toEqual({ people: 1, failed: [] })
  expect([await rowsOf(again.core, 'gone@example.com'), await rowsOf(again.core, 'back@example.com')]).toEqual([0, 1])

  // A record that knows only an earlier erasure learns of the later one.
  const third = await place()
  const [mark = ''] = erasedSince
  await noteErasures(third.log, [mark], new Date(0))
  await third.restore(file, { logs: [record], now: new Date() })
  const since: string[] = []
  for await (const key of readErasures(third.log, new Date(1))) since.push(key)
  expect(since).toContain(mark)
})
