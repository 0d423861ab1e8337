// What is kept of an item's cancellation terms; what they come to is cancellation.ts, which pages fetch without the schemas.
import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import type { CancellationStep } from './cancellation.ts'
import { readStep, termsObjection } from './cancellation-steps.ts'
import { readLines } from './inputs.ts'

const badStep = 'Please enter days and percent, such as 30 = 100'

const step = z.strictObject({ days: z.number(badStep), percent: z.number(badStep) })
const given = () =>
  z.union(
    [
      z.array(z.union([step, z.string().check(z.maxLength(100))])).check(z.maxLength(50)),
      z.string().check(z.maxLength(2000)),
    ],
    badStep,
  )

/** Steps as they are stored, or lines such as '30 = 100'; the most days first. */
const cancellationTerms = () =>
  z._default(
    z.pipe(
      given(),
      z.transform((value, context): CancellationStep[] => {
        const lines = typeof value === 'string' ? readLines(value) : value
        const read = lines.map((line) => (typeof line === 'string' ? readStep(line) : line))
        const steps = read.filter((one) => one !== null)
        const message = steps.length < read.length ? badStep : termsObjection(steps)
        if (message !== null) context.issues.push({ code: 'custom', message, input: value })
        return steps
      }),
    ),
    [],
  )

export const cancellation = () => ({ cancellation_terms: cancellationTerms() })
export const cancellationSpec: FieldSpec = {
  name: 'cancellation_terms',
  label: 'Cancellation terms',
  group: 'details',
  input: 'terms',
  hint: 'What goes back of what was paid; nothing after the last step. Without steps staff decide, or all goes back until the start where free cancellation is on.',
}

type Promised = { readonly free_cancellation: boolean; readonly cancellation_terms: readonly CancellationStep[] }
/** An item is not called freely cancellable while its own terms keep money back from the first day on. */
export const keepsItsPromise = z.refine<Promised>(
  ({ free_cancellation, cancellation_terms: [first] }) =>
    !free_cancellation || first === undefined || first.percent === 100,
  {
    path: ['cancellation_terms'],
    message: 'Free cancellation is on: the first step has to give 100% back, or switch it off',
  },
)
