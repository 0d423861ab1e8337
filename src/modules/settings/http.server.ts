import { implement } from '@orpc/server'
import type { Core } from '../../platform/core.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { saveSettings } from './commands.server.ts'
import { settingsContract } from './contract.ts'
import { readPublicSettings, readSettingsForStaff } from './queries.server.ts'
import type { SettingsPatch } from './rules.ts'

/** Settings as everybody may read them (the allow-list only, D12), and as staff read and save them. */
export function implementSettings(deps: Core) {
  const os = implement(settingsContract).$context<RequestContext>()
  return os.router({
    get: os.get.handler(() => readPublicSettings(deps)),
    admin: {
      get: os.admin.get.handler(() => readSettingsForStaff(deps)),
      save: os.admin.save.handler(async ({ input, context }) => {
        // Each key and value is checked by the command, which says of each what is wrong.
        await saveSettings(deps, context.caller, input.settings as SettingsPatch, input.rates)
        return readSettingsForStaff(deps)
      }),
    },
  })
}
