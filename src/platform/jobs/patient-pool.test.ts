import pg from 'pg'
import { expect, test } from 'vitest'
import { patientPool } from './patient-pool.server.ts'

test('a retry of the queue after the pool has ended waits instead of ending the process', async () => {
  const pool = new pg.Pool()
  await pool.end()
  await expect(pool.connect()).rejects.toThrow('Cannot use a pool after calling end')
  const late = patientPool(pool).connect()
  expect(
    await Promise.race([late.catch(() => 'failed'), new Promise((resolve) => setImmediate(resolve, 'waits'))]),
  ).toBe('waits')
})
