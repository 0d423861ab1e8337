import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/request.server.ts'
import { settingTranslationsContract, translationsContract } from './contract.ts'
import { getTranslation, listProgress, saveTranslation } from './edit.server.ts'
import { siteId } from './rules.ts'
import type { SubjectDeps } from './subjects.server.ts'

export function implementTranslations(deps: SubjectDeps) {
  const os = implement(translationsContract).$context<RequestContext>()
  return {
    languages: os.languages.handler(({ input }) => listProgress(deps, input)),
    get: os.get.handler(({ input }) => getTranslation(deps, input)),
    save: os.save.handler(({ input, context }) => saveTranslation(deps, context.caller, input)),
  }
}

const site = { subject: 'settings', id: siteId } as const
export function implementSettingTranslations(deps: SubjectDeps) {
  const os = implement(settingTranslationsContract).$context<RequestContext>()
  return {
    languages: os.languages.handler(() => listProgress(deps, site)),
    get: os.get.handler(({ input }) => getTranslation(deps, { ...input, ...site })),
    save: os.save.handler(({ input, context }) => saveTranslation(deps, context.caller, { ...input, ...site })),
  }
}
