import type { KindFields, KindRules, ServiceKind } from './kind.ts'

/** A kind with its schemas and rules in memory: what the server works with. */
export interface LoadedKind extends KindFields, KindRules {
  readonly kind: ServiceKind
  readonly key: string
}
export type KindRegistry = {
  readonly all: readonly LoadedKind[]
  /** By key or accepted alias. */
  readonly find: (key: string) => LoadedKind | undefined
}

/** Loads fields and rules of every kind given; the app passes `kinds`, a test may add one of its own. */
export async function loadKinds(kinds: readonly ServiceKind[]): Promise<KindRegistry> {
  const all = await Promise.all(
    kinds.map(async (kind): Promise<LoadedKind> => {
      const [{ fields }, { rules }] = await Promise.all([kind.fields(), kind.rules()])
      return { ...fields, ...rules, kind, key: kind.key }
    }),
  )
  const byKey = new Map(
    all.flatMap((loaded) => [loaded.key, ...(loaded.kind.keyAliases ?? [])].map((key) => [key, loaded])),
  )
  return { all, find: (key) => byKey.get(key) }
}
