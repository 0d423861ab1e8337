import type { KindFields, KindRules, ServiceKind } from './kind.ts'
import { needsResources, resourceRulesOf } from './shared/stored-resources.ts'
import { withSchedules } from './shared/stored-schedules.ts'

export interface LoadedKind extends KindFields, KindRules {
  readonly kind: ServiceKind
  readonly key: string
}
export type KindRegistry = {
  readonly all: readonly LoadedKind[]
  readonly find: (key: string) => LoadedKind | undefined
}

/** Here and not in each kind's rules, so that pages, which get the schedule from the server, need not load it. */
const ownSchedule =
  ({ schedule, shared, resourcesPer = 'departure' }: KindRules): KindRules['schedule'] =>
  (service) => {
    const own = withSchedules(service.details, schedule(service))
    if (!needsResources(service.details)) return own
    const { durationMinutes } = shared(service)
    const resources = resourceRulesOf(service.details, { per: resourcesPer, durationMinutes })
    return resources ? { ...own, resources } : own
  }

export async function loadKinds(kinds: readonly ServiceKind[]): Promise<KindRegistry> {
  const all = await Promise.all(
    kinds.map(async (kind): Promise<LoadedKind> => {
      const [{ fields }, { rules }] = await Promise.all([kind.fields(), kind.rules()])
      return { ...fields, ...rules, schedule: ownSchedule(rules), kind, key: kind.key }
    }),
  )
  const byKey = new Map(
    all.flatMap((loaded) => [loaded.key, ...(loaded.kind.keyAliases ?? [])].map((key) => [key, loaded])),
  )
  return { all, find: (key) => byKey.get(key) }
}
