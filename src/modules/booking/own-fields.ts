/** Fields of a kind in requests. */
import * as z from 'zod'
import { text as message } from './text.ts'

const nestsWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => nestsWithin(each, levels - 1)))

/** Three times what fifty travellers with every field of any kind need. */
const maxFields = 3_000
/** Counts the values, and stops after `max`. */
function countFields(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) {
    if (count > max) break
    count += countFields((value as Record<string, unknown>)[key], max - count)
  }
  return count
}

/** The kind validates its own fields. These bounds protect the code that walks through them from deep or huge input. */
export const ownFields = z
  .record(z.string(), z.unknown())
  .refine((fields) => nestsWithin(fields, 8), { error: message('errors.tooDeep'), abort: true })
  .refine((fields) => countFields(fields, maxFields) <= maxFields, {
    error: message('errors.tooManyFields'),
    abort: true,
  })
