import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'

const lines: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
const core = { ...(await testCore()), log }
const shop = await testApp({ core })

test('nobody is an administrator while the role lookup fails, and the failure is logged [A020]', async () => {
  const { headers } = await shop.signIn('admin')
  const ask = () => shop.call('GET /api/admin/dashboard', undefined, headers)
  expect((await ask()).status).toBe(200)
  expect(lines).toEqual([])
  await sql`alter table sessions rename to sessions_away`.execute(core.db)
  const during = await ask()
  await sql`alter table sessions_away rename to sessions`.execute(core.db)
  expect(during.status).toBe(500)
  expect(during.text).not.toMatch(/revenue|sessions/)
  expect(lines.join('')).toContain('relation \\"sessions\\" does not exist')
  expect((await ask()).status).toBe(200)
})
