import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import { drawMissing } from './picture-drawings.server.ts'
import type { FilesDeps } from './tables.server.ts'

const drawJob = 'draw-picture'
const findJob = 'find-undrawn-pictures'
const jobKey = (id: string): string => `${drawJob}:${id}`

/** One queue for all nodes: pictures are resized one at a time. */
export const drawLater = (q: Queryable, id: string): Promise<void> =>
  addJob(q, drawJob, { id }, { key: jobKey(id), queue: drawJob })

export const pictureJobs = (deps: FilesDeps): Jobs => ({
  [drawJob]: async ({ id }) => drawOne(deps, String(id)),
  [findJob]: () => queueUndrawn(deps),
})
export const pictureSchedule: Schedule = [{ task: findJob, cron: '*/10 * * * *' }]

/** Takes some seconds; safe to repeat. */
async function drawOne(deps: FilesDeps, id: string): Promise<void> {
  const picture = await deps.db
    .selectFrom('pictures')
    .select('width')
    .where('id', '=', id)
    .where('drawn_at', 'is', null)
    .executeTakeFirst()
  if (!picture) return
  await drawMissing(deps, id, picture.width)
  await deps.db.updateTable('pictures').set({ drawn_at: deps.clock() }).where('id', '=', id).execute()
}

const batchSize = 200
/**
 * Queues pictures that have neither renditions nor a job, e.g. after a restore. Jobs that failed for good stay in the
 * queue and are not repeated.
 */
async function queueUndrawn(deps: FilesDeps): Promise<void> {
  const pictures = await deps.db
    .selectFrom('pictures')
    .select('id')
    .where('drawn_at', 'is', null)
    .where(
      ({ ref }) => sql<boolean>`not exists (
      select from graphile_worker.jobs as job where job.key = ${jobKey('')} || ${ref('pictures.id')})`,
    )
    .orderBy('id', 'desc')
    .limit(batchSize)
    .execute()
  for (const { id } of pictures) await drawLater(deps.db, id)
}
