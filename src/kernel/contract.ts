/**
 * The vocabulary of every room's `contract.ts`: access levels and shared schemas. A contract serves three callers:
 * pages being rendered (in process), our own pages (/rpc), and integrators (REST under /api, with OpenAPI). The
 * browser imports only its types.
 */
import { oc } from '@orpc/contract'
import * as z from 'zod'
import { isLocalDate, isLocalTime } from './dates.ts'
import { type StaffArea, staffAreas } from './staff.ts'
import { text as message } from './text.ts'

/** Who may call a procedure or route. Deny by default: one that declares nothing does not start. */
export type Access = 'public' | 'customer' | `staff:${StaffArea}`
export const accessLevels: readonly Access[] = [
  'public',
  'customer',
  ...staffAreas.map((area): Access => `staff:${area}`),
]
export type ProcedureMeta = {
  access?: Access
  /** A write that honours Idempotency-Key. */
  idempotent?: boolean
  /** Only reads, although it is called by POST. */
  readsOnly?: boolean
  /** A public GET whose answer is the same for everybody: served from memory until one of the tags is dropped. */
  shared?: SharedAnswer
  /** Shows or sells the offer: refused to visitors while the shop is closed. */
  closes?: true
}
export type SharedAnswer = {
  readonly tags: readonly string[]
  /** Parameters of few values. An address with others, such as free text, is answered anew. */
  readonly query: readonly string[]
}

const base = oc.$meta<ProcedureMeta>({})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** Declares a procedure: its access level and its REST address under /api, such as 'GET /services/{kind}'. */
export function procedure(
  access: Access,
  route: `${Method} /${string}`,
  summary: string,
  meta: Omit<ProcedureMeta, 'access'> = {},
) {
  const [method, path] = route.split(' ') as [Method, `/${string}`]
  const inputStructure = 'compact' as const
  return base.meta({ access, ...meta }).route({ method, path, summary, tags: [access], inputStructure })
}

/** An amount: whole minor units (paise, fils, cents) and the ISO 4217 code. */
export const moneySchema = z.strictObject({ minor: z.int(), currency: z.string().regex(/^[A-Z]{3}$/) })
export const localDate = z.string().refine(isLocalDate, message('fields.date'))
/** A day that people choose. The days around it that are computed and stored have years of four digits too. */
export const chosenDay = localDate.refine((day) => day >= '1900-01-01' && day < '3000-01-01', message('fields.date'))
export const localTime = z.string().refine(isLocalTime, message('fields.time'))
/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime()
export const id = z.uuid()
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
/** Typed text: trimmed, without control characters (except line breaks and tabs) and lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 4)
    .refine((value) => !controlCharacter.test(value), message('fields.controlCharacters'))
    .refine((value) => value.isWellFormed(), message('fields.brokenCharacter'))
    .transform((value) => value.trim())
    .refine((value) => value.length <= max, message('fields.tooLong', { max }))
/** A single line of typed text. */
export const line = (max: number) => text(max).refine((value) => !/[\r\n]/.test(value), message('fields.oneLine'))

/** A picture (kernel/pictures). */
export const pictureAddress = z
  .string()
  .describe(
    'A name of the picture set or an address. It may end with the alt text, percent-encoded: #alt=..., or ~alt=... where it has a fragment.',
  )

/** Keyset pagination: pass `nextCursor` as `cursor` to get the next page. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(500).optional(),
}
