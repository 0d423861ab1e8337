import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { contentContract } from './contract.ts'
import { type ContentDeps, getPage, readChrome, readHome } from './queries.server.ts'

export function implementContent(deps: ContentDeps) {
  const os = implement(contentContract).$context<RequestContext>()
  return os.router({
    chrome: os.chrome.handler(() => readChrome(deps)),
    home: os.home.handler(() => readHome(deps)),
    page: os.page.handler(({ input }) => getPage(deps, input.slug)),
  })
}
