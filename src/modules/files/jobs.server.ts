import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/database.server.ts'
import { addJob } from '../../platform/jobs/events.server.ts'
import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import { drawMissing } from './picture-drawings.server.ts'
import type { FilesDeps } from './tables.server.ts'

const drawJob = 'draw-picture'
const findJob = 'find-undrawn-pictures'
const jobKey = (id: string): string => `${drawJob}:${id}`

/** One queue for all nodes: two pictures are never drawn at once. */
export const drawLater = (q: Queryable, id: string): Promise<void> =>
  addJob(q, drawJob, { id }, { key: jobKey(id), queue: drawJob })

export const pictureJobs = (deps: FilesDeps): Jobs => ({
  [drawJob]: async ({ id }) => drawOne(deps, String(id)),
  [findJob]: () => queueUndrawn(deps),
})
export const pictureSchedule: Schedule = [{ task: findJob, cron: '*/10 * * * *' }]

/** Some seconds' work; safe to repeat. */
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

const atOnce = 200
/**
 * Pictures that nobody is going to draw: those of the time before, and those of a restored archive whose queue was
 * empty. One that was given up is known to the queue, and left.
 */
async function queueUndrawn(deps: FilesDeps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from pictures as p
    where drawn_at is null
      and not exists (select from graphile_worker.jobs as j where j.key = ${`${drawJob}:`} || p.id)
    order by id desc limit ${atOnce}`.execute(deps.db)
  for (const { id } of rows) await drawLater(deps.db, id)
}
