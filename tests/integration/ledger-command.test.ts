import { sql } from 'kysely'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { runCommand } from '../process/command.ts'
import { lineTo } from '../process/line.ts'
import { dataFolder } from '../process/shop.ts'
import { testApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'

vi.setConfig({ testTimeout: 120_000 })

test('npm run ledger exits with 0 while every total equals the sum of its lines, else with 1 and names the booking', async () => {
  const { name, openCore } = await testDatabase()
  const core = openCore()
  await seedWorld((await testApp({ core })).shop.deps, 'demo')
  const line = await lineTo(inject('postgres').connection, name)
  afterAll(() => line.end())
  const SECRET_KEY = 'test-secret-key-of-at-least-32-characters'
  const ledger = () =>
    runCommand('src/app/ledger.ts', [], { DATABASE_URL: line.url, SECRET_KEY, DATA_DIR: dataFolder() })

  const proved = await ledger()
  expect([proved.code, proved.errors]).toEqual([0, ''])
  expect(proved.output).toMatch(/^AED {2}charged .+ {2}refunded .+ {2}fees .+ {2}net /m)
  expect(proved.output).toContain('The ledger agrees with every attempt and booking.')

  const { rows } = await sql<{ booking_reference: string }>`
    update bookings set paid_minor = paid_minor + 1
    where id = (select id from bookings where payment_status = 'completed' order by id limit 1)
    returning booking_reference`.execute(core.db)
  const refuted = await ledger()
  expect(refuted.code).toBe(1)
  expect(refuted.output).toContain('A total differs from the ledger:')
  expect(refuted.output).toContain(`${rows[0]?.booking_reference}  booking `)
})
