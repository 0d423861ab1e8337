import type { Core } from '../core.server.ts'
import { addJob, type DeliveredEvent, type EventName } from './events.server.ts'
import type { Jobs, Subscriber, Subscriptions } from './worker.server.ts'

type Options = {
  /** Events that carry a link for one use: their row goes as soon as everybody has heard them. */
  readonly forgetAtOnce?: readonly string[]
}

/**
 * The jobs that take an event to its subscribers: 'deliver-event' gives each of them a job of its own, 'react-to-event'
 * runs one. A subscriber that fails is tried again alone; one that is through is not called again.
 */
export function deliverEvents(core: Core, subscriptions: Subscriptions, { forgetAtOnce = [] }: Options = {}): Jobs {
  const subscribersOf = (name: string) => (subscriptions[name as EventName] ?? {}) as Record<string, Subscriber>
  return {
    'deliver-event': async ({ id }) => {
      const event = await findEvent(core, String(id))
      if (event) await handOut(core, event, Object.keys(subscribersOf(event.name)), forgetAtOnce)
    },
    'react-to-event': async ({ id, subscriber }) => {
      const event = await findEvent(core, String(id))
      const name = String(subscriber)
      if (!event || !(await isWaiting(core, event.id, name))) return
      // A subscriber that this version no longer has is through.
      await subscribersOf(event.name)[name]?.(event)
      await core.db
        .updateTable('event_reactions')
        .set({ done_at: core.clock() })
        .where('event_id', '=', event.id)
        .where('subscriber', '=', name)
        .execute()
      await noteHeard(core, event, forgetAtOnce)
    },
  }
}

/** Undefined when it was forgotten meanwhile: then it was heard, or is too old to matter. */
async function findEvent(core: Core, id: string): Promise<DeliveredEvent | undefined> {
  const row = await core.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { id: row.id, name: row.name as EventName, payload: row.payload as never, occurredAt: row.occurred_at }
}

async function handOut(
  core: Core,
  event: DeliveredEvent,
  subscribers: readonly string[],
  forgetAtOnce: readonly string[],
): Promise<void> {
  const { id } = event
  if (subscribers.length > 0) {
    await core.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('event_reactions')
        .values(subscribers.map((subscriber) => ({ event_id: id, subscriber })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // Delivered again after a crash: those that are through are left alone.
      const waiting = await trx
        .selectFrom('event_reactions')
        .select('subscriber')
        .where('event_id', '=', id)
        .where('done_at', 'is', null)
        .execute()
      for (const { subscriber } of waiting)
        await addJob(trx, 'react-to-event', { id, subscriber }, { key: `react:${id}:${subscriber}` })
    })
  }
  await noteHeard(core, event, forgetAtOnce)
}

async function isWaiting(core: Core, eventId: string, subscriber: string): Promise<boolean> {
  const row = await core.db
    .selectFrom('event_reactions')
    .select('done_at')
    .where('event_id', '=', eventId)
    .where('subscriber', '=', subscriber)
    .executeTakeFirst()
  return row !== undefined && row.done_at === null
}

/** Two subscribers that end at once both look: the later one sees that nobody is left. */
async function noteHeard(core: Core, event: DeliveredEvent, forgetAtOnce: readonly string[]): Promise<void> {
  const open = await core.db
    .selectFrom('event_reactions')
    .select('subscriber')
    .where('event_id', '=', event.id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (open) return
  const isBrief = forgetAtOnce.includes(event.name)
  if (isBrief) await core.db.deleteFrom('events').where('id', '=', event.id).execute()
  else await core.db.updateTable('events').set({ heard_at: core.clock() }).where('id', '=', event.id).execute()
}
