import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type TestCore, testDatabase } from '../support/database.ts'
import { databaseState } from './database-state.ts'

let core: TestCore
let otherNode: TestCore
beforeAll(async () => {
  const database = await testDatabase()
  core = database.openCore()
  otherNode = database.openCore()
})

/** Names of the tables whose state has changed. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await databaseState({ core })
  await work()
  const after = await databaseState({ core })
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

const addUser = (db: TestCore['db'], email: string) =>
  db.insertInto('users').values({ id: email, name: 'Test', email, email_verified: true, role: 'customer' }).execute()

test('the state of a table changes with an insert, an update, a deletion and a truncation, of another node too', async () => {
  expect(await changedBy(() => addUser(otherNode.db, 'a@example.com'))).toEqual(['public.users'])
  const rename = () => core.db.updateTable('users').set({ name: 'Other' }).execute()
  expect(await changedBy(rename)).toEqual(['public.users'])
  expect(await changedBy(rename)).toEqual([])
  expect(await changedBy(() => core.db.deleteFrom('users').execute())).toEqual(['public.users'])
  const addJob = () => sql`select graphile_worker.add_job('test')`.execute(core.db)
  expect(await changedBy(addJob)).toContain('graphile_worker._private_jobs')
  const truncate = () => sql`truncate graphile_worker._private_jobs`.execute(core.db)
  expect(await changedBy(truncate)).toEqual(['graphile_worker._private_jobs'])
})

test('a change that is rolled back does not count; one that commits late does', async () => {
  const undone = await core.db.startTransaction().execute()
  await addUser(undone, 'b@example.com')
  expect(await changedBy(() => undone.rollback().execute())).toEqual([])
  const late = await otherNode.db.startTransaction().execute()
  await addUser(late, 'c@example.com')
  expect(await changedBy(async () => {})).toEqual([])
  expect(await changedBy(() => late.commit().execute())).toEqual(['public.users'])
})

test('rate limits may change', async () => {
  const count = () => sql`insert into rate_limits values ('x', now(), 1)`.execute(core.db)
  expect(await changedBy(count)).toEqual([])
})
