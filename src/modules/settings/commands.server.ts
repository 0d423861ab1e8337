import { isShopCurrency, type RatesPerUsd } from '../../kernel/money.ts'
import { type FieldError, Refusal } from '../../kernel/refusal.ts'
import { mayEnter } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { readRates, readSettings, storedRates, storedSettings } from './queries.server.ts'
import {
  badRate,
  defaultSettings,
  readPatch,
  readRate,
  type SettingKey,
  type SettingsPatch,
  type ShopSettings,
} from './rules.ts'

const tags = ['settings']

/**
 * Stores the settings and rates given, all or none. Refuses 'settings/invalid' with field errors; a rate's path is its
 * currency ('EUR').
 */
export async function saveSettings(
  core: Core,
  caller: Caller,
  patch: SettingsPatch,
  rates: RatesPerUsd = {},
): Promise<ShopSettings> {
  const read = readPatch(patch)
  const errors = [...read.errors, ...rateErrors(rates)]
  if (!('settings' in read) || errors.length > 0) throw new Refusal('settings/invalid', {}, errors)
  await core.db.transaction().execute(async (trx) => {
    await storeSettings(trx, core, caller, read.settings)
    await storeRates(trx, core, caller, { ...(read.inrRate !== null && { INR: read.inrRate }), ...rates })
    await publishInvalidation(trx, tags)
  })
  dropHere(core, tags)
  return readSettings(core)
}

async function storeSettings(trx: Trx, core: Core, caller: Caller, settings: Partial<ShopSettings>): Promise<void> {
  const keys = Object.keys(settings) as SettingKey[]
  if (keys.length === 0) return
  const now = core.clock()
  const before = await storedSettings(trx)
  requireOwner(caller, settings, before)
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

/** How staff sign in is decided by who answers for the staff, not by everybody who may change settings. */
function requireOwner(
  caller: Caller,
  settings: Partial<ShopSettings>,
  before: Readonly<Record<string, unknown>>,
): void {
  const wanted = settings.staff_two_factor
  const now = before.staff_two_factor ?? defaultSettings.staff_two_factor
  if (wanted === undefined || wanted === now || mayEnter(caller.role, 'staff')) return
  throw new Refusal('settings/invalid', {}, [{ path: 'staff_two_factor', message: 'Only an owner can change this' }])
}

const rateErrors = (rates: RatesPerUsd): FieldError[] =>
  Object.entries(rates).flatMap(([code, rate]) =>
    !isShopCurrency(code) || code === 'USD'
      ? [{ path: code, message: 'There is no rate to set for this currency' }]
      : readRate(rate) === null
        ? [{ path: code, message: badRate }]
        : [],
  )

/** Stores rates against one US dollar. Refuses as saveSettings does. */
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
