/**
 * Puts the shop together: rooms, suppliers, jobs, reactions, routes. Owns: who is given what. Does not own: any rule.
 * Invariant: whatever is reachable by HTTP or by a job is listed here.
 */
import { createProviders } from '../adapters/payments/index.server.ts'
import { sandboxCardName } from '../adapters/payments/sandbox-card/provider.server.ts'
import {
  registerSandboxCard,
  type SandboxOptions,
  sandboxCardJobs,
} from '../adapters/payments/sandbox-card/routes.server.ts'
import {
  type AccountDeps,
  callerOf,
  createAuth,
  implementAccount,
  registerAccountRoutes,
  sessionTokenOf,
} from '../modules/account/index.server.ts'
import {
  eraseOldDocuments,
  implementBooking,
  registerBookingRoutes,
  sweepStagedDocuments,
} from '../modules/booking/index.server.ts'
import {
  bulkJobs,
  forgetUploads,
  implementCatalogue,
  openSheets,
  registerBulkRoutes,
} from '../modules/catalogue/index.server.ts'
import { implementContent, openEnquiries, registerManifest, registerSitemap } from '../modules/content/index.server.ts'
import { type ConversionSink, forgetVisits, keepVisit } from '../modules/conversion/index.server.ts'
import {
  type FileStore,
  implementFiles,
  pictureJobs,
  pictureSchedule,
  registerFileRoutes,
  registerPictureRoutes,
  sweepOrphanFiles,
} from '../modules/files/index.server.ts'
import {
  countFailedMail,
  forgetOneTimeMail,
  implementMail,
  type Mailer,
  mailJobs,
} from '../modules/mail/index.server.ts'
import { implementPaper, type Press, registerPaperRoutes } from '../modules/paper/index.server.ts'
import {
  browserOrigins,
  countPaymentWork,
  implementPayment,
  paymentJobs,
  paymentSchedule,
  providerRegistry,
  receiveWebhook,
  registerPaymentRoutes,
} from '../modules/payment/index.server.ts'
import { implementPromo } from '../modules/promo/index.server.ts'
import { implementReview, waitingReviews } from '../modules/review/index.server.ts'
import { implementSettings, readSettingsOrDefaults } from '../modules/settings/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import { deliverEvents } from '../platform/jobs/delivery.server.ts'
import { forgetEvents } from '../platform/jobs/events.server.ts'
import type { Jobs, Schedule } from '../platform/jobs/worker.server.ts'
import type { RoutePlugin } from '../platform/route.server.ts'
import type { KindRegistry } from '../services/loaded.server.ts'
import type { ServerDeps } from '../web/create-server.server.ts'
import { bookingMailFacts } from './booking-mail.server.ts'
import { erasePerson, lookAtPerson } from './erase-person.server.ts'
import { oneTimeEvents, subscriptions } from './reactions.server.ts'
import { invitationJobs } from './review-invitations.server.ts'

/** What differs between a shop that is started and one in a test. */
export type Suppliers = Readonly<{
  kinds: KindRegistry
  store: FileStore
  press: Press
  /** The way out that the settings name at this moment. */
  mailer: () => Promise<Mailer>
  adminEmail: string | null
  /** How long answers about accounts take at least (AccountDeps). */
  leastMilliseconds: number
  /** No money moves: the sandbox card exists, and every payment page says so. */
  isSandbox: boolean
  /** Who is told of bookings for advertising; null = nobody. */
  conversions: ConversionSink | null
  /** The address of the advertising pixel's script. */
  pixelScript: string
  /** Addresses of payment providers that differ from their own, by the name of the variable. */
  providerUrls: Readonly<Record<string, string>>
}>

export function composeShop(core: Core, suppliers: Suppliers) {
  const {
    kinds,
    store,
    press,
    mailer,
    adminEmail,
    leastMilliseconds,
    isSandbox,
    conversions,
    pixelScript,
    providerUrls,
  } = suppliers
  const accountDeps: AccountDeps = { ...core, auth: createAuth(core, adminEmail), adminEmail, leastMilliseconds }
  const catalogueDeps = { ...core, kinds }
  const filesDeps = { ...core, store }
  const mailDeps = {
    ...core,
    mailer,
    bookingMailFacts: (bookingId: string) => bookingMailFacts(catalogueDeps, bookingId),
  }
  const providers = providerRegistry(createProviders(core, { isSandbox, urls: providerUrls }))
  const deps = {
    press,
    providers,
    isSandbox,
    conversions,
    pixelScript,
    ...accountDeps,
    ...catalogueDeps,
    ...filesDeps,
    ...mailDeps,
  }
  const openWork = async () => {
    const [failedMail, waiting, payments] = await Promise.all([
      countFailedMail(core),
      core.db
        .selectNoFrom([openEnquiries.as('openEnquiries'), waitingReviews.as('waitingReviews')])
        .executeTakeFirstOrThrow(),
      countPaymentWork(core),
    ])
    return { failedMail, ...waiting, ...payments }
  }
  // The sandbox's card and the shop are one process: its reports need no network.
  const sandbox: SandboxOptions = {
    deliver: async (body, headers) => {
      await receiveWebhook(deps, sandboxCardName, body, headers)
    },
  }
  const router = {
    account: implementAccount(deps, {
      look: (email) => lookAtPerson(deps, email),
      erase: (caller, email) => erasePerson(deps, caller, email),
    }),
    booking: implementBooking(deps, {
      openWork,
      keepVisit: (trx, bookingId, context) => keepVisit(trx, deps, bookingId, context),
    }),
    catalogue: implementCatalogue(deps),
    content: implementContent(deps),
    files: implementFiles(deps),
    mail: implementMail(deps),
    paper: implementPaper(deps),
    payment: implementPayment(deps),
    promo: implementPromo(deps),
    review: implementReview(deps),
    settings: implementSettings(deps),
  }
  const routes: RoutePlugin[] = [
    (app) => registerAccountRoutes(app, deps),
    (app) => registerBookingRoutes(app, deps, (request) => request.caller),
    (app) => registerBulkRoutes(app, { ...catalogueDeps, sheets: openSheets() }, (request) => request.caller),
    (app) => registerFileRoutes(app, deps, (request) => request.caller),
    (app) => registerPictureRoutes(app, deps, (request) => request.caller),
    (app) => registerPaperRoutes(app, deps),
    (app) => registerPaymentRoutes(app, deps),
    (app) => registerSitemap(app, deps),
    (app) => registerManifest(app, deps),
  ]
  if (isSandbox) routes.push((app) => registerSandboxCard(app, core, sandbox))
  const jobs: Jobs = {
    ...deliverEvents(core, subscriptions(deps), { forgetAtOnce: oneTimeEvents }),
    ...bulkJobs(catalogueDeps),
    ...mailJobs(deps),
    ...invitationJobs(deps),
    ...paymentJobs(deps),
    ...pictureJobs(filesDeps),
    ...(isSandbox && sandboxCardJobs(core, sandbox)),
    'sweep-files': async () => {
      await sweepStagedDocuments(deps)
      await eraseOldDocuments(deps)
      await sweepOrphanFiles(deps)
    },
    'forget-old-rows': () => forgetOldRows(core),
  }
  const schedule: Schedule = [
    ...paymentSchedule,
    ...pictureSchedule,
    { task: 'sweep-files', cron: '17 * * * *' },
    { task: 'forget-old-rows', cron: '41 * * * *' },
  ]
  const server: Omit<ServerDeps, 'pages'> = {
    core,
    router,
    routes,
    callerOf: (headers, address) => callerOf(deps, headers, address),
    hasSession: (headers) => sessionTokenOf(core, headers) !== null,
  }
  const displayCurrency = async (): Promise<string> => (await readSettingsOrDefaults(core)).display_currency
  return { deps, router, server, jobs, schedule, displayCurrency, paymentOrigins: browserOrigins(providers) }
}
export type Shop = ReturnType<typeof composeShop>

/** Counted hits, answers for repeated requests, events that were heard and ended sessions serve nobody after their time. */
async function forgetOldRows(core: Core): Promise<void> {
  const now = core.clock().getTime()
  const before = (hours: number): Date => new Date(now - hours * 3_600_000)
  await core.db.deleteFrom('rate_limits').where('window_start', '<', before(24)).execute()
  await core.db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', before(7 * 24))
    .execute()
  await forgetEvents(core, core.clock(), oneTimeEvents)
  await forgetOneTimeMail(core)
  await forgetVisits(core)
  await forgetUploads(core)
  await core.db.deleteFrom('sessions').where('expires_at', '<', before(0)).execute()
  await core.db.deleteFrom('verifications').where('expires_at', '<', before(24)).execute()
  await core.db.deleteFrom('sign_in_challenges').where('expires_at', '<', before(24)).execute()
}
