import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Core } from '../../../platform/core.server.ts'
import { createKeyring } from '../../../platform/crypto/keyring.server.ts'
import { madeUpProvider } from '../testing/made-up/provider.ts'
import { callProvider, ProviderUnreachable } from './call-provider.server.ts'
import { withAnswerBy } from './patience.server.ts'
import { describedAs, type Gateway, isUsable, openSecrets, sealSecrets } from './store.server.ts'

const keys = createKeyring('a-key-for-tests-of-at-least-32-characters')
const core = { keys, clock: () => new Date(), log: { warn: () => {} }, baseUrl: 'http://shop.test' } as unknown as Core
const gateway = (change: Partial<Gateway['record']> = {}, provider = madeUpProvider().provider): Gateway => ({
  record: {
    name: 'made_up',
    type: 'api',
    enabled: true,
    settings: {},
    sealed_secrets: null,
    manual_instructions: '',
    display_name: '',
    translations: {},
    version: 1,
    created_at: new Date(),
    updated_at: new Date(),
    ...change,
  },
  provider,
  secrets: {},
  accounts: new Map(),
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a hanging provider is aborted after eight seconds', async () => {
  let signal: AbortSignal | undefined
  const call = callProvider(core, gateway(), (ctx) => {
    signal = ctx.signal
    return new Promise<never>(() => {})
  })
  const outcome = call.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal?.aborted).toBe(true)
  expect(await outcome).toBeInstanceOf(ProviderUnreachable)
})

it('any error of a provider means an unknown outcome', async () => {
  const call = callProvider(core, gateway(), () => Promise.reject(new TypeError('fetch failed')))
  await expect(call).rejects.toBeInstanceOf(ProviderUnreachable)
})

it('stored secrets are sealed and only the key opens them [A206]', () => {
  const sealed = sealSecrets(core, { api_secret: 'sk_test_123' })
  expect(sealed.toString('latin1')).not.toContain('sk_test_123')
  expect(openSecrets(core, sealed)).toEqual({ api_secret: 'sk_test_123' })
  expect(openSecrets(core, null)).toEqual({})
  const other = { keys: createKeyring('another-key-of-at-least-32-characters!') }
  expect(() => openSecrets(other, sealed)).toThrow()
})

it('a disabled or incomplete gateway is not usable [A207]', () => {
  expect(isUsable(gateway())).toBe(true)
  expect(isUsable(gateway({ enabled: false }))).toBe(false)
  const half = { ...madeUpProvider().provider, notReady: () => 'The API key is missing' }
  expect(isUsable(gateway({}, half))).toBe(false)
})

it('a gateway accepts the currencies that its settings allow', () => {
  const { provider } = madeUpProvider('made_up', { currencies: ['INR', 'AED'] })
  expect(describedAs(gateway({}, provider)).currencies).toEqual(['INR', 'AED'])
  const byAccount = {
    ...provider,
    currenciesOf: ({ settings }: { settings: Readonly<Record<string, string>> }) => (settings.uae ? ['AED'] : []),
  }
  expect(describedAs(gateway({}, byAccount)).currencies).toEqual([])
  expect(describedAs(gateway({ settings: { uae: '1' } }, byAccount)).currencies).toEqual(['AED'])
})

it('provider calls of one request share one time limit', async () => {
  const server = withAnswerBy(core)
  const begun = performance.now()
  const hang = () => callProvider(server, gateway(), () => new Promise<never>(() => {})).catch((error) => error)
  for (const call of [hang(), hang()]) {
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await call).toBeInstanceOf(ProviderUnreachable)
  }
  const second = hang()
  await vi.advanceTimersByTimeAsync(1)
  expect(await second).toBeInstanceOf(ProviderUnreachable)
  expect(server.answerBy - begun).toBeLessThanOrEqual(9_500)
})
