import type { Queryable } from '../../platform/db/database.server.ts'
import { planNextTry, type Tried, trySending } from './send.server.ts'
import type { ComposedMail, EventOutbox, MailDeps } from './tables.server.ts'

/**
 * The mails of one event (decision 0074): collected while its subscribers are called, then sent, each stored with its
 * outcome. `send` throws when they cannot be stored; the event is then delivered again.
 */
export function openEventOutbox(deps: MailDeps): EventOutbox & { readonly send: () => Promise<void> } {
  const mails = new Map<string, ComposedMail>()
  return {
    add: (mail) => void mails.set(mail.dedupe_key, mail),
    send: () => sendOnce(deps, [...mails.values()]),
  }
}

/** At least once: a crash before the mails are stored repeats them with the same Message-ID. */
async function sendOnce(deps: MailDeps, composed: readonly ComposedMail[]): Promise<void> {
  if (composed.length === 0) return
  const stored = await storedKeys(deps, composed)
  const mails = composed.filter(({ dedupe_key }) => !stored.has(dedupe_key))
  // One after the other: a kill finds at most one that was sent and not stored.
  for (const mail of mails) await store(deps, mail, await trySending(deps, mail, 0))
}

/** One statement. An earlier delivery of the event stored these. */
async function storedKeys({ db }: MailDeps, mails: readonly ComposedMail[]): Promise<ReadonlySet<string>> {
  const keys = mails.map(({ dedupe_key }) => dedupe_key)
  const rows = await db.selectFrom('mail_messages').select('dedupe_key').where('dedupe_key', 'in', keys).execute()
  return new Set(rows.map(({ dedupe_key }) => dedupe_key))
}

/** One statement, and one more for a mail that is tried again. */
async function store({ db }: MailDeps, mail: ComposedMail, tried: Tried): Promise<void> {
  const insert = (q: Queryable) =>
    q
      .insertInto('mail_messages')
      .values({ ...mail, ...tried.outcome })
      .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
      .execute()
  if (tried.nextTryInMinutes === null) await insert(db)
  else
    await db.transaction().execute(async (trx) => {
      await insert(trx)
      await planNextTry(trx, mail.id, tried)
    })
}
