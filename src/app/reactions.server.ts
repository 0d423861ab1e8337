/** Joins the reactions of all rooms (docs/ARCHITECTURE.md, Events). Every reaction is safe to repeat. */
import { type AccountDeps, accountReactions, oneTimeEvents } from '../modules/account/index.server.ts'
import { bookingReactions, findSale, oneTimeBookingEvents } from '../modules/booking/index.server.ts'
import { contentReactions } from '../modules/content/index.server.ts'
import { type ConversionDeps, conversionReactions } from '../modules/conversion/index.server.ts'
import { customerReactions } from '../modules/customer/index.server.ts'
import { waitingReactions } from '../modules/inventory/index.server.ts'
import { type MailDeps, openEventOutbox } from '../modules/mail/index.server.ts'
import { type PaymentDeps, paymentReactions } from '../modules/payment/index.server.ts'
import { printoutReactions } from '../modules/printouts/index.server.ts'
import { reviewReactions } from '../modules/review/index.server.ts'
import { hasTasks, taskReactions } from '../modules/task/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import { type Delivery, deliverEvents } from '../platform/jobs/delivery.server.ts'
import type { Jobs, Subscriber, Subscriptions } from '../platform/jobs/worker.server.ts'

type Deps = PaymentDeps & MailDeps & ConversionDeps & Pick<AccountDeps, 'adminEmail'>

/** The jobs that deliver events to all rooms. */
export const eventJobs = (core: Core, deps: Deps): Jobs =>
  deliverEvents(core, () => openDelivery(deps), { deleteAtOnce: [...oneTimeEvents, ...oneTimeBookingEvents] })

function openDelivery(deps: Deps): Delivery {
  const eventOutbox = openEventOutbox(deps)
  return { subscriptions: subscriptions(readingFactsOnce({ ...deps, eventOutbox })), finish: eventOutbox.send }
}

/** Dependencies for the subscribers of one event: all their mails tell the same of a booking, which is read once. */
function readingFactsOnce<D extends Pick<MailDeps, 'bookingMailFacts'>>(deps: D): D {
  const facts = new Map<string, ReturnType<MailDeps['bookingMailFacts']>>()
  const bookingMailFacts = (bookingId: string) => {
    const known = facts.get(bookingId) ?? deps.bookingMailFacts(bookingId)
    facts.set(bookingId, known)
    return known
  }
  return { ...deps, bookingMailFacts }
}

/** They are called in this order: mails come before what waits for others' servers. */
export const subscriptions = (deps: Deps): Subscriptions =>
  joinSubscriptions([
    bookingReactions(deps),
    paymentReactions(deps),
    printoutReactions(deps),
    reviewReactions(deps),
    contentReactions(deps),
    accountReactions(deps),
    waitingReactions(deps),
    customerReactions({ ...deps, hasTasks }),
    taskReactions(deps),
    conversionReactions({ ...deps, findSale: (bookingId) => findSale(deps, bookingId) }),
  ])

/** Throws when two rooms use the same subscriber name for an event: one of them would never be called. */
export function joinSubscriptions(rooms: readonly Subscriptions[]): Subscriptions {
  const joined: Record<string, Record<string, Subscriber>> = {}
  for (const [event, subscribers] of rooms.flatMap((room) => Object.entries(room))) {
    const known = joined[event] ?? {}
    joined[event] = known
    for (const [name, subscriber] of Object.entries(subscribers)) {
      if (Object.hasOwn(known, name)) throw new Error(`Two subscribers of ${event} are named ${name}`)
      known[name] = subscriber as Subscriber
    }
  }
  return joined as Subscriptions
}
