import { todayOf } from '../../modules/booking/index.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import type { Passport } from '../../services/shared/nationality-rules.ts'
import type { TravelLimits } from '../../services/shared/travellers.ts'
import { limitsOf } from '../../services/visa/rules.ts'
import { useNow } from '../intl/dates.ts'

/** Null until the page is alive: a cached page may be read on another day. */
export function useLimits(service: ServiceDetail, passport: Passport): TravelLimits | null {
  const now = useNow()
  return now && limitsOf(service, todayOf(service.schedule, { now, cutOffMinutes: 0 }), { passport })
}
