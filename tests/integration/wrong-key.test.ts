import { existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runCommand } from '../process/command.ts'
import { dataFolder, endAll, startShop } from '../process/shop.ts'
import { ask, book, sendProof } from '../process/visitors.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 180_000 })
afterAll(endAll)

const other = 'another-secret-key-of-at-least-32-characters'
const refusal = /^Safar cannot start: \S+: this key does not open the shop's data\./m

test('a wrong or missing SECRET_KEY stops shop and backup, and a rotation keeps old proofs readable', async () => {
  const DATA_DIR = dataFolder()
  const keyFile = path.join(DATA_DIR, 'secret-key')
  const archive = path.join(dataFolder(), 'shop.tar.gz')
  const ADMIN_PASSWORD = 'a-long-admin-password'
  const shop = startShop({ DATA_DIR, ADMIN_PASSWORD })
  const booked = await book(await shop.listening)
  expect(await sendProof(await shop.listening, booked)).toBe(201)
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  const original = readFileSync(keyFile, 'utf8').trim()

  const refused = startShop({ DATA_DIR, SECRET_KEY: other })
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(refusal)
  expect(refused.output()).not.toMatch(/^\s+at /m)
  const backup = await runCommand('src/app/backup.ts', [archive], { DATA_DIR, SECRET_KEY: other })
  expect([backup.code, existsSync(archive)]).toEqual([1, false])
  expect(backup.errors).toMatch(refusal)
  renameSync(keyFile, `${keyFile}.away`)
  const keyless = startShop({ DATA_DIR })
  expect(await keyless.ended).toBe(1)
  expect(keyless.output()).toContain('Safar cannot start: SECRET_KEY: the key of this shop is missing')
  expect(existsSync(keyFile)).toBe(false)
  renameSync(`${keyFile}.away`, keyFile)

  const rotated = startShop({ DATA_DIR, SECRET_KEY: `${other},${original}` })
  const url = await rotated.listening
  const signedIn = await ask(url, '/api/auth/sign-in/email', { email: 'admin@safar.example', password: ADMIN_PASSWORD })
  const cookie = { cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '' }
  const { json } = await ask(url, `/api/admin/bookings/${booked.id}/payment`, undefined, cookie)
  const [{ fileId } = {}] = json.proofs as { fileId?: string }[]
  const link = await ask(url, `/api/admin/files/${fileId}/link`, undefined, cookie)
  const opened = await ask(url, String(link.json.href), undefined, cookie)
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  rotated.signal('SIGTERM')
  expect(await rotated.ended).toBe(0)
})
