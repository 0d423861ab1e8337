import { sql } from 'kysely'
import { addHours } from '../../../kernel/dates.ts'
import { mailboxOf } from '../../../kernel/email.ts'
import { isRefusal, Refusal } from '../../../kernel/refusal.ts'
import type { Core } from '../../../platform/core.server.ts'
import { newId, randomDigits } from '../../../platform/crypto/keyring.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import { deleteOld } from '../../../platform/retention.server.ts'
import { readSettings } from '../../settings/index.server.ts'
import { issueBookingToken } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { trackingHref } from '../hrefs.ts'
import { readPhone } from '../phone.server.ts'
import { withShownTitles } from '../queries/shown-titles.server.ts'
import { normalizeEmail, normalizeReference } from '../rules/reference.ts'
import type { BookingRecord } from '../tables.server.ts'
import '../events.ts'

export const codeMinutes = 15
const maxListed = 20
/** A code has six digits, so five guesses find one in 200,000. */
const guesses = { name: 'recovery-guess', hits: 5, seconds: 24 * 3_600 }
/** Mails to one mailbox, whoever asks. The daily limit leaves 50 guesses a day at the codes of one customer. */
const mails = [
  { name: 'booking-link-mail', hits: 5, seconds: 3_600 },
  { name: 'booking-link-mail-day', hits: 10, seconds: 24 * 3_600 },
]
const purpose = 'booking-recovery'

type Addressed = Pick<BookingRecord, 'id' | 'customer_email'>

/** Mails the link of the booking to its address. Says nothing about whether there is such a booking. */
export async function mailBookingLink(
  deps: BookingDeps,
  { reference, email }: { reference: string; email: string },
): Promise<void> {
  const booking = await deps.db
    .selectFrom('bookings')
    .select(['id', 'customer_email'])
    .where('booking_reference', '=', normalizeReference(reference) ?? '')
    .where('customer_email', '=', normalizeEmail(email) ?? '')
    .executeTakeFirst()
  if (!booking || !(await mayMail(deps, booking.customer_email))) return
  const now = deps.clock()
  await deps.db.transaction().execute((trx) => emitEvent(trx, 'booking.link-requested', { bookingId: booking.id }, now))
}

/**
 * Mails a one-time code to the address of the newest booking with this email or phone. Without one, nothing is mailed
 * and the answer is the same. Returns the id of the recovery.
 */
export async function startRecovery(deps: BookingDeps, contact: string): Promise<string> {
  const newest = await findNewest(deps, contact)
  // Without a match the same statements run, so that the response time reveals nothing.
  const isAllowed = await mayMail(deps, newest?.customer_email ?? contact)
  const booking = newest && isAllowed ? newest : null
  const now = deps.clock()
  const [id, code] = [newId(now), randomDigits(6)]
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('booking_recoveries')
      .values({
        ...{
          id,
          booking_id: booking?.id ?? null,
          code_digest: deps.keys.sign(purpose, signedText(id, code, booking?.customer_email)),
        },
        ...{ expires_at: addHours(now, codeMinutes / 60), created_at: now },
      })
      .execute()
    await emitEvent(trx, 'booking.recovery-requested', { bookingId: booking?.id ?? null, code }, now)
  })
  return id
}

/** Three statements. Refuses 'booking/wrong-code', also for an old or used code, and 'limit/too-many' guesses. */
export async function finishRecovery(deps: BookingDeps, { recoveryId, code }: { recoveryId: string; code: string }) {
  await countHit(deps, guesses, recoveryId)
  const now = deps.clock()
  const booking = await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('booking_recoveries as recovery')
      .leftJoin('bookings as booking', 'booking.id', 'recovery.booking_id')
      .select(['recovery.code_digest', 'recovery.expires_at', 'recovery.used_at', 'booking.customer_email'])
      .where('recovery.id', '=', recoveryId)
      .forUpdate('recovery')
      .executeTakeFirst()
    const given = signedText(recoveryId, code.replace(/\D/g, ''), row?.customer_email)
    const isRight = row !== undefined && deps.keys.isSigned(purpose, given, row.code_digest)
    if (!isRight || row.customer_email === null || row.used_at !== null || row.expires_at <= now)
      throw new Refusal('booking/wrong-code')
    await trx.updateTable('booking_recoveries').set({ used_at: now }).where('id', '=', recoveryId).execute()
    return { email: row.customer_email }
  })
  const { token_days } = await readSettings(deps)
  const rows = await deps.db
    .selectFrom('bookings')
    .select(['id', 'booking_reference', 'service_title', 'travel_date', 'time_zone', 'booking_status'])
    .where('customer_email', '=', booking.email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()
  return (await withShownTitles(deps, rows)).map(({ time_zone, ...row }) => ({
    ...row,
    href: trackingHref(row.id, issueBookingToken(deps, { ...row, time_zone }, token_days)),
  }))
}

async function findNewest(deps: BookingDeps, contact: string): Promise<Addressed | null> {
  const isEmail = contact.includes('@')
  const wanted = isEmail ? normalizeEmail(contact) : readPhone(contact)
  if (!wanted) return null
  const booking = await deps.db
    .selectFrom('bookings')
    .select(['id', 'customer_email'])
    .where(isEmail ? 'customer_email' : 'customer_phone', '=', wanted)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return booking ?? null
}

/** False when the mailbox got too many mails; the visitor sees the same answer. */
async function mayMail(deps: BookingDeps, email: string): Promise<boolean> {
  const mailbox = deps.keys.sign(purpose, mailboxOf(email))
  try {
    for (const limit of mails) await countHit(deps, limit, mailbox)
    return true
  } catch (error) {
    if (isRefusal(error, 'limit/too-many')) return false
    throw error
  }
}

/** Names the address, so that a code ends when the address of the booking changes or is erased. */
const signedText = (id: string, code: string, email: string | null | undefined): string =>
  `${id}:${code}:${email ?? ''}`

/** Deletes codes that have expired. */
export async function purgeRecoveries({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  await deleteOld({ db }, { table: 'booking_recoveries', isOld: sql`expires_at < ${clock()}` })
}
