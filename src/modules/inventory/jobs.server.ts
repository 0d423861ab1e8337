import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { daysAheadJobs, daysAheadSchedule } from './days-ahead.server.ts'
import { offeredJobs, offeredSchedule } from './offered.server.ts'
import { waitingJobs, waitingSchedule } from './waiting/jobs.server.ts'

export const inventoryJobs = (deps: CatalogueDeps): Jobs => ({
  ...daysAheadJobs(deps),
  ...offeredJobs(deps),
  ...waitingJobs(deps),
})
export const inventorySchedule: Schedule = [...daysAheadSchedule, ...offeredSchedule, ...waitingSchedule]
