import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../src/kernel/dates.ts'
import { generateKind, generateProvider } from '../../tools/gen.ts'
import { compiled } from '../process/command.ts'

// The full promise: a copy of the shop gets one folder and one line for a new kind and a new provider. It must build,
// start, sell and charge without any other change.

const copy = mkdtempSync(join(tmpdir(), 'safar-copy-'))
const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...compiled }
let child: ChildProcess
let url: string

const stockCruises = `
import { isEmptyDatabase, seedWorld } from '../../db/seeds/index.server.ts'
import { saveService } from '../modules/catalogue/index.server.ts'
import { anonymous } from '../platform/core.server.ts'
import { openShop } from './open-shop.server.ts'
import { begin } from './started.server.ts'
const { env, log } = begin()
const { core, shop, close } = await openShop(env, log, 1)
if (await isEmptyDatabase(core.db)) await seedWorld({ ...shop.deps, isSandbox: true }, 'test')
const admin = { ...anonymous('test'), role: 'admin', name: 'Test' } as const
await saveService(shop.deps, admin, { kind: 'river_cruise', title: 'Creek Night', summary: 'Dinner on the water', details: { ship: 'Al Noor', price_cabin: 42_000, berths: 2 } })
await close()
`

/** Its messages in every room that visitors read, and one line. The words are marked English. */
function addFrench(): void {
  for (const file of globSync('src/**/messages/en.json', { cwd: copy })) {
    const words = readFileSync(join(copy, file), 'utf8').replaceAll(
      '"Track your booking"',
      '"Suivre votre réservation"',
    )
    writeFileSync(join(copy, file.replace('en.json', 'fr.json')), words)
  }
  const list = join(copy, 'src/kernel/language.ts')
  const line = "  fr: { name: 'Français', direction: 'ltr', locale: 'fr-u-nu-latn', network: 'fr_FR' },\n"
  writeFileSync(
    list,
    readFileSync(list, 'utf8').replace(/^ {2}ar: /m, (next) => line + next),
  )
}

beforeAll(async () => {
  for (const part of [
    'src',
    'db',
    'tools',
    'public',
    'package.json',
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
  ])
    cpSync(part, join(copy, part), { recursive: true, filter: (file) => !/\.(avif|webp)$/.test(file) })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  generateKind(copy, 'river-cruise')
  generateProvider(copy, 'shell-pay')
  addFrench()
  writeFileSync(join(copy, 'src/app/stock.ts'), stockCruises)
  const shopEnv = {
    ...env,
    DATA_DIR: join(copy, 'data'),
    PORT: '0',
    HOST: '127.0.0.1',
    SEED: 'none',
    LOG_LEVEL: 'error',
  }
  execFileSync(process.execPath, ['src/app/stock.ts'], { cwd: copy, env: shopEnv, stdio: 'pipe' })
  execFileSync(process.execPath, ['tools/build.ts', '--uncompressed'], { cwd: copy, env, stdio: 'pipe' })
  child = spawn(process.execPath, ['src/app/server.ts'], { cwd: copy, env: shopEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  url = await new Promise((resolve, reject) => {
    let output = ''
    const read = (part: Buffer) => {
      output += part
      const ready = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (ready) resolve(ready)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(output)))
  })
}, 240_000)

afterAll(async () => {
  if (child?.exitCode === null) {
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await ended
  }
  rmSync(copy, { recursive: true, force: true })
})

async function post(path: string, body: unknown): Promise<{ status: number; body: Record<string, never> }> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: (await answer.json()) as Record<string, never> }
}

describe('one folder and one line add', () => {
  test('a kind that is listed, linked in the menu, shows its facts, and is priced and booked by its own rules [C013]', async () => {
    const list = await fetch(`${url}/river-cruises`)
    expect(list.status).toBe(200)
    expect(await list.text()).toContain('Creek Night')
    const page = await fetch(`${url}/river-cruises/creek-night`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('2 berths')
    const menu = html.slice(html.indexOf('<header'), html.indexOf('</header>'))
    expect(menu).toContain('River Cruises')
    expect(menu.indexOf('href="/river-cruises"')).toBeGreaterThan(menu.indexOf('href="/booking-tracker"'))
    const booked = await post('/api/bookings', {
      service_type: 'river_cruise',
      service_id: 'creek-night',
      travel_date: addDays(new Date().toISOString().slice(0, 10), 20),
      adults_count: 3,
      children_count: 0,
      infants_count: 0,
      details: { deck: 'Upper' },
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
    })
    expect(booked.body).toMatchObject({
      booking: { service_type: 'river_cruise', final_amount: { minor: 84_000, currency: 'AED' } },
    })
  }, 30_000)

  test("a provider that is offered once enabled and charges the server's amount", async () => {
    const booked = await post('/api/bookings', {
      service_type: 'river_cruise',
      service_id: 'creek-night',
      travel_date: addDays(new Date().toISOString().slice(0, 10), 21),
      adults_count: 1,
      children_count: 0,
      infants_count: 0,
      details: {},
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
    })
    const { booking, token } = booked.body as unknown as { booking: { id: string }; token: string }
    const pay = () => post('/api/payments', { bookingId: booking.id, token, paymentMethod: 'shell_pay' })
    expect((await pay()).status).toBe(409)
    const { findRunning } = await import('../../src/platform/postgres/index.server.ts')
    const { inDatabase } = await import('../support/postgres.ts')
    const running = findRunning(join(copy, 'data'))
    await inDatabase(running!.connection, undefined, (client) =>
      client.query("update payment_gateways set enabled = true where name = 'shell_pay'"),
    )
    const offered = async () => {
      const page = await fetch(`${url}/api/bookings/${booking.id}/payment?token=${encodeURIComponent(token)}`)
      const { methods } = (await page.json()) as { methods: { name: string; label: string; charge: unknown }[] }
      return methods.find((method) => method.name === 'shell_pay')
    }
    // The database tells the shop, which keeps gateways in memory.
    await expect
      .poll(offered, { timeout: 5_000 })
      .toMatchObject({ label: 'Shell Pay', charge: { minor: 42_000, currency: 'AED' } })
    expect((await pay()).body).toMatchObject({ success: true })
  }, 30_000)

  test('a language that has its own addresses, dates, files and answers, and is offered on every page', async () => {
    const page = await fetch(`${url}/fr/river-cruises`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('<html lang="fr" dir="ltr">')
    expect(html).toMatch(/\/assets\/fr\/[\w-]+\.js/)
    const [script = ''] = /\/assets\/fr\/[\w-]+\.js/.exec(html) ?? []
    expect((await fetch(url + script)).status).toBe(200)
    expect(await (await fetch(`${url}/fr/track-booking`)).text()).toContain('Suivre votre réservation')
    const english = await (await fetch(`${url}/river-cruises`)).text()
    expect(english).toMatch(/hrefLang="fr" href="[^"]*\/fr\/river-cruises"/i)
    const answer = await fetch(`${url}/api/services/tour/nothing`, { headers: { 'accept-language': 'fr-CA' } })
    expect([answer.status, answer.headers.get('content-language')]).toEqual([404, 'fr'])
  })
})
