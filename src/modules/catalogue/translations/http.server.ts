import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/request.server.ts'
import type { CatalogueDeps } from '../views.server.ts'
import { saveTranslation } from './commands.server.ts'
import { translationsContract } from './contract.ts'
import { getTranslation, listProgress } from './queries.server.ts'

export function implementTranslations(deps: CatalogueDeps) {
  const os = implement(translationsContract).$context<RequestContext>()
  return {
    languages: os.languages.handler(async ({ input }) => ({ items: await listProgress(deps, input.id) })),
    get: os.get.handler(({ input }) => getTranslation(deps, input)),
    save: os.save.handler(({ input, context }) => saveTranslation(deps, context.caller, input)),
  }
}
