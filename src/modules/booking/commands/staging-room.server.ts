import { sql } from 'kysely'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { type FilesDeps, forgetFiles, maxStagedBytes, maxStagedBytesPerVisitor } from '../../files/index.server.ts'

/** Keyed marks of the uploader's address; '' for staff. */
export type Uploader = Readonly<{ network: string; site: string }>

/** Each round takes from one network; a few suffice unless the largest ones hold tiny files only. */
const maxRounds = 50

/**
 * Makes room for an upload of `size` bytes before a booking. When the total is used up, it erases the oldest files of the
 * largest sites, and never those of a smaller uploader. Returns the storage keys of erased files, for removeForgotten
 * after the commit. Refuses 'file/staged-quota' and 'file/store-full'. Parallel uploads wait for each other.
 */
export async function makeStagingRoom(
  trx: Trx,
  deps: Pick<FilesDeps, 'clock' | 'log'>,
  upload: Uploader & { readonly size: number },
): Promise<readonly string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('staged-documents'))`.execute(trx)
  const { size } = upload
  const used = await readUse(trx, upload)
  if (upload.network !== '' && used.network + size > maxStagedBytesPerVisitor)
    throw new Refusal('file/staged-quota', { retryAfter: 3_600 })
  const evicted: string[] = []
  let missing = used.all + size - maxStagedBytes
  for (let round = 0; missing > 0 && round < maxRounds; round++) {
    const taken = await evictOldest(trx, upload, { size, missing, ...used })
    if (taken.length === 0) break
    missing -= taken.reduce((sum, { size_bytes: bytes }) => sum + bytes, 0)
    evicted.push(...taken.map(({ file_id: id }) => id))
  }
  if (missing > 0) throw new Refusal('file/store-full', { retryAfter: 3_600 })
  if (evicted.length === 0) return []
  deps.log.warn({ files: evicted.length }, 'uploads without a booking gave way: their room is used up')
  return forgetFiles(trx, deps, evicted)
}

type Use = Readonly<{ all: number; site: number; network: number }>

const siteColumn = sql<string>`coalesce(nullif(uploaded_site, ''), uploaded_from)`

/** Bytes of everybody, of the uploader's site and of their network. */
async function readUse(trx: Trx, { network, site }: Uploader): Promise<Use> {
  const { rows } = await sql<Use>`
    select coalesce(sum(size_bytes), 0)::bigint as all,
      coalesce(sum(size_bytes) filter (where ${siteColumn} = ${site}), 0)::bigint as site,
      coalesce(sum(size_bytes) filter (where uploaded_from = ${network}), 0)::bigint as network
    from staged_documents`.execute(trx)
  return rows[0] ?? { all: 0, site: 0, network: 0 }
}

/**
 * Deletes the oldest files of one network, as many as are missing: the largest network of the largest site that holds
 * more than the uploader's would. Files that are being booked now, and those of staff, stay.
 */
async function evictOldest(trx: Trx, { network, site }: Uploader, need: Use & { size: number; missing: number }) {
  const isStaff = network === ''
  const { rows } = await sql<{ file_id: string; size_bytes: number }>`
    with held as (
      select file_id, size_bytes, created_at, uploaded_from, ${siteColumn} as site,
        sum(size_bytes) over (partition by ${siteColumn}) as site_bytes,
        sum(size_bytes) over (partition by uploaded_from) as network_bytes
      from staged_documents where uploaded_from <> ''
    ), largest as (
      select uploaded_from from held
      where case when site = ${site} then network_bytes > ${isStaff ? 0 : need.network + need.size}::bigint
        else site_bytes > ${isStaff ? 0 : need.site + need.size}::bigint end
      order by site_bytes desc, network_bytes desc limit 1
    ), oldest as (
      select file_id, sum(size_bytes) over (order by created_at, file_id) - size_bytes as before
      from held where uploaded_from = (select uploaded_from from largest)
    ), free as (
      select file_id from staged_documents
      where file_id in (select file_id from oldest where before < ${need.missing}::bigint)
      for update skip locked
    )
    delete from staged_documents where file_id in (select file_id from free) returning file_id, size_bytes`.execute(trx)
  return rows
}
