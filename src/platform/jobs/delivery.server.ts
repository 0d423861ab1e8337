import type { Core } from '../core.server.ts'
import type { DeliveredEvent, EventName } from './events.server.ts'
import type { Jobs, Subscriber, Subscriptions } from './worker.server.ts'

type Options = {
  /** Events with a one-time link: deleted as soon as all subscribers have succeeded. */
  readonly deleteAtOnce?: readonly string[]
}

/** One run of an event. */
export type Delivery = {
  readonly subscriptions: Subscriptions
  /** Called after the subscribers. When it throws, all of them are called again. */
  readonly finish?: () => Promise<void>
}

type WaitingEvent = {
  readonly event: DeliveredEvent
  /** Subscribers that earlier runs called; true: with success. Empty in the first run. */
  readonly called: ReadonlyMap<string, boolean>
}

/**
 * The job 'deliver-event' calls the subscribers of an event one after the other. `openDelivery` is called for each
 * run, so that the subscribers of one run can share what they have read. When one
 * throws, the others are called all the same; the job then throws and its retries call only those that failed. After a
 * crash all are called again.
 */
export function deliverEvents(core: Core, openDelivery: () => Delivery, { deleteAtOnce = [] }: Options = {}): Jobs {
  const deliver = async (id: string, only?: string): Promise<void> => {
    const waiting = await findWaiting(core, id)
    if (!waiting) return
    const { event, called } = waiting
    const { subscriptions, finish } = openDelivery()
    const subscribers = (subscriptions[event.name] ?? {}) as Record<string, Subscriber>
    const due = Object.keys(subscribers).filter((name) => !called.get(name) && (only === undefined || name === only))
    const failures = new Map<string, unknown>()
    for (const name of due) await subscribers[name]?.(event).catch((error: unknown) => failures.set(name, error))
    await finish?.()
    // A subscriber that no longer exists counts as done.
    if (failures.size > 0 || called.size > 0) await noteCalls(core, { id, called: only ? [only] : due, failures })
    if (failures.size > 0) throw failureOf(event, failures)
    if (only === undefined || (await isDone(core, id))) await endDelivery(core, event, deleteAtOnce)
  }
  return {
    'deliver-event': ({ id }) => deliver(String(id)),
    // Left by versions that had a job for each subscriber.
    'react-to-event': ({ id, subscriber }) => deliver(String(id), String(subscriber)),
  }
}

/** One statement. Undefined when it was delivered or purged meanwhile. */
async function findWaiting(core: Core, id: string): Promise<WaitingEvent | undefined> {
  const rows = await core.db
    .selectFrom('events')
    .leftJoin('event_reactions', 'event_reactions.event_id', 'events.id')
    .select(['name', 'payload', 'occurred_at', 'subscriber', 'done_at'])
    .where('id', '=', id)
    .where('heard_at', 'is', null)
    .execute()
  const [row] = rows
  if (!row) return
  const { name, payload, occurred_at } = row
  return {
    event: { id, name: name as EventName, payload: payload as never, occurredAt: occurred_at },
    called: new Map(rows.flatMap(({ subscriber, done_at }) => (subscriber ? [[subscriber, done_at !== null]] : []))),
  }
}

type Calls = {
  readonly id: string
  readonly called: readonly string[]
  readonly failures: ReadonlyMap<string, unknown>
}

async function noteCalls(core: Core, { id: event_id, called, failures }: Calls): Promise<void> {
  if (called.length === 0) return
  const now = core.clock()
  await core.db
    .insertInto('event_reactions')
    .values(called.map((subscriber) => ({ event_id, subscriber, done_at: failures.has(subscriber) ? null : now })))
    .onConflict((conflict) =>
      conflict.columns(['event_id', 'subscriber']).doUpdateSet({ done_at: (row) => row.ref('excluded.done_at') }),
    )
    .execute()
}

function failureOf({ name }: DeliveredEvent, failures: ReadonlyMap<string, unknown>): Error {
  const reasons = [...failures].map(([subscriber, error]) => `${subscriber}: ${String(error)}`)
  return new AggregateError(failures.values(), `${name} is not delivered yet. ${reasons.join('; ')}`)
}

/** When two subscribers finish at the same time, the later one sees that none is left. */
async function isDone(core: Core, id: string): Promise<boolean> {
  const open = core.db.selectFrom('event_reactions').select('subscriber').where('event_id', '=', id)
  return (await open.where('done_at', 'is', null).executeTakeFirst()) === undefined
}

async function endDelivery(core: Core, { id, name }: DeliveredEvent, deleteAtOnce: readonly string[]): Promise<void> {
  if (deleteAtOnce.includes(name)) await core.db.deleteFrom('events').where('id', '=', id).execute()
  else await core.db.updateTable('events').set({ heard_at: core.clock() }).where('id', '=', id).execute()
}
