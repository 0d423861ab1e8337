import * as z from 'zod'
import { instant, procedure } from '../../../kernel/contract.ts'
import { setupSteps } from './rules.ts'

const step = z.enum(setupSteps)

const setup = z.object({
  /** What visitors get: 'soon' until the shop opens for the first time. */
  state: z.enum(['open', 'soon', 'maintenance']),
  /** Null before the opening, and for a shop that was open from the start. */
  opened_at: instant.nullable(),
  steps: z.array(z.object({ step, is_required: z.boolean(), is_done: z.boolean(), is_skipped: z.boolean() })),
  /** The dashboard shows the checklist. */
  is_on_dashboard: z.boolean(),
  /** Whether mail reaches people, as in the mail room. */
  delivery: z.string(),
  /** Payments are not real. */
  is_sandbox: z.boolean(),
  /** The public address of the shop. */
  shop_url: z.string(),
})
export type Setup = z.infer<typeof setup>

export const setupContract = {
  get: procedure('staff:settings', 'GET /admin/setup', 'The setup checklist, and whether the shop is open').output(
    setup,
  ),
  skip: procedure('staff:settings', 'PUT /admin/setup/steps/{step}', 'Leaves a step of the checklist for later')
    .input(z.strictObject({ step, skipped: z.boolean() }))
    .output(setup),
  hide: procedure('staff:settings', 'PUT /admin/setup/card', 'Takes the checklist off the dashboard, or puts it back')
    .input(z.strictObject({ hidden: z.boolean() }))
    .output(setup),
  open: procedure(
    'staff:settings',
    'POST /admin/setup/opening',
    'Opens the shop to the public, also one that is closed for maintenance',
  )
    .input(
      z
        .strictObject({
          /** Opens although required steps are missing. */
          anyway: z.boolean().default(false),
        })
        .default({ anyway: false }),
    )
    .output(setup),
}
