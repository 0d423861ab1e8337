import { type CatalogueDeps, emptyTrash } from '../modules/catalogue/index.server.ts'
import { emptyContentTrash } from '../modules/content/index.server.ts'
import { emptyPromoTrash } from '../modules/promo/index.server.ts'
import type { Jobs, Schedule } from '../platform/jobs/worker.server.ts'

const task = 'empty-trash'
export const trashSchedule: Schedule = [{ task, cron: '53 * * * *' }]

/** Deletes for good what has been in the trash for 30 days. */
export const trashJobs = (deps: CatalogueDeps): Jobs => ({
  [task]: async () => {
    await emptyTrash(deps)
    await emptyContentTrash(deps)
    await emptyPromoTrash(deps)
  },
})
