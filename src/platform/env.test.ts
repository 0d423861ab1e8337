import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvError, readEnv as readAny, secretKeyOf } from './env.server.ts'

const readEnv = (from: Record<string, string>) => readAny(from, ['STRIPE_API_URL', 'OTHER_URL'])
const key = 'k'.repeat(32)
const s3 = {
  FILE_STORE: 's3',
  S3_ENDPOINT: 'https://s3.example',
  S3_REGION: 'r',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY: 'a',
  S3_SECRET_KEY: 's',
}
const cdn = { CDN: 'fastly', CDN_PURGE_URL: 'https://cdn.example/purge', CDN_PURGE_TOKEN: 't'.repeat(20) }
const folder = mkdtempSync(join(tmpdir(), 'safar-env-'))
afterAll(() => rmSync(folder, { recursive: true }))

const wrong = (from: Record<string, string>): readonly string[] => {
  try {
    readEnv(from)
    return []
  } catch (error) {
    if (error instanceof EnvError) return error.variables
    throw error
  }
}

describe('the environment', () => {
  it('has defaults: the embedded database, sandbox mode and the demo world', () => {
    const env = readEnv({})
    expect(env).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: null,
      databaseUrl: null,
      secretKey: null,
      seed: 'demo',
      worker: 'inline',
      paymentsMode: 'sandbox',
      fileStore: { type: 'disk' },
      trustProxy: false,
      isProduction: false,
    })
    expect(env.dataDir).toBe(join(process.cwd(), 'data'))
  })

  it('defaults to live payments and no sample data with DATABASE_URL', () => {
    const env = readEnv({ DATABASE_URL: 'postgres://db.example/shop', SECRET_KEY: key })
    expect(env).toMatchObject({ seed: 'none', paymentsMode: 'live' })
  })

  it('has no CDN unless one is named with its address and token', () => {
    expect([readEnv({}).cdn, readEnv(cdn).cdn]).toEqual([
      null,
      { name: 'fastly', purgeUrl: cdn.CDN_PURGE_URL, purgeToken: cdn.CDN_PURGE_TOKEN },
    ])
  })

  it('keeps files in the folder safar of the bucket, or in that of S3_PREFIX', () => {
    const prefixOf = (more: object) => readEnv({ ...s3, ...more }).fileStore
    expect(prefixOf({})).toMatchObject({ prefix: 'safar/' })
    for (const S3_PREFIX of ['Dune-Travel_2.ae', 'Dune-Travel_2.ae/'])
      expect(prefixOf({ S3_PREFIX })).toMatchObject({ prefix: 'Dune-Travel_2.ae/' })
  })

  it.each(['dune/palm', '../dune', '/dune', '.dune', 'dune travel', 'متجر'])('refuses S3_PREFIX=%s', (S3_PREFIX) => {
    expect(wrong({ ...s3, S3_PREFIX })).toEqual(['S3_PREFIX'])
  })

  it('counts an empty value as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ BASE_URL: 'shop.example' }, 'BASE_URL'],
    [{ BASE_URL: 'https://shop.example/path' }, 'BASE_URL'],
    [{ DATABASE_URL: 'mysql://db/shop', SECRET_KEY: key }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgres://db/shop' }, 'SECRET_KEY'],
    [{ DATABASE_URL: 'postgres://db/shop', DATABASE_DIRECT_URL: 'db/shop', SECRET_KEY: key }, 'DATABASE_DIRECT_URL'],
    [{ DATABASE_DIRECT_URL: 'postgres://db/shop' }, 'DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://db/shop' }, 'DATABASE_URL'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ SECRET_KEY: `${key},short` }, 'SECRET_KEY'],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL'],
    [{ ADMIN_PASSWORD: 'elevenchars' }, 'ADMIN_PASSWORD'],
    [{ SEED: 'everything' }, 'SEED'],
    [{ WORKER: 'on' }, 'WORKER'],
    [{ ...s3, S3_SECRET_KEY: '' }, 'S3_SECRET_KEY'],
    [{ ...s3, S3_ENDPOINT: 'http://s3.internal', PAYMENTS_MODE: 'live' }, 'S3_ENDPOINT'],
    [{ CDN: 'akamai' }, 'CDN'],
    [{ CDN: 'fastly', CDN_PURGE_TOKEN: 't'.repeat(20) }, 'CDN_PURGE_URL'],
    [{ ...cdn, CDN_PURGE_TOKEN: '' }, 'CDN_PURGE_TOKEN'],
    [{ ...cdn, CDN: '' }, 'CDN'],
    [{ ...cdn, CDN_PURGE_URL: 'http://cdn.example/purge', PAYMENTS_MODE: 'live' }, 'CDN_PURGE_URL'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL'],
    [{ PAYMENTS_MODE: 'test' }, 'PAYMENTS_MODE'],
    [{ PAYMENTS_MODE: 'live', STRIPE_API_URL: 'http://127.0.0.1:1' }, 'STRIPE_API_URL'],
    [{ STRIPE_API_URL: 'stripe.test' }, 'STRIPE_API_URL'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
  ])('names the invalid variable: %o', (from, name) => {
    expect(wrong(from)).toEqual([name])
    expect(() => readEnv(from)).toThrow(new RegExp(`^${name}: .{10,}`))
  })

  it('names all invalid variables at once', () => {
    expect(wrong({ PORT: 'x', LOG_LEVEL: 'y' })).toEqual(['PORT', 'LOG_LEVEL'])
  })

  it('allows suppliers without https in sandbox mode only', () => {
    expect(readEnv({ STRIPE_API_URL: 'http://127.0.0.1:1' }).supplierUrls).toEqual({
      STRIPE_API_URL: 'http://127.0.0.1:1',
    })
  })

  it.each([
    ['none', false],
    ['0', false],
    ['1', 1],
    ['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']],
    ['loopback', ['loopback']],
  ])('reads TRUST_PROXY=%s', (value, expected) => {
    expect(readEnv({ TRUST_PROXY: value }).trustProxy).toEqual(expected)
  })
})

describe('the secret key', () => {
  it('is generated once, readable by its owner only, and reused', async () => {
    const data = join(folder, 'new')
    const made = await secretKeyOf({ secretKey: null }, data)
    expect(made.length).toBeGreaterThanOrEqual(32)
    expect(statSync(join(data, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(await secretKeyOf({ secretKey: null }, data)).toBe(made)
  })
  it('is SECRET_KEY if set, and then none is stored', async () => {
    expect(await secretKeyOf({ secretKey: key }, join(folder, 'unused'))).toBe(key)
    expect(() => readFileSync(join(folder, 'unused/secret-key'))).toThrow()
  })
  it('is never replaced when it is damaged', async () => {
    writeFileSync(join(folder, 'secret-key'), 'torn')
    await expect(secretKeyOf({ secretKey: null }, folder)).rejects.toThrow(/^SECRET_KEY: .*damaged/)
  })
})
