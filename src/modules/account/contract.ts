import * as z from 'zod'
import { line, procedure } from '../../kernel/contract.ts'
import { staffAreas, staffRoles } from '../../kernel/staff.ts'
import { adminContract, sessionsContract } from './staff-contract.ts'
import { twoFactorContract } from './two-factor-contract.ts'

const roles = ['customer', ...staffRoles] as const

export const profile = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  /** Always agrees with the role (D15): true for all staff. */
  is_admin: z.boolean(),
  /** What the role opens in the back office; nothing while it waits for two-factor sign-in. */
  areas: z.array(z.enum(staffAreas)),
  /** Two-factor sign-in has to be set up first: until then the server refuses everything else of the back office. */
  must_set_up_two_factor: z.boolean(),
  email_verified: z.boolean(),
})
export type Profile = z.infer<typeof profile>

/** Sign-up, sign-in, sign-out, verification and reset are Better Auth's routes under /api/auth. */
export type { AuditLine, Invitation, OwnSession, PersonFacts, Staff, StaffMember } from './staff-contract.ts'
export type { TwoFactorSetup, TwoFactorState } from './two-factor-contract.ts'

export const accountContract = {
  session: procedure('public', 'GET /session', 'Who is signed in; null for a visitor').output(
    z.object({ user: profile.nullable() }),
  ),
  saveProfile: procedure('customer', 'PATCH /profile', 'Changes full name and phone of the own profile, nothing else')
    .input(z.strictObject({ full_name: line(200), phone: line(40).nullable() }))
    .output(profile),
  sessions: sessionsContract,
  twoFactor: twoFactorContract,
  admin: adminContract,
}
