import * as z from 'zod'
import { line, procedure } from '../../kernel/contract.ts'
import { knownLanguages } from '../../kernel/language.ts'
import { staffAreas, staffRoles } from '../../kernel/staff.ts'
import { adminContract, sessionsContract } from './staff-contract.ts'
import { text } from './text.ts'
import { twoFactorContract } from './two-factor-contract.ts'

const roles = ['customer', ...staffRoles] as const

export const profile = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  /** True for all staff (D15). */
  is_admin: z.boolean(),
  /** The back-office areas of the role; none until a required two-factor sign-in is set up. */
  areas: z.array(z.enum(staffAreas)),
  /** Until then the server refuses the rest of the back office. */
  must_set_up_two_factor: z.boolean(),
  email_verified: z.boolean(),
})
export type Profile = z.infer<typeof profile>

/** Sign-up, sign-in, sign-out, verification and reset are the forms under /api/auth (`http.server.ts`). */
export type { AuditLine, Invitation, OwnSession, PersonFacts, Staff, StaffMember } from './staff-contract.ts'
export type { TwoFactorSetup, TwoFactorState } from './two-factor-contract.ts'

const onlyLanguage = ({ phone, language }: { phone?: unknown; language?: unknown }): boolean =>
  phone === undefined && language !== undefined

export const accountContract = {
  session: procedure('public', 'GET /session', 'Who is signed in; null for a visitor').output(
    z.object({ user: profile.nullable() }),
  ),
  saveProfile: procedure('customer', 'PATCH /profile', 'Changes the full name, phone or language of the signed-in user')
    .input(
      z
        .strictObject({
          full_name: line(200).optional(),
          phone: line(40).nullable().optional(),
          language: z.enum(knownLanguages).optional(),
        })
        .refine((change) => change.full_name !== undefined || onlyLanguage(change), {
          path: ['full_name'],
          error: text('fields.fullName'),
        }),
    )
    .output(profile),
  sessions: sessionsContract,
  twoFactor: twoFactorContract,
  admin: adminContract,
}
