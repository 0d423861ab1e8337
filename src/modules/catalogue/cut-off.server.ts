import { readSettingsOrDefaults } from '../settings/index.server.ts'
import type { ServiceDetail } from './contract.ts'
import type { CatalogueDeps } from './views.server.ts'

/** Omits times inside the back office's cut-off (C170), because booking them would be refused. */
export async function cutOff(deps: CatalogueDeps, service: ServiceDetail): Promise<ServiceDetail> {
  const { cut_off_minutes: minutes } = await readSettingsOrDefaults(deps)
  const noticeMinutes = Math.max(service.schedule.noticeMinutes, minutes)
  return { ...service, schedule: { ...service.schedule, noticeMinutes } }
}
