/** What a customer wrote about a booking, for its timeline: messages and copied answers. Replies are there as mails. */
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.server.ts'
import '../tables.server.ts'

export interface BookingLine {
  readonly id: string
  readonly at: Date
  readonly name: 'message-received' | 'answer-added'
  readonly text: string
  /** Who copied an answer. */
  readonly author: string | null
}
interface Wanted {
  readonly bookingId: string
  readonly limit: number
  /** Only lines before this instant, and at the instant itself those with a smaller id, if one is given. */
  readonly before: { readonly at: Date; readonly idBelow: string | null } | null
}

/** Newest first. One statement. */
export async function listBookingLines(q: Queryable, wanted: Wanted): Promise<readonly BookingLine[]> {
  const { rows } = await sql<BookingLine>`
    select line.id, line.at, line.name, line.text, line.author from (
      select id, created_at as at, 'message-received' as name, message as text, null as author
      from contact_messages where booking_id = ${wanted.bookingId}
      union all
      select entry.id, entry.created_at, 'answer-added', entry.text, entry.author_name
      from enquiry_entries as entry join contact_messages as enquiry on enquiry.id = entry.enquiry_id
      where enquiry.booking_id = ${wanted.bookingId} and entry.kind = 'answer' and entry.deleted_at is null
    ) as line
    where ${conditionOf(wanted.before)}
    order by line.at desc, line.id desc limit ${wanted.limit}`.execute(q)
  return rows
}

function conditionOf(before: Wanted['before']) {
  if (before === null) return sql<boolean>`true`
  const { at, idBelow } = before
  return idBelow === null ? sql<boolean>`line.at < ${at}` : sql<boolean>`(line.at, line.id) < (${at}, ${idBelow}::uuid)`
}
