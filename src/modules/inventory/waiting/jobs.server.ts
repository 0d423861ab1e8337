import type { Jobs, Schedule } from '../../../platform/jobs/worker.server.ts'
import { endTask, offerTask } from './ask-for-offers.server.ts'
import { endWaiting, offerWaiting, sweepWaiting } from './end-offers.server.ts'
import type { WaitingDeps } from './offer-places.server.ts'

const sweepTask = 'sweep-waiting'
export const waitingSchedule: Schedule = [{ task: sweepTask, cron: '* * * * *' }]

export const waitingJobs = (deps: WaitingDeps): Jobs => ({
  [offerTask]: (payload) => offerWaiting(deps, payload),
  [endTask]: ({ departureId }) => endWaiting(deps, String(departureId)),
  [sweepTask]: () => sweepWaiting(deps),
})
