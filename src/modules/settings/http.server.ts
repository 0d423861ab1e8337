import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { saveSettings } from './commands.server.ts'
import { settingsContract } from './contract.ts'
import { readPublicSettings, readSettingsForStaff } from './queries.server.ts'
import type { SettingsPatch } from './rules.ts'
import { hideSetup, openTheShop, readSetup, type SetupDeps, skipStep } from './setup/checklist.server.ts'

export function implementSettings(deps: SetupDeps) {
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
    setup: {
      get: os.setup.get.handler(() => readSetup(deps)),
      skip: os.setup.skip.handler(({ input, context }) => skipStep(deps, context.caller, input)),
      hide: os.setup.hide.handler(({ input, context }) => hideSetup(deps, context.caller, input.hidden)),
      open: os.setup.open.handler(({ input, context }) => openTheShop(deps, context.caller, input)),
    },
  })
}
