// The stored fields of cancellation terms. The calculation is in cancellation.ts, so that pages need not load the
// schemas.
import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import type { CancellationStep } from './cancellation.ts'
import { readStep, termsObjection } from './cancellation-steps.ts'
import { readLines } from './inputs.ts'
import { text } from './text.ts'

const badStep = text('fields.cancellation.badStep')

const step = z.strictObject({ days: z.number(badStep), percent: z.number(badStep) })
const given = () =>
  z.union(
    [
      z.array(z.union([step, z.string().check(z.maxLength(100))])).check(z.maxLength(50)),
      z.string().check(z.maxLength(2000)),
    ],
    badStep,
  )

/** Steps as stored, or lines such as '30 = 100'; the most days first. */
const cancellationTerms = () =>
  z._default(
    z.pipe(
      given(),
      z.transform((value, context): CancellationStep[] => {
        const lines = typeof value === 'string' ? readLines(value) : value
        const parsed = lines.map((line) => (typeof line === 'string' ? readStep(line) : line))
        const steps = parsed.filter((one) => one !== null)
        const message = steps.length < parsed.length ? badStep : termsObjection(steps)
        if (message !== null) context.issues.push({ code: 'custom', message, input: value })
        return steps
      }),
    ),
    [],
  )

export const cancellation = () => ({ cancellation_terms: cancellationTerms() })
export const cancellationSpec: FieldSpec = {
  name: 'cancellation_terms',
  label: text('fields.cancellation.label'),
  group: 'details',
  input: 'terms',
  hint: text('fields.cancellation.hint'),
}

type Promised = { readonly free_cancellation: boolean; readonly cancellation_terms: readonly CancellationStep[] }
/** Rejects an item that promises free cancellation while its terms withhold money from the first day. */
export const keepsItsPromise = z.refine<Promised>(
  ({ free_cancellation, cancellation_terms: [first] }) =>
    !free_cancellation || first === undefined || first.percent === 100,
  {
    path: ['cancellation_terms'],
    message: text('fields.cancellation.free'),
  },
)
