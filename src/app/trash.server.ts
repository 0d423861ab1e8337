import { type CatalogueDeps, emptyTrash } from '../modules/catalogue/index.server.ts'
import { emptyContentTrash } from '../modules/content/index.server.ts'
import { emptyPromoTrash } from '../modules/promo/index.server.ts'
import type { Jobs, Schedule } from '../platform/jobs/worker.server.ts'

const task = 'empty-trash'
export const trashSchedule: Schedule = [{ task, cron: '53 * * * *' }]

/** Deletes for good what has been in the trash for 30 days. A room that fails does not keep the others from it. */
export const trashJobs = (deps: CatalogueDeps): Jobs => ({
  [task]: async () => {
    const failures: unknown[] = []
    for (const empty of [emptyTrash, emptyContentTrash, emptyPromoTrash])
      await empty(deps).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
  },
})
