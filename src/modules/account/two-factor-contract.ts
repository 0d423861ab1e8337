import * as z from 'zod'
import { instant, procedure } from '../../kernel/contract.ts'
import { text } from './text.ts'

const state = z.object({
  is_on: z.boolean(),
  since: instant.nullable(),
  recovery_codes_left: z.int(),
  /** All staff must use it: without it the back office stays closed. */
  is_required: z.boolean(),
})
export type TwoFactorState = z.infer<typeof state>

const setup = z.object({
  /** For typing: base32 in groups of four. Shown only once. */
  key: z.string(),
  /** An SVG path of the dark modules in a square of `size` by `size`. */
  qr: z.object({ size: z.int(), path: z.string() }),
})
export type TwoFactorSetup = z.infer<typeof setup>

const codes = z.object({
  /** Each works once. Shown only once. */
  recovery_codes: z.array(z.string()),
})
const password = z.string().min(1, text('fields.password')).max(1000)
/** Six digits of the app, or a recovery code. */
const code = z.string().trim().min(1, text('fields.code')).max(40, text('fields.codeLong'))

/** For staff, also while their role waits for two-factor sign-in. */
export const twoFactorContract = {
  state: procedure('customer', 'GET /my/two-factor', 'The state of your two-factor sign-in').output(state),
  start: procedure(
    'customer',
    'POST /my/two-factor/start',
    'Creates a key for an authenticator app; a first code activates it',
  )
    .input(z.strictObject({ password }))
    .output(setup),
  confirm: procedure(
    'customer',
    'POST /my/two-factor/confirm',
    'Activates two-factor sign-in with a first code, ends your other sessions and returns recovery codes',
  )
    .input(z.strictObject({ code }))
    .output(codes),
  renewCodes: procedure('customer', 'POST /my/two-factor/recovery-codes', 'Replaces the recovery codes')
    .input(z.strictObject({ password, code }))
    .output(codes),
  turnOff: procedure('customer', 'POST /my/two-factor/turn-off', 'Turns off your two-factor sign-in')
    .input(z.strictObject({ password, code }))
    .output(state),
}
