import { newId } from '../../src/platform/crypto/keyring.server.ts'
import type { StoredResource } from '../../src/services/shared/stored-resources.ts'
import type { SeedDeps } from './world.server.ts'

const boat = { name: 'Yacht Al Bahri', type: 'boat', units: 1, seats: 10 } as const
const vans = { name: 'Vans', type: 'vehicle', units: 4, seats: 6 } as const
const coaches = { name: 'Coaches', type: 'vehicle', units: 2, seats: 50 } as const

type Need = Pick<StoredResource, 'setup_minutes' | 'turnaround_minutes'> & { readonly of: { readonly name: string } }
const crewed: Need = { of: boat, setup_minutes: 60, turnaround_minutes: 60 }
const driven = (of: Need['of']): Need => ({ of, setup_minutes: 15, turnaround_minutes: 30 })

/** What items need, by their slug. */
const needs: Readonly<Record<string, Need>> = {
  'yacht-morning-from-dubai-marina': crewed,
  'musandam-dhow-and-snorkelling-day': crewed,
  'dubai-airport-to-city': driven(vans),
  'dubai-to-abu-dhabi': driven(vans),
  'airport-to-palm-and-marina-hotels': driven(vans),
  'abu-dhabi-airport-to-dubai': driven(coaches),
  'dubai-to-sharjah-and-ajman': driven(coaches),
}

/** Adds a boat that two tours share, and the pools of the transfers. Returns what the item of a slug needs. */
export async function seedResources(deps: SeedDeps): Promise<(slug: string) => readonly StoredResource[]> {
  const now = deps.clock()
  const stored = [boat, vans, coaches].map((resource) => ({
    ...resource,
    id: newId(now),
    created_at: now,
    updated_at: now,
  }))
  await deps.db.insertInto('resources').values(stored).execute()
  const idOf = new Map<string, string>(stored.map(({ name, id }) => [name, id]))
  return (slug) => {
    const { of, ...times } = needs[slug] ?? { of: null }
    const id = of && idOf.get(of.name)
    return id ? [{ resource_id: id, minutes: null, setup_minutes: 0, turnaround_minutes: 0, ...times }] : []
  }
}
