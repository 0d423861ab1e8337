import * as z from 'zod'
import { BackupError, type Part } from '../../platform/backup/archive.server.ts'

/** The first part of an archive: what somebody must know before anything of it is used. */
const about = z.strictObject({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  /** The schema that the rows were taken from, in the order in which it came to be. */
  migrations: z.array(z.strictObject({ name: z.string(), hash: z.string() })).min(1),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1).readonly() })).readonly(),
  /** Tell which SECRET_KEY files and secrets are encrypted under; nothing of it. */
  key_fingerprints: z.array(z.string()).min(1),
})
export type About = z.infer<typeof about>
export const aboutName = 'about.json'

/** The last part: what came along. */
const facts = z.looseObject({
  rows: z.record(z.string(), z.int().min(0)),
  files: z.int().min(0),
  /** Keys of files that the store did not have. */
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
 * Sign-ins and links for one use would be open doors in somebody's drawer, and ended ones would open again: everybody
 * signs in anew. Nodes are of a machine that is gone; migrations are made, not copied.
 */
export const leftOut = ['sessions', 'sign_in_challenges', 'verifications', 'worker_nodes', 'migrations'] as const

export const jsonPart = (name: string, value: unknown): Part => ({ name, bytes: Buffer.from(JSON.stringify(value)) })
export const readJson = (part: Part): unknown => JSON.parse(Buffer.from(part.bytes).toString())

export function parseAbout(file: string, part: Part | undefined): About {
  const text = part?.name === aboutName ? Buffer.from(part.bytes).toString() : ''
  const said = jsonIn.safeParse(text)
  const parsed = about.safeParse(said.data)
  if (parsed.success) return parsed.data
  const { data: later } = laterFormat.safeParse(said.data)
  throw new BackupError(
    later
      ? `${file} was written by a later version of the shop (format ${later.format}): update the shop first.`
      : `${file} is damaged or is no archive of ours (it does not begin like one): nothing of it is used.`,
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
