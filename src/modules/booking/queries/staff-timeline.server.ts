import { sql } from 'kysely'
import * as z from 'zod'
import { decodeCursor, encodeCursor } from '../../../kernel/cursor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { isStaffRole } from '../../../kernel/staff.ts'
import { selectAudit } from '../../../platform/audit.server.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { fileViews } from '../../files/index.server.ts'
import { bookingMails } from '../../mail/index.server.ts'
import { getBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { type StaffTimelineLine, timelineSources } from '../staff-timeline-contract.ts'
import '../tables.server.ts'

/** A file of another room, such as a proof of payment. */
export interface NamedFile {
  readonly fileId: string
  readonly name: string
}
/** The files of a booking that other rooms store. */
export type FindOtherFiles = (q: Queryable, bookingId: string) => Promise<readonly NamedFile[]>

/** What the customer wrote about a booking, which another room stores. Newest first. */
export type FindMessages = (
  q: Queryable,
  wanted: {
    readonly bookingId: string
    readonly limit: number
    /** Only those before this instant, and at the instant itself those with a smaller id, if one is given. */
    readonly before: { readonly at: Date; readonly idBelow: string | null } | null
  },
) => Promise<
  readonly {
    readonly id: string
    readonly at: Date
    readonly name: string
    readonly text: string
    /** Who of the staff copied it; null: the customer sent it. */
    readonly author: string | null
  }[]
>
export interface TimelineSources {
  readonly findOtherFiles: FindOtherFiles
  readonly findMessages: FindMessages
}

interface Request {
  readonly bookingId: string
  readonly limit: number
  readonly cursor?: string | undefined
}
/** Newest first; at one instant by source, then by id. */
interface Place {
  readonly at: Date
  readonly rank: number
  readonly id: string
}
interface Entry extends Place {
  readonly line: StaffTimelineLine
}

/** What staff do besides changing the booking; its history and its mails have the rest. */
const shownActions = [
  'booking.notes-saved',
  'booking.payment-link',
  'booking.tracker-link',
  'booking.documents-link',
  'payment.checked',
  'payment.review-closed',
  'payment.proof-changed',
  ...['task.added', 'task.changed', 'task.done', 'task.reopened', 'task.deleted', 'task.restored', 'task.unassigned'],
]
const place = z.tuple([
  z.iso.datetime(),
  z
    .int()
    .min(0)
    .max(timelineSources.length - 1),
  z.uuid().or(z.string().regex(/^\d{1,18}$/)),
])

/**
 * One page of a booking's timeline. At most nine statements; those for events, actions, mails, views and messages
 * read at most `limit` + 1 rows. Refuses 'booking/not-found', 'list/bad-cursor'.
 */
export async function readStaffTimeline(
  deps: BookingDeps,
  { findOtherFiles, findMessages }: TimelineSources,
  { bookingId, limit, cursor }: Request,
): Promise<{ items: StaffTimelineLine[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  await getBooking(deps.db, bookingId)
  const page: Page = { q: deps.db, bookingId, limit: limit + 1, after }
  const files = await readFiles(page, findOtherFiles)
  const bySource = await Promise.all([
    readEvents(page),
    readActions(page),
    readMails(page),
    readViews(page, files),
    readMessages(page, findMessages),
  ])
  const entries = bySource.flat().sort((one, other) => other.at.getTime() - one.at.getTime() || other.rank - one.rank)
  const shown = entries.slice(0, limit)
  const last = shown.at(-1)
  const isMore = entries.length > shown.length && last
  return {
    items: shown.map(({ line }) => line),
    nextCursor: isMore ? encodeCursor([last.at.toISOString(), last.rank, last.id]) : null,
  }
}

function readCursor(cursor: string): Place {
  const parsed = place.safeParse(decodeCursor(cursor))
  if (!parsed.success) throw new Refusal('list/bad-cursor')
  const [at, rank, id] = parsed.data
  // Ids of events and views are numbers, the others are UUIDs.
  if ((rank === 0 || rank === 3) !== /^\d+$/.test(id)) throw new Refusal('list/bad-cursor')
  return { at: new Date(at), rank, id }
}

interface Page {
  readonly q: Queryable
  readonly bookingId: string
  readonly limit: number
  readonly after: Place | null
}

const ranks = { event: 0, action: 1, mail: 2, view: 3, message: 4 } as const
type Source = keyof typeof ranks
const idTypes = { event: 'bigint', action: 'uuid', mail: 'uuid', view: 'bigint', message: 'uuid' } as const

/** The rows of a source that come after the place. */
function beyond(after: Place | null, source: Source, table: string) {
  if (after === null) return sql<boolean>`true`
  const at = sql.ref(`${table}.at`)
  const rank = ranks[source]
  if (rank !== after.rank)
    return rank > after.rank ? sql<boolean>`${at} < ${after.at}` : sql<boolean>`${at} <= ${after.at}`
  const id = sql`${after.id}::${sql.raw(idTypes[source])}`
  return sql<boolean>`(${at}, ${sql.ref(`${table}.id`)}) < (${after.at}, ${id})`
}

type EntryFacts = Partial<StaffTimelineLine> & Pick<StaffTimelineLine, 'name' | 'actor' | 'actorName'>
const entryOf = (source: Source, { id, at }: { id: string | number; at: Date }, facts: EntryFacts): Entry => ({
  ...{ at, rank: ranks[source], id: String(id) },
  line: { key: `${source}-${id}`, source, data: {}, mail: null, at: at.toISOString(), ...facts },
})

async function readEvents({ q, bookingId, limit, after }: Page): Promise<Entry[]> {
  const rows = await q
    .selectFrom('booking_history as entry')
    .select(['entry.id', 'entry.event', 'entry.actor', 'entry.data', 'entry.at'])
    .where('entry.booking_id', '=', bookingId)
    .where(beyond(after, 'event', 'entry'))
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ event: name, actor, data: { actorName, ...data }, ...row }) =>
    entryOf('event', row, { name, actor, actorName: typeof actorName === 'string' ? actorName : null, data }),
  )
}

async function readActions({ q, bookingId, limit, after }: Page): Promise<Entry[]> {
  const rows = await selectAudit(q)
    .select(['entry.id', 'entry.action', 'entry.actor_name', 'entry.at'])
    .select(({ fn, ref }) => fn.coalesce(ref('entry.after'), ref('entry.before')).as('facts'))
    .where('entry.subject_type', '=', 'booking')
    .where('entry.subject_id', '=', bookingId)
    .where('entry.action', 'in', shownActions)
    .where(beyond(after, 'action', 'entry'))
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) =>
    entryOf('action', row, {
      ...{ name: row.action, actor: 'admin', actorName: row.actor_name },
      data: typeof row.facts === 'object' && row.facts !== null ? { ...row.facts } : {},
    }),
  )
}

async function readMails({ q, bookingId, limit, after }: Page): Promise<Entry[]> {
  const rows = await bookingMails(q)
    .where('mail.booking_id', '=', bookingId)
    .where(beyond(after, 'mail', 'mail'))
    .orderBy('mail.at', 'desc')
    .orderBy('mail.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ template, subject, to, status, lastError, hasText, ...row }) =>
    entryOf('mail', row, {
      ...{ name: template, actor: 'system', actorName: null },
      mail: { id: row.id, subject, to, status, lastError, hasText },
    }),
  )
}

async function readMessages({ q, bookingId, limit, after }: Page, findMessages: FindMessages): Promise<Entry[]> {
  // No source comes after this one at the same instant.
  const before = after && { at: after.at, idBelow: after.rank === ranks.message ? after.id : null }
  const rows = await findMessages(q, { bookingId, limit, before })
  return rows.map(({ name, text: message, author, ...row }) =>
    entryOf('message', row, {
      name,
      actor: author === null ? 'customer' : 'admin',
      actorName: author,
      data: { message },
    }),
  )
}

/** All private files of the booking. Two statements, and those of the other rooms. */
async function readFiles({ q, bookingId }: Page, findOtherFiles: FindOtherFiles): Promise<NamedFile[]> {
  const [documents, issued, others] = await Promise.all([
    q.selectFrom('booking_documents').select(['file_id', 'name']).where('booking_id', '=', bookingId).execute(),
    q.selectFrom('issued_documents').select('file_id').where('booking_id', '=', bookingId).execute(),
    findOtherFiles(q, bookingId),
  ])
  return [
    ...documents.map(({ file_id: fileId, name }) => ({ fileId, name })),
    ...issued.map(({ file_id: fileId }) => ({ fileId, name: 'issued_document' })),
    ...others,
  ]
}

async function readViews({ q, limit, after }: Page, files: readonly NamedFile[]): Promise<Entry[]> {
  if (files.length === 0) return []
  const rows = await fileViews(q)
    .where(
      'view.file_id',
      'in',
      files.map(({ fileId }) => fileId),
    )
    .where(beyond(after, 'view', 'view'))
    .orderBy('view.at', 'desc')
    .orderBy('view.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ fileId, viewer, ...row }) => {
    // Stored as 'support: Asha Rao'.
    const [, role = '', who = ''] = /^(\w+): (.*)$/s.exec(viewer) ?? []
    return entryOf('view', row, {
      name: files.find((file) => file.fileId === fileId)?.name ?? '',
      actor: isStaffRole(role) ? 'admin' : 'customer',
      actorName: isStaffRole(role) ? who : null,
    })
  })
}
