import { implement } from '@orpc/server'
import type { Core } from '../../platform/core.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { saveSettings } from './commands.server.ts'
import { settingsContract } from './contract.ts'
import { readPublicSettings, readSettingsForStaff } from './queries.server.ts'
import type { SettingsPatch } from './rules.ts'

export function implementSettings(deps: Core) {
  const os = implement(settingsContract).$context<RequestContext>()
  return os.router({
    get: os.get.handler(() => readPublicSettings(deps)),
    admin: {
      get: os.admin.get.handler(() => readSettingsForStaff(deps)),
      save: os.admin.save.handler(async ({ input, context }) => {
        // The command validates each key and value, and reports every error.
        await saveSettings(deps, context.caller, input.settings as SettingsPatch, input.rates)
        return readSettingsForStaff(deps)
      }),
    },
  })
}
