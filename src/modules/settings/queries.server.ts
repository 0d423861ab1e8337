import { currencies, defaultRatesPerUsd, type RatesPerUsd } from '../../kernel/money.ts'
import { remember } from '../../platform/cache-invalidation.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { SettingsForStaff } from './contract.ts'
import { defaultSettings, fillDefaults, type PublicSettings, publicSettings, type ShopSettings } from './rules.ts'
import './tables.server.ts'

/** Every setting, typed, defaults filled in. From memory, else one statement. Throws when the database does. */
export function readSettings(core: Core): Promise<ShopSettings> {
  return remember(core, 'settings', ['settings'], () => readSettingsIn(core.db, core))
}

/** The same in the caller's transaction, never from memory: waiting there for another connection could block the pool. */
export async function readSettingsIn(q: Queryable, core: Pick<Core, 'log'>): Promise<ShopSettings> {
  const { settings, unreadable } = fillDefaults(await storedSettings(q))
  if (unreadable.length > 0) core.log.warn({ keys: unreadable }, 'stored settings that no longer fit: defaults apply')
  return settings
}

/** For what is only shown: the defaults when the settings cannot be read (C343, A264). Never for what is charged. */
export async function readSettingsOrDefaults(core: Core): Promise<ShopSettings> {
  try {
    return await readSettings(core)
  } catch (error) {
    core.log.error({ err: error }, 'settings cannot be read: defaults apply')
    return defaultSettings
  }
}

export async function storedSettings(q: Queryable): Promise<Readonly<Record<string, unknown>>> {
  const rows = await q.selectFrom('settings').select(['setting_key', 'setting_value']).execute()
  return Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value]))
}

/** Units of each currency for one US dollar (D38): stored ones over the spec's. From memory, else one statement. */
export function readRates(core: Core): Promise<RatesPerUsd> {
  return remember(core, 'rates', ['settings'], () => storedRates(core.db))
}

export async function storedRates(q: Queryable): Promise<RatesPerUsd> {
  const rows = await q.selectFrom('exchange_rates').select(['currency', 'per_usd']).execute()
  return {
    ...defaultRatesPerUsd,
    ...Object.fromEntries(rows.map((row) => [row.currency, plain(row.per_usd)])),
    USD: '1',
  }
}
/** '86.50000000' -> '86.5' */
const plain = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** The rates of the shop's currencies as text, as the shop is given them. */
export async function readDisplayRates(core: Core): Promise<Record<string, string>> {
  const rates = await readRates(core)
  return Object.fromEntries(
    currencies.flatMap((code) => (rates[code] === undefined ? [] : [[code, String(rates[code])]])),
  )
}

/** What staff see and change: never from memory, so that what was saved a moment ago on another node is shown. */
export async function readSettingsForStaff(core: Core): Promise<SettingsForStaff> {
  const [settings, rates, saved] = await Promise.all([
    readSettingsIn(core.db, core),
    storedRates(core.db),
    core.db
      .selectFrom('settings')
      .select((eb) => eb.fn.max('updated_at').as('at'))
      .executeTakeFirst(),
  ])
  const shown = Object.fromEntries(currencies.map((code) => [code, String(rates[code])]))
  return { settings, rates: shown, updated_at: saved?.at?.toISOString() ?? null }
}

/** What anybody may read (D12). */
export async function readPublicSettings(core: Core): Promise<PublicSettings> {
  const [settings, rates] = await Promise.all([readSettings(core), readRates(core)])
  return publicSettings(settings, String(rates.INR))
}
