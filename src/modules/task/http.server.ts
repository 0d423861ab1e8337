import { implement } from '@orpc/server'
import type { RequestContext } from '../../platform/request.server.ts'
import { addTask, changeTask, setTaskDeleted, setTaskDone } from './change.server.ts'
import { taskContract } from './contract.ts'
import type { TaskDeps } from './deps.server.ts'
import { listAssignees, listTasks } from './read.server.ts'

export function implementTask(deps: TaskDeps) {
  const os = implement(taskContract).$context<RequestContext>()
  return os.router({
    admin: {
      list: os.admin.list.handler(({ input, context }) => listTasks(deps, context.caller, input)),
      assignees: os.admin.assignees.handler(({ context }) => listAssignees(deps, context.caller)),
      add: os.admin.add.handler(({ input, context }) => addTask(deps, context, input)),
      change: os.admin.change.handler(({ input, context }) => changeTask(deps, context.caller, input)),
      setDone: os.admin.setDone.handler(({ input, context }) => setTaskDone(deps, context.caller, input)),
      remove: os.admin.remove.handler(({ input, context }) =>
        setTaskDeleted(deps, context.caller, { ...input, isDeleted: true }),
      ),
      restore: os.admin.restore.handler(({ input, context }) =>
        setTaskDeleted(deps, context.caller, { ...input, isDeleted: false }),
      ),
    },
  })
}
