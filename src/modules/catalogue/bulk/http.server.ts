import { implement } from '@orpc/server'
import type { RequestContext } from '../../../platform/request.server.ts'
import type { CatalogueDeps } from '../views.server.ts'
import { commitUpload, mapUpload } from './commands.server.ts'
import { uploadContract } from './contract.ts'
import { listRows, viewUpload } from './queries.server.ts'
import { undoUpload } from './undo.server.ts'
import { listImports, listLeft } from './undo-queries.server.ts'

export function implementUploads(deps: CatalogueDeps) {
  const os = implement(uploadContract).$context<RequestContext>()
  return {
    get: os.get.handler(({ input }) => viewUpload(deps, input.uploadId)),
    rows: os.rows.handler(({ input }) => listRows(deps, input)),
    check: os.check.handler(({ input }) => mapUpload(deps, input)),
    commit: os.commit.handler(({ input, context }) => commitUpload(deps, context.caller, input.uploadId)),
    list: os.list.handler(() => listImports(deps)),
    undo: os.undo.handler(({ input, context }) => undoUpload(deps, context.caller, input.uploadId)),
    left: os.left.handler(({ input }) => listLeft(deps, input)),
  }
}
