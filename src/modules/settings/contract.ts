import * as z from 'zod'
import { instant, procedure } from '../../kernel/contract.ts'
import { settingsSchema } from './rules.ts'
import { setupContract } from './setup/contract.ts'

export type { Setup } from './setup/contract.ts'

export const settingsForStaff = z.object({
  settings: settingsSchema,
  /** Units of each currency for one US dollar, as plain decimals. */
  rates: z.record(z.string(), z.string()),
  updated_at: instant.nullable(),
})
export type SettingsForStaff = z.infer<typeof settingsForStaff>

export const settingsContract = {
  get: procedure('public', 'GET /settings', 'Settings that anybody may read, by their key (setting_key)').output(
    z.record(z.string(), z.unknown()),
  ),
  admin: {
    get: procedure('staff:settings', 'GET /admin/settings', 'Every setting and exchange rate').output(settingsForStaff),
    save: procedure('staff:settings', 'PUT /admin/settings', 'Saves the settings and rates given, all or none')
      .input(
        z.strictObject({
          /** Only the changed settings, by setting_key. `default_currency` and `usd_to_inr_rate` are accepted too. */
          settings: z.record(z.string().max(60), z.unknown()).default({}),
          rates: z.record(z.string().max(3), z.union([z.string().max(30), z.number()])).default({}),
        }),
      )
      .output(settingsForStaff),
  },
  setup: setupContract,
}
