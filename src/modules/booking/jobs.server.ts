import type { Jobs } from '../../platform/jobs/worker.server.ts'
import { bulkRunJobs, type RunDeps } from './bulk/run.server.ts'
import { cancelDepartureJob } from './commands/cancel-departure.server.ts'
import { type SettlingDeps, settleCancellation } from './commands/settle-cancellation.server.ts'

export const bookingJobs = (deps: SettlingDeps & RunDeps): Jobs => ({
  ...bulkRunJobs(deps),
  [cancelDepartureJob]: (payload) => settleCancellation(deps, String(payload.id)),
})
