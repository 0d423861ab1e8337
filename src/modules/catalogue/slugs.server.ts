import { sql } from 'kysely'
import { Refusal } from '../../kernel/refusal.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { pickSlugs, type SlugRequest, slugsToAsk } from './slugs.ts'
import { text } from './text.ts'
import './tables.server.ts'

const maxReach = 1_024

/**
 * Chooses slugs (D126): a slug stays when the title changes; a new one is unique among all slugs the kind ever had.
 * Returns a slug or the refusal 'catalogue/slug-taken' for each request. Two statements, or more if many numbers of a
 * name are taken.
 */
export async function chooseSlugs(
  trx: Trx,
  kind: string,
  requests: readonly SlugRequest[],
): Promise<(string | Refusal)[]> {
  let picked = pickSlugs(requests, new Map())
  if (picked.assumed.length > 0) {
    // Serialises slug choices per kind.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`slugs:${kind}`}, 0))`.execute(trx)
    const owners = new Map<string, string | null>()
    for (let reach = 4; picked.assumed.length > 0; reach = Math.min(4 * reach, maxReach)) {
      await askOwners(trx, kind, slugsToAsk(picked.assumed, reach), owners)
      picked = pickSlugs(requests, owners)
    }
  }
  return picked.slugs.map((slug) => slug ?? slugTaken())
}

const slugTaken = () => new Refusal('catalogue/slug-taken', {}, [{ path: 'slug', message: text('editing.slugTaken') }])

async function askOwners(
  trx: Trx,
  kind: string,
  slugs: readonly string[],
  owners: Map<string, string | null>,
): Promise<void> {
  const { rows } = await sql<{ slug: string; service_id: string }>`select slug, service_id from service_slugs
    where kind = ${kind} and slug = any (${slugs}::text[])`.execute(trx)
  for (const slug of slugs) owners.set(slug, null)
  for (const { slug, service_id } of rows) owners.set(slug, service_id)
}
