import * as z from 'zod'
import { instant, procedure } from '../../kernel/contract.ts'

const state = z.object({
  is_on: z.boolean(),
  since: instant.nullable(),
  recovery_codes_left: z.int(),
  /** The owner wants it of everybody: without it the back office stays closed. */
  is_required: z.boolean(),
})
export type TwoFactorState = z.infer<typeof state>

const setup = z.object({
  /** For typing: base32 in groups of four. Shown now and never again. */
  key: z.string(),
  /** A square of `size` by `size`; `path` draws its dark parts. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type TwoFactorSetup = z.infer<typeof setup>

const codes = z.object({
  /** Each for one use. Shown now and never again. */
  recovery_codes: z.array(z.string()),
})
const password = z.string().min(1, 'Password is required').max(1000)
/** Of the app (six digits), or a recovery code. */
const code = z.string().trim().min(1, 'Please enter the code').max(40, 'This code is too long')

/** For whoever has a role in the back office, also while it still waits for this. */
export const twoFactorContract = {
  state: procedure('customer', 'GET /my/two-factor', 'Whether the own sign-in asks for a code').output(state),
  start: procedure('customer', 'POST /my/two-factor/start', 'A new key for an authenticator app; nothing is on yet')
    .input(z.strictObject({ password }))
    .output(setup),
  confirm: procedure(
    'customer',
    'POST /my/two-factor/confirm',
    'Turns it on with a first code, ends the other own sessions, gives the recovery codes',
  )
    .input(z.strictObject({ code }))
    .output(codes),
  renewCodes: procedure('customer', 'POST /my/two-factor/recovery-codes', 'New recovery codes; the old ones end')
    .input(z.strictObject({ password, code }))
    .output(codes),
  turnOff: procedure('customer', 'POST /my/two-factor/turn-off', 'Turns the own two-factor sign-in off')
    .input(z.strictObject({ password, code }))
    .output(state),
}
