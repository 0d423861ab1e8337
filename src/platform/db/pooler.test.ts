import { expect, inject, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { createLog } from '../log.server.ts'
import { openDatabase } from './database.server.ts'
import { sharesSessions } from './pooler.server.ts'

test('a start that gets one connection only gives it back when the second is refused', async () => {
  const { name } = await testDatabase()
  const limits = { max: 1, connectionTimeoutMillis: 200 }
  const { pool, close } = openDatabase(
    { ...inject('postgres').connection, database: name, ...limits },
    createLog('silent'),
  )
  await expect(sharesSessions(pool)).rejects.toThrow('timeout')
  expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await close()
})
