import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { findRunning } from '../../../src/platform/postgres/index.server.ts'
import { whenAlive } from './alive.ts'

export { expect }

export type RunningShop = {
  url: string
  dataDir: string
  process: ChildProcess
  stop: () => Promise<void>
  output: () => string
  /** Statements for the shop's own database, on one connection. */
  inDatabase: (work: (client: pg.Client) => Promise<unknown>) => Promise<void>
}
export const adminEmail = 'asha@safar.example'
export const adminPassword = 'a-long-admin-password'

type OwnDatabase = { env: { DATABASE_URL?: string } & Record<string, string>; drop: () => Promise<void> }
/** With DATABASE_URL each shop gets a database of its own on that server; without, each has its embedded one. */
async function ownDatabase(): Promise<OwnDatabase> {
  const server = process.env.DATABASE_URL
  if (!server) return { env: {}, drop: async () => {} }
  const name = `safar_e2e_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client(server)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const env = {
    DATABASE_URL: url.href,
    SECRET_KEY: 'browser-tests-secret-key-of-32-characters',
    PAYMENTS_MODE: 'sandbox',
  }
  return { env, drop: () => run(`drop database if exists ${name} with (force)`) }
}

/** Starts the built shop as `npm start` does, on a free port and an empty data folder, with the demo world. */
export async function startShop(env: Record<string, string> = {}): Promise<RunningShop> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'safar-e2e-')))
  const database = await ownDatabase()
  const child = spawn(process.execPath, ['src/app/server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'loopback',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      SEED: 'demo',
      ...database.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (part: Buffer) => {
      output += part
      const match = /(http:\/\/(?:localhost|127\.0\.0\.1):\d+)/.exec(output)
      if (match) resolve(match[1]!)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`The shop ended with ${code} before it was ready:\n${output}`)))
  })
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  await expect.poll(isReady, { timeout: 60_000, intervals: [50, 100, 250] }).toBe(true)
  return {
    url,
    dataDir,
    process: child,
    output: () => output,
    inDatabase: async (work) => {
      const { DATABASE_URL: connectionString } = database.env
      const client = new pg.Client(connectionString ? { connectionString } : findRunning(dataDir)?.connection)
      await client.connect()
      await work(client).finally(() => client.end())
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child.once('exit', done))
        child.kill('SIGTERM')
        await ended
      }
      await database.drop()
      if (!env.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The text of every mail that the shop has sent so far, newest last. */
export async function capturedMail(shop: RunningShop): Promise<string[]> {
  const folder = join(shop.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

/** The mail to one address whose subject matches, once it is there. */
export async function mailTo(shop: RunningShop, address: string, subject: RegExp): Promise<Email> {
  const found = async () => {
    const texts = (await capturedMail(shop)).filter((text) => text.includes(address))
    const mails = await Promise.all(texts.map((text) => PostalMime.parse(text)))
    return mails.find((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))
  }
  await expect.poll(async () => Boolean(await found()), { message: `a mail to ${address}: ${subject}` }).toBe(true)
  return (await found())!
}

/**
 * Collects what no page of the shop may do: errors of scripts, errors on the console, requests to other hosts than
 * `friends`.
 */
export function watch(context: BrowserContext, origin: string, friends: readonly string[] = []): string[] {
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(`page error: ${error.error().message}`))
  context.on('console', (message) => {
    // A refused request is an answer that a test may be after; the page's own errors are not.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(`console: ${message.text()} (${message.page()?.url()})`)
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && ![origin, ...friends].includes(url.origin))
      faults.push(`request to another host: ${request.url()}`)
  })
  return faults
}

/** Opens a page and waits for what it brings after it has come alive: the help button, the whole of a list. */
export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('complementary', { name: 'Need Help?' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** An answer that waits until it is let go. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await free
    await route.continue().catch(() => {})
  })
  return letGo
}

/** Limits are counted by address: each test comes from one of its own, as each customer does. */
export function ownAddress(seed: string): string {
  let hash = 0
  for (const character of seed) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`
}

/**
 * `shop`: one per worker. Every page of `context` fails its test by what `watch` finds, and is used when it lives; with
 * `isEarly` before that, too.
 */
export const test = base.extend<{ isEarly: boolean }, { shop: RunningShop; friends: readonly string[] }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const shop = await startShop()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** Origins of suppliers that customers are sent to. */
  friends: [[], { scope: 'worker', option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  extraHTTPHeaders: async ({}, use, info) => use({ 'x-forwarded-for': ownAddress(`${info.testId}${info.retry}`) }),
  isEarly: [false, { option: true }],
  context: async ({ context, shop, friends, javaScriptEnabled, isEarly }, use) => {
    const faults = watch(context, shop.url, friends)
    if (javaScriptEnabled && !isEarly) await whenAlive(context)
    await use(context)
    expect(faults).toEqual([])
  },
})
