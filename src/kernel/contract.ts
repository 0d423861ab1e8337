/**
 * The words that every room's `contract.ts` is written in: who may call, and the shapes that all share. A contract is
 * the one truth: called in process while a page is rendered, over /rpc by the shop's own pages, and as plain REST
 * under /api by integrators (with OpenAPI). The browser takes only its types.
 */
import { oc } from '@orpc/contract'
import * as z from 'zod'
import { isLocalDate, isLocalTime } from './dates.ts'
import { type StaffArea, staffAreas } from './staff.ts'

/** Who may call a procedure or route. Deny by default: one that declares nothing does not start. */
export type Access = 'public' | 'customer' | `staff:${StaffArea}`
export const accessLevels: readonly Access[] = [
  'public',
  'customer',
  ...staffAreas.map((area): Access => `staff:${area}`),
]
export type ProcedureMeta = { access?: Access /** A write that honours Idempotency-Key. */; idempotent?: boolean }

const base = oc.$meta<ProcedureMeta>({})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A procedure: who may call it, and its REST address under /api, such as 'GET /services/{kind}'. */
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
export const localDate = z.string().refine(isLocalDate, 'Use a date as YYYY-MM-DD')
export const localTime = z.string().refine(isLocalTime, 'Use a time as HH:mm')
/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime()
export const id = z.uuid()
/** Text that people type: trimmed, no control characters but line breaks and tabs, no half of a letter. */
export const text = (max: number) =>
  z
    .string()
    .max(max * 4)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .refine((value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value), 'Remove the control characters')
    .refine((value) => value.isWellFormed(), 'Remove the half of a letter')
    .transform((value) => value.trim())
    .refine((value) => value.length <= max, `Use at most ${max} characters`)
/** One line of such a text. */
export const line = (max: number) => text(max).refine((value) => !/[\r\n]/.test(value), 'Use one line')

/** Keyset paging: give back `nextCursor` as `cursor` for the next page. */
export const pageInput = {
  limit: z.coerce.number().int().min(1).max(100).default(24),
  cursor: z.string().max(500).optional(),
}
