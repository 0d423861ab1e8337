import type { Core } from '../core.server.ts'
import { addJob, type DeliveredEvent, type EventName } from './events.server.ts'
import type { Jobs, Subscriber, Subscriptions } from './worker.server.ts'

type Options = {
  /** Events with a one-time link: deleted as soon as all subscribers have succeeded. */
  readonly deleteAtOnce?: readonly string[]
}

/**
 * Two jobs deliver an event: 'deliver-event' creates a 'react-to-event' job for each subscriber. A failing subscriber
 * is retried alone; one that succeeded is not called again.
 */
export function deliverEvents(core: Core, subscriptions: Subscriptions, { deleteAtOnce = [] }: Options = {}): Jobs {
  const subscribersOf = (name: string) => (subscriptions[name as EventName] ?? {}) as Record<string, Subscriber>
  return {
    'deliver-event': async ({ id }) => {
      const event = await findEvent(core, String(id))
      if (event) await queueReactions(core, event, Object.keys(subscribersOf(event.name)), deleteAtOnce)
    },
    'react-to-event': async ({ id, subscriber }) => {
      const event = await findEvent(core, String(id))
      const name = String(subscriber)
      if (!event || !(await isWaiting(core, event.id, name))) return
      // A subscriber that no longer exists counts as done.
      await subscribersOf(event.name)[name]?.(event)
      await core.db
        .updateTable('event_reactions')
        .set({ done_at: core.clock() })
        .where('event_id', '=', event.id)
        .where('subscriber', '=', name)
        .execute()
      await markDelivered(core, event, deleteAtOnce)
    },
  }
}

/** Undefined when it was purged meanwhile. */
async function findEvent(core: Core, id: string): Promise<DeliveredEvent | undefined> {
  const row = await core.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { id: row.id, name: row.name as EventName, payload: row.payload as never, occurredAt: row.occurred_at }
}

async function queueReactions(
  core: Core,
  event: DeliveredEvent,
  subscribers: readonly string[],
  deleteAtOnce: readonly string[],
): Promise<void> {
  const { id } = event
  if (subscribers.length > 0) {
    await core.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('event_reactions')
        .values(subscribers.map((subscriber) => ({ event_id: id, subscriber })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      // After a crash the delivery repeats; subscribers that succeeded are skipped.
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
  await markDelivered(core, event, deleteAtOnce)
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

/** When two subscribers finish at the same time, the later one sees that none is left. */
async function markDelivered(core: Core, event: DeliveredEvent, deleteAtOnce: readonly string[]): Promise<void> {
  const open = await core.db
    .selectFrom('event_reactions')
    .select('subscriber')
    .where('event_id', '=', event.id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (open) return
  const isDeletedAtOnce = deleteAtOnce.includes(event.name)
  if (isDeletedAtOnce) await core.db.deleteFrom('events').where('id', '=', event.id).execute()
  else await core.db.updateTable('events').set({ heard_at: core.clock() }).where('id', '=', event.id).execute()
}
