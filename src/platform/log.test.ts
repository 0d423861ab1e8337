import { expect, test } from 'vitest'
import { testCore } from '../../tests/support/database.ts'
import { createLog, withoutAddresses } from './log.server.ts'

const lines: string[] = []
const log = createLog('info', { to: { write: (line: string) => void lines.push(line) } })

test('a field that names a person or opens something stands in no line, one or two levels deep', () => {
  log.info({ email: 'asha@example.com', booking: { customer_phone: '+919876543210', id: 7 } }, 'made')
  log.info({ request: { headers: { cookie: 'session=asha' } } }, 'came')
  expect(lines.join('')).toContain('"id":7')
  expect(lines.join('')).not.toMatch(/asha|98765/)
})

test('an error of the database is told without the row that it refuses', async () => {
  const core = await testCore()
  const refused = await core.pool
    .query(`insert into contact_messages (id, name, email) values (gen_random_uuid(), 'Asha Rao', 'asha@example.com')`)
    .then(() => null)
    .catch((error: unknown) => error)
  expect(refused).toMatchObject({ detail: expect.stringContaining('asha@example.com') })
  log.error({ err: refused }, 'not stored')
  log.error({ err: new Error('the job failed', { cause: refused }) }, 'not done')
  expect(lines.join('')).toContain('violates not-null constraint')
  expect(lines.join('')).not.toMatch(/asha/i)
})

test('what a mail server says is told without the addresses in it', () => {
  expect(withoutAddresses('SMTP: 550 5.1.1 <asha@example.com>: no such user asha@example.com, sorry')).toBe(
    'SMTP: 550 5.1.1 <[hidden]>: no such user [hidden], sorry',
  )
})
