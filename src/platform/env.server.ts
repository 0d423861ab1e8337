import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { isIP } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { type TracingSettings, tracingOf, tracingVariables } from './tracing/settings.server.ts'

/** An invalid environment variable. The message names it and says what it accepts. */
export class EnvError extends Error {
  readonly variables: readonly string[]

  constructor(problems: readonly { name: string; message: string }[]) {
    super(problems.map(({ name, message }) => `${name}: ${message}`).join('\n'))
    this.name = 'EnvError'
    this.variables = problems.map(({ name }) => name)
  }
}

export type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  /** The shop's own folder of the bucket, with a slash at the end. */
  prefix: string
  accessKey: string
  secretKey: string
}
export type CdnSettings = Readonly<{ name: 'fastly' | 'cloudflare'; purgeUrl: string; purgeToken: string }>
export type Env = Readonly<{
  isProduction: boolean
  /** 0 = any free port. */
  port: number
  host: string
  /** Null = http://localhost:PORT. */
  baseUrl: string | null
  dataDir: string
  /** Null = the embedded database. */
  databaseUrl: string | null
  /** Null = databaseUrl: no pooler is in between. */
  databaseDirectUrl: string | null
  /** A replica; null = none. */
  databaseReadUrl: string | null
  /** Where the embedded database's log is archived, and for how many days; null = nowhere. */
  recovery: { folder: string; keptDays: number } | null
  /** Null = generated into the data folder (embedded only). */
  secretKey: string | null
  adminEmail: string | null
  adminPassword: string | null
  seed: 'demo' | 'test' | 'million' | 'none'
  worker: 'inline' | 'off'
  fileStore: { type: 'disk' } | ({ type: 's3' } & S3Settings)
  /** Null = no CDN that is told what has changed. */
  cdn: CdnSettings | null
  smtpUrl: string | null
  paymentsMode: 'sandbox' | 'live'
  /** Base URLs that replace the suppliers' own. */
  supplierUrls: Readonly<Record<string, string>>
  /** Null = the server sends no advertising events. */
  metaAccessToken: string | null
  trustProxy: false | number | readonly string[]
  logLevel: string
  metricsToken: string | null
  /** Null = no traces. */
  tracing: TracingSettings | null
}>

/** As in modules/account/rules. */
const adminPasswordMin = 12

const httpUrl = (value: string): boolean => /^https?:$/.test(URL.parse(value)?.protocol ?? '')
const supplierUrl = z.string().refine(httpUrl, 'give an http(s) address').optional()
const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'give an address that starts with postgres:// or postgresql://')
  .optional()
const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `give a whole number from 0 to ${max}`)
    .transform(Number)
    .refine((n) => n <= max, `give a whole number from 0 to ${max}`)
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `give one of: ${values.join(', ')}` })

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

const schema = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: z
    .string()
    .refine(
      (value) => httpUrl(value) && /^https?:\/\/[^/?#@]+\/?$/.test(value),
      'give the public origin without a path, such as https://shop.example',
    )
    .transform((value) => value.replace(/\/$/, ''))
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  RECOVERY_DIR: z.string().optional(),
  RECOVERY_DAYS: wholeNumber(365)
    .refine((days) => days > 0, 'give a whole number from 1 to 365')
    .default(7),
  SECRET_KEY: z
    .string()
    .refine(
      (value) => value.split(',').every((part) => part.trim().length >= 32),
      'give at least 32 characters; to rotate, a list with commas, the new one first',
    )
    .optional(),
  ADMIN_EMAIL: z.string().toLowerCase().pipe(z.email('give an email address')).optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(adminPasswordMin, `give at least ${adminPasswordMin} characters`)
    .max(128, 'give at most 128 characters')
    .optional(),
  SEED: oneOf(['demo', 'test', 'million', 'none']).optional(),
  WORKER: oneOf(['inline', 'off']).default('inline'),
  FILE_STORE: oneOf(['disk', 's3']).default('disk'),
  S3_ENDPOINT: supplierUrl,
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  // One folder without subfolders: a shop would take files below its own folder for its own, and sweep them.
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}\/?$/, 'give one folder name: letters, digits and - _ . without a slash')
    .transform((value) => `${value.replace(/\/$/, '')}/`)
    .default('safar/'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  CDN: oneOf(['fastly', 'cloudflare']).optional(),
  CDN_PURGE_URL: supplierUrl,
  CDN_PURGE_TOKEN: z.string().min(16, 'give the whole token').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'give an address that starts with smtp:// or smtps://')
    .optional(),
  PAYMENTS_MODE: oneOf(['sandbox', 'live']).optional(),
  META_ACCESS_TOKEN: z.string().min(16, 'give the whole token').optional(),
  TRUST_PROXY: z.string().default('none'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ...tracingVariables,
  METRICS_TOKEN: z.string().min(16, 'give at least 16 characters').optional(),
})
type Raw = z.output<typeof schema>

/**
 * Reads and checks all variables; empty ones count as unset. `supplierUrlNames` are the variables with supplier URLs.
 * Throws EnvError.
 */
export function readEnv(
  from: Readonly<Record<string, string | undefined>>,
  supplierUrlNames: readonly string[] = [],
): Env {
  const variables = Object.fromEntries(Object.entries(from).filter(([, value]) => value?.trim() !== ''))
  const parsed = schema.safeParse(variables)
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => ({ name: String(issue.path[0]), message: issue.message })))
  }
  const raw = parsed.data
  const isEmbedded = raw.DATABASE_URL === undefined
  const paymentsMode = raw.PAYMENTS_MODE ?? (isEmbedded ? 'sandbox' : 'live')
  const supplierUrls = Object.fromEntries(
    supplierUrlNames.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])),
  )
  const problems = [...crossChecks(raw, paymentsMode), ...urlProblems(supplierUrls, paymentsMode)]
  if (problems.length > 0) throw new EnvError(problems)
  return {
    isProduction: raw.NODE_ENV === 'production',
    port: raw.PORT,
    host: raw.HOST,
    baseUrl: raw.BASE_URL ?? null,
    dataDir: path.resolve(raw.DATA_DIR),
    ...databasePlacesOf(raw),
    secretKey: raw.SECRET_KEY ?? null,
    adminEmail: raw.ADMIN_EMAIL ?? null,
    adminPassword: raw.ADMIN_PASSWORD ?? null,
    seed: raw.SEED ?? (isEmbedded ? 'demo' : 'none'),
    worker: raw.WORKER,
    fileStore: fileStoreOf(raw),
    ...{ smtpUrl: raw.SMTP_URL ?? null, cdn: cdnOf(raw) },
    paymentsMode,
    supplierUrls,
    metaAccessToken: raw.META_ACCESS_TOKEN ?? null,
    trustProxy: trustProxyOf(raw.TRUST_PROXY) ?? false,
    logLevel: raw.LOG_LEVEL,
    metricsToken: raw.METRICS_TOKEN ?? null,
    tracing: tracingOf(raw),
  }
}

const databasePlacesOf = (raw: Raw) => ({
  databaseUrl: raw.DATABASE_URL ?? null,
  databaseDirectUrl: raw.DATABASE_DIRECT_URL ?? null,
  databaseReadUrl: raw.DATABASE_READ_URL ?? null,
  recovery: raw.RECOVERY_DIR ? { folder: path.resolve(raw.RECOVERY_DIR), keptDays: raw.RECOVERY_DAYS } : null,
})

/** Rules about more than one variable. */
function crossChecks(raw: Raw, paymentsMode: Env['paymentsMode']): { name: string; message: string }[] {
  const problems: { name: string; message: string }[] = []
  if (raw.DATABASE_URL !== undefined && raw.SECRET_KEY === undefined) {
    const message = 'needed with DATABASE_URL: at least 32 random characters, the same on every node'
    problems.push({ name: 'SECRET_KEY', message })
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
    if (raw[name] !== undefined && raw.DATABASE_URL === undefined)
      problems.push({ name: 'DATABASE_URL', message: `needed with ${name}` })
  if (raw.RECOVERY_DIR !== undefined && raw.DATABASE_URL !== undefined) {
    const message = 'is for the embedded database; a server of your own is archived by deploy/pgbackrest'
    problems.push({ name: 'RECOVERY_DIR', message })
  }
  if (raw.FILE_STORE === 's3') {
    for (const name of s3Names) if (!raw[name]) problems.push({ name, message: 'needed with FILE_STORE=s3' })
    if (raw.S3_ENDPOINT) problems.push(...urlProblems({ S3_ENDPOINT: raw.S3_ENDPOINT }, paymentsMode))
  }
  problems.push(...cdnProblems(raw, paymentsMode))
  if (trustProxyOf(raw.TRUST_PROXY) === null) {
    problems.push({ name: 'TRUST_PROXY', message: 'give none, a number of proxies, or addresses with commas between' })
  }
  return problems
}

const cdnNames = ['CDN', 'CDN_PURGE_URL', 'CDN_PURGE_TOKEN'] as const

function cdnProblems(raw: Raw, paymentsMode: Env['paymentsMode']): { name: string; message: string }[] {
  const given = cdnNames.filter((name) => raw[name] !== undefined)
  if (given.length === 0) return []
  const missing = cdnNames.filter((name) => raw[name] === undefined)
  return [
    ...missing.map((name) => ({ name, message: `needed with ${given[0]}` })),
    ...(raw.CDN_PURGE_URL ? urlProblems({ CDN_PURGE_URL: raw.CDN_PURGE_URL }, paymentsMode) : []),
  ]
}

/** Live payments must never reach a stand-in, nor documents travel unencrypted. */
function urlProblems(
  urls: Env['supplierUrls'],
  paymentsMode: Env['paymentsMode'],
): { name: string; message: string }[] {
  return Object.entries(urls).flatMap(([name, url]) => {
    if (!httpUrl(url)) return [{ name, message: 'give an http(s) address' }]
    const isRefused = paymentsMode === 'live' && !url.startsWith('https://')
    return isRefused ? [{ name, message: 'with PAYMENTS_MODE=live only https is accepted' }] : []
  })
}

function fileStoreOf(raw: Raw): Env['fileStore'] {
  if (raw.FILE_STORE === 'disk') return { type: 'disk' }
  return {
    type: 's3',
    endpoint: raw.S3_ENDPOINT ?? '',
    region: raw.S3_REGION ?? '',
    bucket: raw.S3_BUCKET ?? '',
    prefix: raw.S3_PREFIX,
    accessKey: raw.S3_ACCESS_KEY ?? '',
    secretKey: raw.S3_SECRET_KEY ?? '',
  }
}

const cdnOf = ({ CDN: name, CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: purgeToken }: Raw): Env['cdn'] =>
  name && purgeUrl && purgeToken ? { name, purgeUrl, purgeToken } : null

/** Null = invalid. */
function trustProxyOf(value: string): Env['trustProxy'] | null {
  if (value === 'none' || value === '0') return false
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const addresses = value.split(',').map((part) => part.trim())
  const isAddress = (text: string): boolean =>
    ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
    (isIP(text.replace(/\/\d{1,3}$/, '')) !== 0 && !/\/.*\//.test(text))
  return addresses.every(isAddress) ? addresses : null
}

/** Where a shop stores the key that it generates. */
export const generatedSecretFile = (dataDir: string): string => path.join(dataDir, 'secret-key')

/** The root secret: the given one, else the stored one, else null. Throws EnvError when the stored one is damaged. */
export function storedSecretKey(env: Pick<Env, 'secretKey'>, dataDir: string): string | null {
  if (env.secretKey) return env.secretKey
  const file = generatedSecretFile(dataDir)
  if (!existsSync(file)) return null
  const stored = readFileSync(file, 'utf8').trim()
  if (stored.length >= 32) return stored
  throw new EnvError([{ name: 'SECRET_KEY', message: `${file} is damaged: restore it from a backup` }])
}

/**
 * The root secret: the given one, else the one in the data folder, which is generated at the first start (readable by
 * its owner only). Call it while holding the data folder's lock.
 */
export async function secretKeyOf(env: Pick<Env, 'secretKey'>, dataDir: string): Promise<string> {
  const stored = storedSecretKey(env, dataDir)
  if (stored !== null) return stored
  const generated = randomBytes(48).toString('base64url')
  await keepSecretKey(dataDir, generated)
  return generated
}

/** Stores a key where the shop looks for its own, readable by its owner only. Throws if one exists. */
export async function keepSecretKey(dataDir: string, secret: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const file = generatedSecretFile(dataDir)
  // Flushed before it is used: losing this file makes all sealed data unreadable.
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  chmodSync(file, 0o600)
  // Root gives the file to the owner of the folder, so that the owner can start the shop later.
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid)
}
