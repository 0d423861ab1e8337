import * as z from 'zod'
import { chosenDay, id, instant, line, pageInput, procedure } from '../../kernel/contract.ts'
import { isPersonName } from '../../kernel/person-name.ts'
import { staffRoles } from '../../kernel/staff.ts'
import { auditThingNames } from './audit-rules.ts'
import { text } from './text.ts'

const role = z.enum(staffRoles)
const userId = z.string().min(1).max(100)

const member = z.object({
  id: z.string(),
  full_name: z.string(),
  email: z.string(),
  role,
  /** The start of the newest open session; null without one. */
  last_sign_in: instant.nullable(),
  is_you: z.boolean(),
  has_two_factor: z.boolean(),
  /** Why the role cannot change. */
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
  /** The name at that time. `email` is the present one, null for the shop itself and visitors. */
  who: z.string(),
  email: z.string().nullable(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  /** Secrets are masked. */
  before: z.unknown(),
  after: z.unknown(),
  /** What the entry is about today, or its last known title when it is gone; null where it has none. */
  subject: z
    .object({
      title: z.string(),
      exists: z.boolean(),
      /** Of an item. */
      kind: z.string().nullable(),
      currency: z.string().nullable(),
      /** Of a departure. */
      service_id: z.string().nullable(),
    })
    .nullable(),
  /** Titles of the ids within `before` and `after`. */
  names: z.record(z.string(), z.string()),
  /** Of a bulk action: how many entries it consists of (at most 10,000 are counted), and how it ended. */
  parts: z.object({ count: z.int(), outcome: z.unknown() }).nullable(),
})
export type AuditLine = z.infer<typeof auditEntry>

const person = z.object({
  email: z.string(),
  has_account: z.boolean(),
  /** Staff cannot be erased before they are removed from the staff. */
  is_staff: z.boolean(),
  bookings: z.int(),
  messages: z.int(),
  /** Entries on waiting lists. */
  waiting: z.int(),
  /** References of bookings that are not over or whose payment is not settled. */
  open: z.array(z.string()),
})
export type PersonFacts = z.infer<typeof person>
const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email(text('fields.emailInvalid')))

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
  staff: procedure('staff:staff', 'GET /admin/staff', 'Staff and open invitations').output(staff),
  invite: procedure(
    'staff:staff',
    'POST /admin/staff/invitations',
    'Mails a one-time invitation link and returns it; a new one replaces the previous one',
  )
    .input(
      z.strictObject({
        email: address,
        full_name: line(200)
          .refine((value) => value !== '', text('fields.fullName'))
          .refine(isPersonName, text('fields.nameOnly')),
        role,
      }),
    )
    .output(
      staff.extend({
        /** The one-time link, shown to the inviting owner only now. */
        link: z.url(),
      }),
    ),
  withdraw: procedure(
    'staff:staff',
    'DELETE /admin/staff/invitations/{invitationId}',
    'Withdraws an invitation; its link stops working',
  )
    .input(z.strictObject({ invitationId: id }))
    .output(staff),
  changeRole: procedure('staff:staff', 'PUT /admin/staff/{userId}/role', 'Changes the role of a staff member')
    .input(z.strictObject({ userId, role }))
    .output(staff),
  remove: procedure(
    'staff:staff',
    'DELETE /admin/staff/{userId}',
    'Removes a staff member, who becomes a customer, and ends their sessions',
  )
    .input(z.strictObject({ userId }))
    .output(staff),
  switchOffTwoFactor: procedure(
    'staff:staff',
    'DELETE /admin/staff/{userId}/two-factor',
    'Switches off the two-factor sign-in of a staff member who lost the phone, and ends their sessions',
  )
    .input(z.strictObject({ userId }))
    .output(staff),
  // POST, because URLs end up in logs.
  findPerson: procedure(
    'staff:privacy',
    'POST /admin/people/lookups',
    'Counts the stored data of a person, by email address',
  )
    .input(z.strictObject({ email: address }))
    .output(person),
  exportPerson: procedure(
    'staff:privacy',
    'POST /admin/people/exports',
    'Everything that is stored about a person, as one HTML file that also has the data as JSON',
  )
    .input(z.strictObject({ email: address }))
    .output(z.object({ file_name: z.string(), html: z.string() })),
  erasePerson: procedure(
    'staff:privacy',
    'POST /admin/people/erasures',
    'Erases personal data from bookings, messages, reviews, mails and the account, for good',
  )
    .input(
      z.strictObject({
        email: address,
        /** The address typed again. */
        confirmation: line(300),
      }),
    )
    .output(person),
  audit: procedure('staff:staff', 'GET /admin/audit', 'Who changed what, newest first')
    .input(
      z.strictObject({
        ...pageInput,
        /** A user's id, or 'shop' for what the shop did by itself. */
        person: line(100).optional(),
        thing: z.enum(auditThingNames).optional(),
        /** The entries of one bulk action, by its subject_id. Otherwise a bulk action is one entry. */
        part_of: line(100).optional(),
        /** Part of the name or email address. */
        who: line(100).optional(),
        /** Part of the action, such as 'booking' or 'refund'. */
        action: line(100).optional(),
        /** Part of the type or id of the subject; the parts of bulk actions are listed too. */
        subject: line(100).optional(),
        /** Days in the agency's time zone, both included. */
        from: chosenDay.optional(),
        to: chosenDay.optional(),
      }),
    )
    .output(z.object({ items: z.array(auditEntry), nextCursor: z.string().nullable() })),
}

export const sessionsContract = {
  list: procedure('customer', 'GET /my/sessions', 'Your sessions').output(z.array(session)),
  end: procedure('customer', 'DELETE /my/sessions/{sessionId}', 'Ends one of your sessions')
    .input(z.strictObject({ sessionId: userId }))
    .output(done),
  endOthers: procedure('customer', 'DELETE /my/sessions', 'Ends all your other sessions').output(done),
}
