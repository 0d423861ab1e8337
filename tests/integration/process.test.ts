import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../process/command.ts'
import { dataFolder, endAll, type ShopProcess, startShop } from '../process/shop.ts'
import { ask, book, bookAllTheTime, open, read } from '../process/visitors.ts'

// Starting takes a second on an idle machine, and many on a busy one.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
afterAll(endAll)

const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(40_000)}\nstartxref\n9\n%%EOF\n`)

describe('a shop with its embedded database', () => {
  const DATA_DIR = dataFolder({ isOnDisk: true })
  let shop: ShopProcess
  let kept: Awaited<ReturnType<typeof book>>[] = []
  let proofOf: string

  test('prints its address and the sign-in at the first start', async () => {
    shop = startShop({ DATA_DIR })
    const url = await shop.listening
    expect(shop.output()).toMatch(/Administrator:\s+admin@safar\.example\nPassword:\s+\S{12,}/)
    expect((await ask(url, '/healthz')).status).toBe(200)
    expect((await ask(url, '/readyz')).json).toEqual({ status: 'ready' })
    kept = [await book(url)]
  })

  test('refuses a second process on its folder with a message and exit code 1, and continues', async () => {
    const second = startShop({ DATA_DIR })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^Safar cannot start: Another shop \(process \d+\) is running on this data folder/)
    expect(second.output()).toContain(DATA_DIR)
    expect(second.output()).not.toMatch(/^\s+at /m)
    expect((await ask(await shop.listening, '/readyz')).status).toBe(200)
  })

  test('stops under load with code 0, finishes requests in progress and keeps what it acknowledged', async () => {
    const url = await shop.listening
    const [held] = kept as [(typeof kept)[0]]
    const head = [
      `POST /api/bookings/${held.id}/payment-proofs?token=${encodeURIComponent(held.token)} HTTP/1.1`,
      'host: shop.test',
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${form().length}`,
      'expect: 100-continue',
    ]
    const upload = open(url, `${head.join('\r\n')}\r\n\r\n`)
    await upload.hears(/^HTTP\/1.1 100/)
    upload.socket.write(form().subarray(0, 20_000))
    const load = bookAllTheTime(url, 6)
    await load.reached(20)
    shop.signal('SIGTERM')
    await shop.says(/stopping: no new requests/)
    upload.socket.write(form().subarray(20_000))
    expect(await upload.hears(/"success":true/)).toContain('HTTP/1.1 201')
    proofOf = held.id
    await load.over
    expect(load.refused.filter((status) => status !== 503)).toEqual([])
    expect(await shop.ended).toBe(0)
    expect(shop.output()).toContain('"stopped"')
    expect(load.acknowledged.length).toBeGreaterThanOrEqual(20)
    kept = [...kept, ...load.acknowledged]
  })

  test('has all its data at the second start, and does not print the password again', async () => {
    shop = startShop({ DATA_DIR })
    const url = await shop.listening
    expect(shop.output()).not.toContain('Password')
    const answers = await Promise.all(kept.map((booked) => read(url, booked)))
    expect(answers.map(({ status, json }) => [status, json.booking_reference])).toEqual(
      kept.map(({ reference }) => [200, reference]),
    )
    const proof = kept.find(({ id }) => id === proofOf)
    const page = await ask(url, `/api/bookings/${proofOf}/payment?token=${encodeURIComponent(proof?.token ?? '')}`)
    expect(page.json.proof).toMatchObject({ state: 'pending-verification', versions: 1 })
    const { items } = (await ask(url, '/api/services/tour')).json as { items: unknown[] }
    expect(items).toHaveLength(2)
  })

  test('stops once, with code 0, on Ctrl-C from both the terminal and npm', async () => {
    shop.signal('SIGINT')
    shop.signal('SIGINT')
    shop.signal('SIGTERM')
    expect(await shop.ended).toBe(0)
  })
})

function form(): Buffer {
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n'
  return Buffer.concat([Buffer.from(head), pdf, Buffer.from('\r\n--b--\r\n')])
}

describe('invalid settings', () => {
  const SECRET_KEY = 'a-secret-key-of-at-least-32-characters'
  const nobody = 'postgres://nobody:hidden-word@127.0.0.1:1/nothing'
  const settings: readonly (readonly [variables: string[], env: Record<string, string>])[] = [
    [
      ['PORT', 'BASE_URL', 'SECRET_KEY', 'DATABASE_URL', 'SEED', 'ADMIN_EMAIL', 'SMTP_URL'],
      { PORT: '80000', BASE_URL: 'shop.example/x', SECRET_KEY: 'short', DATABASE_URL: 'mysql://x', SEED: 'all' },
    ],
    [
      ['SECRET_KEY', 'S3_BUCKET', 'STRIPE_API_URL', 'TRUST_PROXY'],
      { DATABASE_URL: nobody, FILE_STORE: 's3', STRIPE_API_URL: 'http://stripe.example', TRUST_PROXY: 'all' },
    ],
    [['DATABASE_URL'], { DATABASE_URL: nobody, SECRET_KEY }],
  ]
  test.each(settings)('%j stop the start with code 1 and a message each', async (variables, env) => {
    const wrong = {
      ADMIN_EMAIL: variables.includes('ADMIN_EMAIL') ? 'root' : '',
      SMTP_URL: variables.includes('SMTP_URL') ? 'mail' : '',
    }
    const shop = startShop({ DATA_DIR: dataFolder(), ...wrong, ...env })
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toMatch(/^Safar cannot start: /)
    for (const variable of variables) expect(shop.output()).toMatch(new RegExp(`(^|: |\\n)${variable}: [a-z0-9].{8,}`))
    expect(shop.output()).not.toMatch(/^\s+at /m)
    expect(shop.output()).not.toMatch(/hidden-word|short\b/)
  })
  test('a port in use stops the start with code 1 and is named', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const DATA_DIR = dataFolder()
    const shop = startShop({ DATA_DIR, PORT: String(port) })
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toContain(`Safar cannot start: PORT: ${port} is in use on 127.0.0.1`)
    expect(existsSync(path.join(DATA_DIR, 'postgres'))).toBe(false)
    other.close()
  })
  test('WORKER=off with the embedded database prints a warning, because no process would run the jobs', async () => {
    const shop = startShop({ DATA_DIR: dataFolder(), WORKER: 'off', SEED: 'none' })
    await shop.listening
    await shop.says(/WORKER=off without DATABASE_URL: no worker can reach this database/)
    shop.signal('SIGTERM')
    expect(await shop.ended).toBe(0)
  })
  test.each(['0', '3999'])('an unresolvable HOST stops the start with exit code 1, with PORT=%s', async (PORT) => {
    const shop = startShop({ DATA_DIR: dataFolder(), HOST: '999.1.1.1', PORT })
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toContain('Safar cannot start: HOST: 999.1.1.1 is no name or address that this machine knows')
    expect(shop.output()).not.toMatch(/^\s+at /m)
  })
  test.each([
    ['src/app/ledger.ts', ['all']],
    ['src/app/admin-link.ts', ['owner@safar.example', 'other@safar.example']],
    ['src/app/database.ts', ['migrate', 'back']],
    ['src/app/database.ts', ['seed', 'million']],
  ])(
    '%s with unknown arguments, %s, prints its usage, does nothing else and exits with code 2',
    async (file, words) => {
      const { code, output, errors } = await runCommand(file, words, { DATA_DIR: dataFolder() })
      expect([code, output]).toEqual([2, ''])
      expect(errors).toMatch(/^Usage: npm run /)
    },
  )
})
