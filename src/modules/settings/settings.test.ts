import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestCore, type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { convert, money } from '../../kernel/money.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { isListening, listenForInvalidation, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import {
  readDisplayRates,
  readPublicSettings,
  readRates,
  readSettings,
  readSettingsOrDefaults,
  saveRates,
  saveSettings,
} from './index.server.ts'
import { defaultSettings } from './index.ts'

const admin: Caller = { ...anonymous('127.0.0.1'), role: 'admin', userId: 'admin-1', name: 'Asma' }
let database: TestDatabase
let core: TestCore
beforeAll(async () => {
  database = await testDatabase()
  core = database.openCore()
})

describe('settings', () => {
  it('are the defaults while nothing is stored [C287, A273, A274]', async () => {
    expect(await readSettings(core)).toEqual({ ...defaultSettings, site_names: {} })
  })

  it('are stored once per key with the time of the change, and audited [A256]', async () => {
    await saveSettings(core, admin, { site_title: 'Noor Travels', maintenance_mode: true })
    core.clock.advance(5)
    const saved = await saveSettings(core, admin, { site_title: 'Noor Journeys' })
    expect(saved).toMatchObject({ site_title: 'Noor Journeys', maintenance_mode: true })
    const rows = await core.db.selectFrom('settings').selectAll().where('setting_key', '=', 'site_title').execute()
    expect(rows).toEqual([{ setting_key: 'site_title', setting_value: 'Noor Journeys', updated_at: core.clock() }])
    const audit = await core.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'before', 'after'])
      .where('action', '=', 'settings.saved')
      .orderBy('at', 'desc')
      .execute()
    expect(audit[0]).toEqual({
      actor_id: 'admin-1',
      before: { site_title: 'Noor Travels' },
      after: { site_title: 'Noor Journeys' },
    })
  })

  it.each([-1, 1.5, 1_001, '3'])(
    'refuse %j as the number of places from which the shop names them',
    async (few_places) => {
      const change = { few_places: few_places as number }
      const errors = [{ path: 'few_places' }]
      await expect(saveSettings(core, admin, change)).rejects.toMatchObject({ code: 'settings/invalid', errors })
    },
  )

  it('are saved all or none', async () => {
    const change = { site_title: 'Half', currency: 'JPY' as never }
    await expect(saveSettings(core, admin, change)).rejects.toSatisfy((error) => isRefusal(error, 'settings/invalid'))
    expect((await readSettings(core)).site_title).not.toBe('Half')
  })

  it('have the same value under default_currency and display_currency, whichever was saved [C287, A275]', async () => {
    await saveSettings(core, admin, { default_currency: 'GBP' })
    expect(await readPublicSettings(core)).toMatchObject({ display_currency: 'GBP', default_currency: 'GBP' })
    await saveSettings(core, admin, { display_currency: 'EUR' })
    expect(await readPublicSettings(core)).toMatchObject({ display_currency: 'EUR', default_currency: 'EUR' })
  })

  it('fall back to the defaults for display when they cannot be read [C343, A264]', async () => {
    const broken = new Proxy(core.db, {
      get: () => () => {
        throw new Error('connection refused')
      },
    })
    expect(await readSettingsOrDefaults({ ...core, db: broken })).toEqual({ ...defaultSettings, site_names: {} })
    await expect(readRates({ ...core, db: broken })).rejects.toThrow('connection refused')
  })
})

describe('rates', () => {
  it('are the documented ones, converted through the dollar, until others are stored [C289, C290, C291, A280, A285]', async () => {
    const rates = await readRates(core)
    const dollar = money(100_00, 'USD')
    expect(['AED', 'EUR', 'GBP', 'INR'].map((code) => convert(dollar, code, rates)?.minor)).toEqual([
      367_00, 92_00, 79_00, 8_600_00,
    ])
    for (const code of ['AED', 'EUR', 'GBP', 'INR'] as const) {
      const there = convert(dollar, code, rates)
      expect(there && convert(there, 'USD', rates), code).toEqual(dollar)
    }
    expect(convert(money(367_00, 'AED'), 'INR', rates)).toEqual(money(8_600_00, 'INR'))
    expect(convert(money(100, 'XXX'), 'USD', rates)).toBeNull()
  })

  it('are saved under usd_to_inr_rate or by currency, above 0 only [C289]', async () => {
    await saveSettings(core, admin, { usd_to_inr_rate: '90.50' })
    await saveRates(core, admin, { EUR: 0.5 })
    expect(await readDisplayRates(core)).toEqual({ INR: '90.5', USD: '1', EUR: '0.5', GBP: '0.79', AED: '3.67' })
    expect(await readPublicSettings(core)).toMatchObject({ usd_to_inr_rate: '90.5' })
    for (const bad of [{ EUR: '0' }, { USD: '2' }, { JPY: '150' }])
      await expect(saveRates(core, admin, bad)).rejects.toSatisfy((error) => isRefusal(error, 'settings/invalid'))
    expect((await readRates(core)).EUR).toBe('0.5')
  })
})

describe('a second node', () => {
  it('caches settings and drops them when another node saves', async () => {
    const other = database.openCore()
    const heard = vi.fn()
    const stop = await listenForInvalidation(other, heard)
    expect(isListening(other)).toBe(true)
    const first = await readSettings(other)
    expect(await readSettings(other)).toBe(first)
    heard.mockClear()
    await saveSettings(core, admin, { contact_phone: '+971 4 000 1111' })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['settings']))
    expect((await readSettings(other)).contact_phone).toBe('+971 4 000 1111')
    await stop()
    expect(isListening(other)).toBe(false)
  })

  it('drops its cache when it loses the connection, and receives changes again later', async () => {
    const other = database.openCore()
    const heard = vi.fn()
    const stop = await listenForInvalidation(other, heard)
    const first = await readSettings(other)
    heard.mockClear()
    await core.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen safar_cache'",
    )
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['*']))
    await vi.waitFor(() => expect(isListening(other)).toBe(true), { timeout: 10_000 })
    expect(await readSettings(other)).not.toBe(first)
    heard.mockClear()
    await publishInvalidation(core.db, ['catalogue', 'service:1'])
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['catalogue', 'service:1']))
    await stop()
  })

  it('receives nothing from a transaction that was rolled back', async () => {
    const other = database.openCore()
    const heard = vi.fn()
    const stop = await listenForInvalidation(other, heard)
    heard.mockClear()
    await core.db
      .transaction()
      .execute(async (trx) => {
        await publishInvalidation(trx, ['undone'])
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await publishInvalidation(core.db, ['done'])
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(['done']))
    expect(heard).toHaveBeenCalledTimes(1)
    await stop()
  })
})
