import * as z from 'zod'
import { id, instant, line, localDate, pageInput, procedure } from '../../kernel/contract.ts'
import { staffRoles } from '../../kernel/staff.ts'

const role = z.enum(staffRoles)
const userId = z.string().min(1).max(100)

const member = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  role,
  /** When the newest of the open sessions began; null without one. */
  last_sign_in: instant.nullable(),
  is_you: z.boolean(),
  has_two_factor: z.boolean(),
  /** Why the role cannot be changed or taken: it would leave nobody who runs the shop. */
  fixed: z.enum(['last-owner', 'named-owner']).nullable(),
})
export type StaffMember = z.infer<typeof member>

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  full_name: z.string(),
  role,
  invited_by: z.string(),
  expires_at: instant,
  is_expired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

const staff = z.object({ people: z.array(member), invitations: z.array(invitation) })
export type Staff = z.infer<typeof staff>

const auditEntry = z.object({
  id: z.string(),
  at: instant,
  /** Whose name it was then; `email` is the account's present one, null for the shop itself and visitors. */
  who: z.string(),
  email: z.string().nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  /** Anything that was stored; secrets are masked. */
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditLine = z.infer<typeof auditEntry>

/** What is stored of somebody, by their address. */
const person = z.object({
  email: z.string(),
  has_account: z.boolean(),
  /** Staff are first removed from the staff. */
  is_staff: z.boolean(),
  bookings: z.int(),
  messages: z.int(),
  /** References of bookings that are not over, or about whose money something is still to be decided. */
  open: z.array(z.string()),
})
export type PersonFacts = z.infer<typeof person>
const address = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address'))

const session = z.object({
  id: z.string(),
  started_at: instant,
  expires_at: instant,
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof session>
const done = z.object({ done: z.literal(true) })

export const adminContract = {
  staff: procedure('staff:staff', 'GET /admin/staff', 'Staff, and who was invited').output(staff),
  invite: procedure(
    'staff:staff',
    'POST /admin/staff/invitations',
    'Mails a one-time link to become staff; a new one replaces the one before',
  )
    .input(
      z.strictObject({
        email: address,
        full_name: line(200).refine((given) => given !== '', 'Full name is required'),
        role,
      }),
    )
    .output(staff),
  withdraw: procedure(
    'staff:staff',
    'DELETE /admin/staff/invitations/{invitationId}',
    'Takes an invitation back: its link ends',
  )
    .input(z.strictObject({ invitationId: id }))
    .output(staff),
  changeRole: procedure('staff:staff', 'PUT /admin/staff/{userId}/role', 'Changes what somebody of the staff may do')
    .input(z.strictObject({ userId, role }))
    .output(staff),
  remove: procedure(
    'staff:staff',
    'DELETE /admin/staff/{userId}',
    'Makes somebody of the staff an ordinary customer and ends their sessions',
  )
    .input(z.strictObject({ userId }))
    .output(staff),
  switchOffTwoFactor: procedure(
    'staff:staff',
    'DELETE /admin/staff/{userId}/two-factor',
    'Switches the two-factor sign-in of somebody else off, whose phone is lost, and ends their sessions',
  )
    .input(z.strictObject({ userId }))
    .output(staff),
  // By POST: an address in an address would stand in logs.
  findPerson: procedure('staff:privacy', 'POST /admin/people/lookups', 'What is stored of a person, by e-mail address')
    .input(z.strictObject({ email: address }))
    .output(person),
  erasePerson: procedure(
    'staff:privacy',
    'POST /admin/people/erasures',
    'Erases who somebody was from bookings, messages, reviews, mails and the account, for good',
  )
    .input(
      z.strictObject({
        email: address,
        /** The address once more, as it was typed to confirm. */
        confirmation: line(300),
      }),
    )
    .output(person),
  audit: procedure('staff:staff', 'GET /admin/audit', 'Who changed what, newest first')
    .input(
      z.strictObject({
        ...pageInput,
        /** Part of the name or e-mail address. */
        who: line(100).optional(),
        /** Part of what was done, such as 'booking' or 'refund'. */
        action: line(100).optional(),
        /** Part of what it was done to: its sort or its id. */
        subject: line(100).optional(),
        /** Days in the agency's zone, both included. */
        from: localDate.optional(),
        to: localDate.optional(),
      }),
    )
    .output(z.object({ items: z.array(auditEntry), nextCursor: z.string().nullable() })),
}

export const sessionsContract = {
  list: procedure('customer', 'GET /my/sessions', 'Where the caller is signed in').output(z.array(session)),
  end: procedure('customer', 'DELETE /my/sessions/{sessionId}', 'Ends one of the own sessions')
    .input(z.strictObject({ sessionId: userId }))
    .output(done),
  endOthers: procedure('customer', 'DELETE /my/sessions', 'Ends all own sessions but this one').output(done),
}
