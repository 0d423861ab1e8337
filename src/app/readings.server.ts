import { longestMailWait } from '../modules/mail/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import type { Jobs } from '../platform/jobs/worker.server.ts'
import type { RoomReadings } from '../web/metrics.server.ts'

/** What the rooms tell the metrics. */
export const readingsOf = (core: Core, jobs: Jobs): RoomReadings => ({
  tasks: Object.keys(jobs),
  mailWaiting: () => longestMailWait(core),
})
