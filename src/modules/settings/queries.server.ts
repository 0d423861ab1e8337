import { sql } from 'kysely'
import { dateIn, type LocalDate } from '../../kernel/dates.ts'
import type { LanguageOffer } from '../../kernel/language.ts'
import { currencies, defaultRatesPerUsd, type RatesPerUsd } from '../../kernel/money.ts'
import { trimEnd } from '../../kernel/trim.ts'
import { recall, remember } from '../../platform/cache-invalidation.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { SettingsForStaff } from './contract.ts'
import { defaultSettings, fillDefaults, languagesOf, type PublicSettings, publicSettings } from './rules.ts'
import { type ShopState, shopStateOf } from './setup/rules.ts'
import type { NamedSettings } from './site-name.ts'
import './tables.server.ts'

interface StoredShop {
  readonly settings: NamedSettings
  readonly state: ShopState
}
const cacheKey = 'settings'

/** From the cache, else one statement. Throws when the database does. */
const readShop = (core: Core): Promise<StoredShop> =>
  remember(core, cacheKey, ['settings'], () => loadShop(core.db, core))

/** Every setting, typed, with defaults filled in. From the cache, else one statement. Throws when the database does. */
export const readSettings = async (core: Core): Promise<NamedSettings> => (await readShop(core)).settings

/** Whether the shop is open to visitors. From the cache, else one statement. Throws when the database does. */
export const readShopState = async (core: Core): Promise<ShopState> => (await readShop(core)).state

/** The settings for use inside a transaction: from memory if they are at hand, else read on its connection. */
export async function readSettingsIn(q: Queryable, core: Pick<Core, 'log' | 'pool'>): Promise<NamedSettings> {
  return (recall<StoredShop>(core, cacheKey) ?? (await loadShop(q, core))).settings
}

/** No setting has these keys. */
const [openingKey, namesKey] = ['shop_opening', 'site_names']

async function loadShop(q: Queryable, core: Pick<Core, 'log'>): Promise<StoredShop> {
  const { rows } = await sql<{ setting_key: string; setting_value: unknown }>`
    select setting_key, setting_value from settings
    union all select ${openingKey}, to_jsonb(opened_at is not null) from shop_opening
    union all select ${namesKey}, jsonb_object_agg(language, name) from site_names`.execute(q)
  const stored = Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value]))
  const { settings, unreadable } = fillDefaults(stored)
  if (unreadable.length > 0) core.log.warn({ keys: unreadable }, 'stored settings that no longer fit: defaults apply')
  const opening = openingKey in stored ? { hasOpened: stored[openingKey] === true } : null
  const site_names = (stored[namesKey] ?? {}) as NamedSettings['site_names']
  return { settings: { ...settings, site_names }, state: shopStateOf(opening, settings.maintenance_mode) }
}

/** For display only: the defaults when the settings cannot be read (C343, A264). Never use it for charges. */
export async function readSettingsOrDefaults(core: Core): Promise<NamedSettings> {
  try {
    return await readSettings(core)
  } catch (error) {
    core.log.error({ err: error }, 'settings cannot be read: defaults apply')
    return { ...defaultSettings, site_names: {} }
  }
}

type ReadOffer = { readonly offer: Promise<LanguageOffer>; readonly readAt: number }
const offers = new WeakMap<Core['pool'], ReadOffer>()
/** How long an offer is used while the cache is empty or off. */
const offerMilliseconds = 30_000

/**
 * What visitors can choose, for every request: from the cache; while it is empty, at most one statement every 30 seconds.
 * Never rejects: while the settings cannot be read, the last known ones apply.
 */
export async function readLanguages(core: Core): Promise<LanguageOffer> {
  const cached = recall<StoredShop>(core, cacheKey)?.settings
  const last = offers.get(core.pool)
  if (!cached && last && performance.now() - last.readAt < offerMilliseconds) return last.offer
  const before = last?.offer ?? languagesOf(defaultSettings)
  const offer = cached ? Promise.resolve(languagesOf(cached)) : readSettings(core).then(languagesOf, () => before)
  offers.set(core.pool, { offer, readAt: performance.now() })
  return offer
}
export const forgetLanguages = ({ pool }: Pick<Core, 'pool'>): boolean => offers.delete(pool)

/** IANA name of the agency's time zone. From the cache, else one statement. Throws when the database does. */
export const readTimeZone = async (core: Core): Promise<string> => (await readSettings(core)).time_zone
/** The time zone for display only: the default when the settings cannot be read. */
export const readDisplayZone = async (core: Core): Promise<string> => (await readSettingsOrDefaults(core)).time_zone
export const readToday = async (core: Core): Promise<LocalDate> => dateIn(await readTimeZone(core), core.clock())

export async function storedSettings(q: Queryable): Promise<Readonly<Record<string, unknown>>> {
  const rows = await q.selectFrom('settings').select(['setting_key', 'setting_value']).execute()
  return Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value]))
}

/**
 * Units of each currency for one US dollar (D38): stored rates over the specification's. From the cache, else one
 * statement.
 */
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
const plain = (decimal: string): string => (decimal.includes('.') ? trimEnd(trimEnd(decimal, '0'), '.') : decimal)

export async function readDisplayRates(core: Core): Promise<Record<string, string>> {
  const rates = await readRates(core)
  return Object.fromEntries(
    currencies.flatMap((code) => (rates[code] === undefined ? [] : [[code, String(rates[code])]])),
  )
}

/** The settings for the back office. Never from the cache, so that a save on another node shows at once. */
export async function readSettingsForStaff(core: Core): Promise<SettingsForStaff> {
  const [shop, rates, saved] = await Promise.all([
    loadShop(core.db, core),
    storedRates(core.db),
    core.db
      .selectFrom('settings')
      .select((eb) => eb.fn.max('updated_at').as('at'))
      .executeTakeFirst(),
  ])
  const { site_names: _, ...settings } = shop.settings
  const shown = Object.fromEntries(currencies.map((code) => [code, String(rates[code])]))
  return { settings, rates: shown, updated_at: saved?.at?.toISOString() ?? null }
}

export async function readPublicSettings(core: Core): Promise<PublicSettings> {
  const [settings, rates] = await Promise.all([readSettings(core), readRates(core)])
  return publicSettings(settings, String(rates.INR))
}
