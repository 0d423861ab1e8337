import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { findRunning } from '../../../src/platform/postgres/index.server.ts'
import { compiled } from '../../process/command.ts'

export type RunningShop = {
  url: string
  dataDir: string
  process: ChildProcess
  /** Stops the shop and keeps its data. */
  halt: () => Promise<Template>
  /** Stops the shop and deletes its data. */
  stop: () => Promise<void>
  output: () => string
  /** Runs statements in the shop's database, on one connection. */
  inDatabase: (work: (client: pg.Client) => Promise<unknown>) => Promise<void>
}
export const adminEmail = 'asha@safar.example'
export const adminPassword = 'a-long-admin-password'

type Start = {
  readonly env?: Readonly<Record<string, string>>
  /** Starts as a copy of this stopped shop; by default with the demo world. */
  readonly template?: Template | undefined
  /** The folder of the built shop; by default this one. */
  readonly root?: string
}
/** The data of a stopped shop: its folder and, with DATABASE_URL, its database. */
export type Template = { readonly dataDir: string; readonly database: string | null }

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
/** With DATABASE_URL each shop gets its own database on that server; otherwise it runs an embedded one. */
async function createDatabase(template: Template | undefined): Promise<string | null> {
  if (!process.env.DATABASE_URL) return null
  const name = `safar_e2e_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}${template?.database ? ` template ${template.database}` : ''}`)
  return name
}
function databaseEnv(database: string | null): Record<string, string> {
  if (!database || !process.env.DATABASE_URL) return {}
  const url = new URL(process.env.DATABASE_URL)
  url.pathname = `/${database}`
  return {
    DATABASE_URL: url.href,
    SECRET_KEY: 'browser-tests-secret-key-of-32-characters',
    PAYMENTS_MODE: 'sandbox',
  }
}

export async function removeTemplate({ dataDir, database }: Template): Promise<void> {
  if (database) await onServer(`drop database if exists ${database} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
}

/** Starts the built shop like `npm start`, on a free port and a temporary data folder. */
export async function startShop({ env = {}, template, root = process.cwd() }: Start = {}): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'safar-e2e-'))
  if (template) await cp(template.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const database = await createDatabase(template)
  const ownEnv = databaseEnv(database)
  const child = spawn(process.execPath, ['src/app/server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...compiled,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'loopback',
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      SEED: 'demo',
      ...ownEnv,
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
  const shop: RunningShop = {
    url,
    dataDir,
    process: child,
    output: () => output,
    inDatabase: async (work) => {
      const { DATABASE_URL: connectionString } = ownEnv
      const client = new pg.Client(connectionString ? { connectionString } : findRunning(dataDir)?.connection)
      await client.connect()
      await work(client).finally(() => client.end())
    },
    halt: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child.once('exit', done))
        child.kill('SIGTERM')
        await ended
      }
      return { dataDir, database }
    },
    stop: async () => removeTemplate(await shop.halt()),
  }
  return shop
}

/** The text of all sent mails, newest last. */
export async function capturedMail(shop: RunningShop): Promise<string[]> {
  const folder = join(shop.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

/** Waits for the mail to an address with a matching subject. */
export async function mailTo(shop: RunningShop, address: string, subject: RegExp): Promise<Email> {
  const findMail = async () => {
    const texts = (await capturedMail(shop)).filter((text) => text.includes(address))
    const mails = await Promise.all(texts.map((text) => PostalMime.parse(text)))
    return mails.find((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))
  }
  await expect.poll(async () => Boolean(await findMail()), { message: `a mail to ${address}: ${subject}` }).toBe(true)
  return (await findMail())!
}

/** Rate limits count by address, so each test gets its own. */
export function ownAddress(seed: string): string {
  let hash = 0
  for (const character of seed) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`
}
