import { implement } from '@orpc/server'
import type { Core } from '../../platform/core.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { settingsContract } from './contract.ts'
import { readPublicSettings } from './queries.server.ts'

/** Settings as everybody may read them: the allow-list only (D12). */
export function implementSettings(deps: Core) {
  const os = implement(settingsContract).$context<RequestContext>()
  return os.router({ get: os.get.handler(() => readPublicSettings(deps)) })
}
