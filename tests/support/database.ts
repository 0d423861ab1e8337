import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import type { Core } from '../../src/platform/core.server.ts'
import { createKeyring } from '../../src/platform/crypto/keyring.server.ts'
import { openDatabase } from '../../src/platform/db/database.server.ts'
import { onlyPrimary } from '../../src/platform/db/reads.server.ts'
import { createLog } from '../../src/platform/log.server.ts'
import { kinds } from '../../src/services/index.ts'
import { type LoadedKind, loadKinds } from '../../src/services/loaded.server.ts'
import { sqlRecorder } from '../../tools/sql-coverage/recorder.ts'
import { afterFile } from './after-file.ts'
import { makePasswordsCheap } from './cheap-passwords.ts'
import { inDatabase, inside } from './postgres.ts'

/** A clock that only moves when set. */
export type TestClock = { (): Date; set: (instant: Date | string) => void; advance: (minutes: number) => void }
export function testClock(start: Date | string = '2026-11-21T08:00:00Z'): TestClock {
  let now = new Date(start)
  return Object.assign(() => new Date(now), {
    set: (instant: Date | string) => {
      now = new Date(instant)
    },
    advance: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  })
}

export type TestCore = Core & {
  clock: TestClock
  kinds: { all: readonly LoadedKind[]; find: (key: string) => LoadedKind | undefined }
}

/** `openCore` opens a node on this database; a second call opens a second node. */
export type TestDatabase = { name: string; openCore: () => TestCore }

makePasswordsCheap()

const silent = createLog(process.env.TEST_LOG ?? 'silent')

/**
 * A fresh, migrated database for the calling test file, dropped after the file. Call it at the top level or in
 * beforeAll. Copying the template takes milliseconds. `bare`: a database without our tables.
 */
export async function testDatabase({ bare = false } = {}): Promise<TestDatabase> {
  const { connection, template, strategy } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await inDatabase(connection, undefined, (client) =>
    client.query(`create database ${name} template ${bare ? 'template0' : template} strategy ${strategy}`),
  )
  const open: (() => Promise<void>)[] = []
  const registry = await loadKinds(kinds)
  const keys = createKeyring('test-secret-key-of-at-least-32-characters')
  afterFile(async () => {
    await Promise.all(open.map((close) => close()))
    await inDatabase(connection, undefined, (client) => client.query(`drop database if exists ${name} with (force)`))
  })
  return {
    name,
    openCore: () => {
      const { db: plain, pool, close } = openDatabase({ ...inside(connection, name), max: 10 }, silent)
      open.push(close)
      const db = plain.withPlugin(sqlRecorder())
      return {
        db,
        pool,
        directPool: pool,
        reads: onlyPrimary(db),
        clock: testClock(),
        log: silent,
        keys,
        baseUrl: 'http://shop.test',
        kinds: registry,
      }
    },
  }
}

export const testCore = async (): Promise<TestCore> => (await testDatabase()).openCore()
