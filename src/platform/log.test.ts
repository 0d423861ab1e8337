import { expect, test, vi } from 'vitest'
import { testCore } from '../../tests/support/database.ts'
import { createLog, withoutAddresses } from './log.server.ts'

const lines: string[] = []
const log = createLog('info', { to: { write: (line: string) => void lines.push(line) } })

test('personal data and secrets are removed from log lines, one or two levels deep', () => {
  log.info({ email: 'asha@example.com', booking: { customer_phone: '+919876543210', id: 7 } }, 'made')
  log.info({ request: { headers: { cookie: 'session=asha' } } }, 'came')
  expect(lines.join('')).toContain('"id":7')
  expect(lines.join('')).not.toMatch(/asha|98765/)
})

test('a database error is logged without the refused row', async () => {
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

test('a mail server’s error is logged without its addresses', () => {
  expect(withoutAddresses('SMTP: 550 5.1.1 <asha@example.com>: no such user asha@example.com, sorry')).toBe(
    'SMTP: 550 5.1.1 <[hidden]>: no such user [hidden], sorry',
  )
})

test('a line break or a terminal code in a value starts no new line and reaches no terminal', () => {
  const forged = 'x\n{"level":30,"msg":"forged"}\u001b[2J'
  lines.length = 0
  log.info({ name: forged }, 'made')
  expect(lines.join('').trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(lines.join(''))).toMatchObject({ name: forged, msg: 'made' })
  const written: string[] = []
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  createLog('info', { readable: true }).info({ name: forged }, 'made')
  stdout.mockRestore()
  expect(written.join('').trimEnd().split('\n')).toHaveLength(1)
  expect(written.join('')).not.toContain('\u001b')
})

test('a line has its time in UTC', () => {
  lines.length = 0
  log.info('made')
  const { time } = JSON.parse(lines.join('')) as { time: string }
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000)
})
