import * as z from 'zod'
import { BackupError, type Part } from '../../platform/backup/archive.server.ts'

/** The first part of an archive: what must be known before the rest is used. */
const about = z.strictObject({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The archive's schema: its migrations in order. */
  migrations: z.array(z.strictObject({ name: z.string(), hash: z.string() })).min(1),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1).readonly() })).readonly(),
  /** Identify the SECRET_KEY without revealing it. */
  key_fingerprints: z.array(z.string()).min(1),
})
export type About = z.infer<typeof about>
export const aboutName = 'about.json'

/** The last part: the contents. */
const facts = z.looseObject({
  rows: z.record(z.string(), z.int().min(0)),
  files: z.int().min(0),
  /** Keys of files that were missing in the store. */
  missing: z.array(z.string()),
  /** Keys of files that were erased after the rows were read. */
  erased_meanwhile: z.array(z.string()),
})
export type Facts = z.infer<typeof facts>

export const sequences = z.record(z.string(), z.string().regex(/^\d+$/))
export const sequencesName = 'sequences.json'
export const filesFolder = 'files/'
export const erasuresFolder = 'erasures/'

/**
 * Sessions and one-time links would be a security risk in an archive: everybody signs in again. worker_nodes belongs
 * to one machine; migrations are run, not copied.
 */
export const leftOut = ['sessions', 'sign_in_challenges', 'verifications', 'worker_nodes', 'migrations'] as const

export const jsonPart = (name: string, value: unknown): Part => ({ name, bytes: Buffer.from(JSON.stringify(value)) })
export const readJson = (part: Part): unknown => JSON.parse(Buffer.from(part.bytes).toString())

export function parseAbout(file: string, part: Part | undefined): About {
  const text = part?.name === aboutName ? Buffer.from(part.bytes).toString() : ''
  const json = jsonIn.safeParse(text)
  const parsed = about.safeParse(json.data)
  if (parsed.success) return parsed.data
  const { data: later } = laterFormat.safeParse(json.data)
  throw new BackupError(
    later
      ? `${file} was written by a later version of the shop (format ${later.format}): update the shop first.`
      : `${file} is damaged or not a backup of this shop (it starts differently). Nothing was restored.`,
  )
}
const laterFormat = z.looseObject({ format: z.int().min(2).max(99) })
const jsonIn = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('no JSON')
    return z.NEVER
  }
})
export const parseFacts = (manifest: unknown): Facts => facts.parse(manifest)
