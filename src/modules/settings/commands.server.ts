import { sql } from 'kysely'
import { isShopCurrency, type RatesPerUsd } from '../../kernel/money.ts'
import { type FieldError, Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { forgetLanguages, readRates, readSettings, storedRates, storedSettings } from './queries.server.ts'
import {
  badRate,
  defaultSettings,
  readPatch,
  readRate,
  type SettingKey,
  type SettingsPatch,
  type ShopSettings,
} from './rules.ts'
import { text } from './text.ts'

const tags = ['settings']

/**
 * Stores settings and rates in one transaction. Throws 'settings/invalid' with field errors; the path of a rate is its
 * currency ('EUR').
 */
export async function saveSettings(
  core: Core,
  caller: Caller,
  patch: SettingsPatch,
  rates: RatesPerUsd = {},
): Promise<ShopSettings> {
  const parsed = readPatch(patch)
  const errors = [...parsed.errors, ...rateErrors(rates)]
  if (!('settings' in parsed) || errors.length > 0) throw new Refusal('settings/invalid', {}, errors)
  await core.db.transaction().execute(async (trx) => {
    await storeSettings(trx, core, caller, parsed.settings)
    await storeRates(trx, core, caller, { ...(parsed.inrRate !== null && { INR: parsed.inrRate }), ...rates })
    await publishInvalidation(trx, tags)
  })
  dropHere(core, tags)
  forgetLanguages(core)
  return readSettings(core)
}

/** In the caller's transaction, with its audit entry; the caller publishes the invalidation. */
export async function storeSettings(
  trx: Trx,
  core: Core,
  caller: Caller,
  settings: Partial<ShopSettings>,
): Promise<void> {
  const keys = Object.keys(settings) as SettingKey[]
  if (keys.length === 0) return
  const now = core.clock()
  const before = await storedSettings(trx)
  requireOwner(caller, settings, before)
  await requireZoneOfDatabase(trx, settings.time_zone)
  const rows = keys.map((key) => ({
    setting_key: key,
    setting_value: JSON.stringify(settings[key]),
    updated_at: now,
  }))
  await trx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('setting_key').doUpdateSet((eb) => ({
        setting_value: eb.ref('excluded.setting_value'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
  const was = Object.fromEntries(keys.map((key) => [key, key in before ? before[key] : defaultSettings[key]]))
  const entry = { action: 'settings.saved', subjectType: 'settings', subjectId: 'site', before: was, after: settings }
  await writeAudit(trx, caller, entry, now)
}

/** Only owners may change how staff sign in. */
function requireOwner(
  caller: Caller,
  settings: Partial<ShopSettings>,
  before: Readonly<Record<string, unknown>>,
): void {
  const wanted = settings.staff_two_factor
  const now = before.staff_two_factor ?? defaultSettings.staff_two_factor
  if (wanted === undefined || wanted === now || mayEnter(caller.role, 'staff')) return
  throw new Refusal('settings/invalid', {}, [{ path: 'staff_two_factor', message: text('fields.ownerOnly') }])
}

/** The database computes dates in this zone, and its list of zones may be older than ours. */
async function requireZoneOfDatabase(trx: Trx, zone: string | undefined): Promise<void> {
  if (zone === undefined) return
  const { rows } = await sql`select 1 from pg_timezone_names where name = ${zone}`.execute(trx)
  if (rows.length > 0) return
  throw new Refusal('settings/invalid', {}, [{ path: 'time_zone', message: text('fields.timeZoneOfDatabase') }])
}

const rateErrors = (rates: RatesPerUsd): FieldError[] =>
  Object.entries(rates).flatMap(([code, rate]) =>
    !isShopCurrency(code) || code === 'USD'
      ? [{ path: code, message: text('fields.noRate') }]
      : readRate(rate) === null
        ? [{ path: code, message: badRate }]
        : [],
  )

export async function saveRates(core: Core, caller: Caller, rates: RatesPerUsd): Promise<RatesPerUsd> {
  await saveSettings(core, caller, {}, rates)
  return readRates(core)
}

async function storeRates(trx: Trx, core: Core, caller: Caller, rates: RatesPerUsd): Promise<void> {
  const codes = Object.keys(rates)
  if (codes.length === 0) return
  const now = core.clock()
  const before = await storedRates(trx)
  await trx
    .insertInto('exchange_rates')
    .values(codes.map((currency) => ({ currency, per_usd: String(readRate(rates[currency])), updated_at: now })))
    .onConflict((conflict) =>
      conflict.column('currency').doUpdateSet((eb) => ({
        per_usd: eb.ref('excluded.per_usd'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
  const was = Object.fromEntries(codes.map((code) => [code, before[code] ?? null]))
  await writeAudit(
    trx,
    caller,
    { action: 'rates.saved', subjectType: 'settings', subjectId: 'rates', before: was, after: rates },
    now,
  )
}
