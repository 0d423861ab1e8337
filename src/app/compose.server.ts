/**
 * Wires the shop: rooms, suppliers, jobs, reactions, routes. Owns: which dependencies each room gets. Does not own:
 * any rule. Invariant: everything reachable by HTTP or by a job is listed here.
 */
import { createProviders } from '../adapters/payments/index.server.ts'
import { sandboxCardName } from '../adapters/payments/sandbox-card/provider.server.ts'
import {
  registerSandboxCard,
  type SandboxOptions,
  sandboxCardJobs,
} from '../adapters/payments/sandbox-card/routes.server.ts'
import { isAdminPath } from '../admin/paths.ts'
import {
  type AccountDeps,
  adminAddress,
  callerOf,
  forgetExpiredSignIns,
  implementAccount,
  oneTimeEvents,
  registerAccountRoutes,
  sessionTokenOf,
} from '../modules/account/index.server.ts'
import {
  bookingJobs,
  bookingMailFacts,
  eraseOldDocuments,
  findMailExamples,
  forgetRuns,
  guardBookings,
  implementBooking,
  oneTimeBookingEvents,
  purgeRecoveries,
  registerBookingRoutes,
  sweepStagedDocuments,
} from '../modules/booking/index.server.ts'
import {
  bulkJobs,
  forgetPriceChanges,
  forgetUploads,
  implementCatalogue,
  openSheets,
  registerBulkRoutes,
} from '../modules/catalogue/index.server.ts'
import {
  implementContent,
  listBookingLines,
  openEnquiries,
  purgeCanned,
  registerManifest,
  registerSitemap,
} from '../modules/content/index.server.ts'
import { type ConversionSink, forgetVisits, keepVisit } from '../modules/conversion/index.server.ts'
import { customerJobs, customerSchedule, implementCustomer } from '../modules/customer/index.server.ts'
import {
  damagedFiles,
  type FileStore,
  implementFiles,
  pictureJobs,
  pictureSchedule,
  registerFileRoutes,
  registerPictureRoutes,
  sweepOrphanFiles,
} from '../modules/files/index.server.ts'
import {
  implementInventory,
  inventoryJobs,
  inventorySchedule,
  purgeWaiting,
  renewDaysAhead,
} from '../modules/inventory/index.server.ts'
import {
  countFailedMail,
  forgetOneTimeMail,
  implementMail,
  type Mailer,
  mailJobs,
} from '../modules/mail/index.server.ts'
import {
  browserOrigins,
  countPaymentWork,
  findDecidedByTransfer,
  findProofFiles,
  findWaitingProofs,
  implementPayment,
  isDecidedByTransfer,
  isOpenToPayment,
  movePayments,
  paymentJobs,
  paymentSchedule,
  providerRegistry,
  receiveWebhook,
  registerPaymentRoutes,
} from '../modules/payment/index.server.ts'
import { implementPrintouts, type PdfRenderer, registerPrintoutRoutes } from '../modules/printouts/index.server.ts'
import { implementPromo } from '../modules/promo/index.server.ts'
import { implementReview, invitationJobs, waitingReviews } from '../modules/review/index.server.ts'
import {
  implementSettings,
  readLanguages,
  readSettingsOrDefaults,
  readToday,
} from '../modules/settings/index.server.ts'
import { dueTasks, implementTask, purgeTasks } from '../modules/task/index.server.ts'
import type { Caller, Core } from '../platform/core.server.ts'
import type { DiskSpace, DiskWatch } from '../platform/disk-space.server.ts'
import { purgeAnswers } from '../platform/idempotency.server.ts'
import { purgeEvents } from '../platform/jobs/events.server.ts'
import type { Jobs, Schedule } from '../platform/jobs/worker.server.ts'
import { purgeHits } from '../platform/rate-limit.server.ts'
import type { RoutePlugin } from '../platform/route.server.ts'
import type { KindRegistry } from '../services/loaded.server.ts'
import type { ServerDeps } from '../web/create-server.server.ts'
import { describePerson, erasePerson } from './erase-person.server.ts'
import { eventJobs } from './reactions.server.ts'
import { trashJobs, trashSchedule } from './trash.server.ts'

/** What differs between a real shop and one in a test. */
export type Suppliers = Readonly<{
  kinds: KindRegistry
  store: FileStore
  pdfRenderer: PdfRenderer
  /** The mailer of the current settings. */
  mailer: () => Promise<Mailer>
  adminEmail: string | null
  /** Minimum response time of account calls (AccountDeps). */
  minMilliseconds: number
  /** Sandbox mode: the sandbox card exists, and every payment page says so. */
  isSandbox: boolean
  /** Reports bookings to the advertising network; null when there is none. */
  conversions: ConversionSink | null
  /** The URL of the advertising pixel's script. */
  pixelScript: string
  /** Base URLs that replace the payment providers' own, by environment variable. */
  providerUrls: Readonly<Record<string, string>>
  /** The disk of the data folder. */
  disk: DiskWatch
}>

export function composeShop(core: Core, suppliers: Suppliers) {
  const {
    kinds,
    store,
    pdfRenderer,
    mailer,
    adminEmail,
    minMilliseconds,
    isSandbox,
    conversions,
    pixelScript,
    providerUrls,
    disk,
  } = suppliers
  const accountDeps: AccountDeps = { ...core, adminEmail, minMilliseconds }
  const catalogueDeps = { ...core, kinds, guardChange: guardBookings(core), onStored: renewDaysAhead(core) }
  const filesDeps = { ...core, store }
  const mailDeps = {
    ...core,
    ...{ mailer, adminAddress: () => adminAddress(accountDeps) },
    bookingMailFacts: (bookingId: string) => bookingMailFacts(catalogueDeps, bookingId, isOpenToPayment),
  }
  const providers = providerRegistry(createProviders(core, { isSandbox, urls: providerUrls }))
  const deps = {
    pdfRenderer,
    providers,
    isSandbox,
    conversions,
    pixelScript,
    ...accountDeps,
    ...catalogueDeps,
    ...filesDeps,
    ...mailDeps,
  }
  const openWork = (caller: Caller) => readOpenWork(core, disk, caller)
  // The sandbox card runs in the same process, so its webhooks need no network.
  const sandbox: SandboxOptions = {
    deliver: async (body, headers) => {
      await receiveWebhook(deps, sandboxCardName, body, headers)
    },
  }
  const router = {
    account: implementAccount(deps, {
      describe: (email) => describePerson(deps, email),
      erase: (caller, email) => erasePerson(deps, caller, email),
    }),
    booking: implementBooking(deps, {
      ...{ openWork, isDecidedByTransfer, findWaitingProofs, movePayments: movePayments(deps) },
      ...{ findDecidedByTransfer, findOtherFiles: findProofFiles, findMessages: listBookingLines },
      keepVisit: (trx, bookingId, context) => keepVisit(trx, deps, bookingId, context),
    }),
    catalogue: implementCatalogue(deps),
    ...{ content: implementContent(deps), customer: implementCustomer(deps) },
    files: implementFiles(deps),
    mail: implementMail({ ...deps, mailExamples: (wanted) => findMailExamples(core, wanted) }),
    paper: implementPrintouts(deps),
    payment: implementPayment(deps),
    ...{ inventory: implementInventory(deps), promo: implementPromo(deps) },
    ...{ review: implementReview(deps), settings: implementSettings(deps), task: implementTask(deps) },
  }
  const routes: RoutePlugin[] = [
    (app) => registerAccountRoutes(app, deps),
    (app) => registerBookingRoutes(app, deps, (request) => request.caller),
    (app) => registerBulkRoutes(app, { ...catalogueDeps, sheets: openSheets() }, (request) => request.caller),
    (app) => registerFileRoutes(app, deps, (request) => request.caller),
    (app) => registerPictureRoutes(app, deps, (request) => request.caller),
    (app) => registerPrintoutRoutes(app, deps),
    (app) => registerPaymentRoutes(app, deps),
    (app) => registerSitemap(app, deps),
    (app) => registerManifest(app, deps),
  ]
  if (isSandbox) routes.push((app) => registerSandboxCard(app, core, sandbox))
  const jobs: Jobs = {
    ...eventJobs(core, deps),
    ...bookingJobs({ ...deps, findWaitingProofs, isDecidedByTransfer, movePayments: movePayments(deps) }),
    ...{ ...bulkJobs(catalogueDeps), ...inventoryJobs(catalogueDeps), ...trashJobs(catalogueDeps) },
    ...{ ...mailJobs(deps), ...invitationJobs(deps), ...customerJobs(deps) },
    ...paymentJobs(deps),
    ...pictureJobs(filesDeps),
    ...(isSandbox && sandboxCardJobs(core, sandbox)),
    'sweep-files': async () => {
      await sweepStagedDocuments(deps)
      await eraseOldDocuments(deps)
      await sweepOrphanFiles(deps)
    },
    'forget-old-rows': () => purgeOldRows(core),
  }
  const schedule: Schedule = [
    ...[...paymentSchedule, ...inventorySchedule, ...trashSchedule, ...customerSchedule],
    ...pictureSchedule,
    { task: 'sweep-files', cron: '17 * * * *' },
    { task: 'forget-old-rows', cron: '41 * * * *' },
  ]
  const server: Omit<ServerDeps, 'pages'> = {
    ...{ core, disk, router, routes, languages: () => readLanguages(core) },
    callerOf: (headers, address) => callerOf(deps, headers, address),
    hasSession: (headers) => sessionTokenOf(core, headers) !== null,
  }
  const pages = { displayCurrency: displayCurrencyOf(core), paymentOrigins: browserOrigins(providers), isAdminPath }
  return { deps, router, server, jobs, schedule, pages }
}

/** Open work outside the bookings, for the dashboard. */
async function readOpenWork(core: Core, disk: DiskWatch, caller: Caller) {
  const today = await readToday(core)
  const [space, failedMail, waiting, payments] = await Promise.all([
    disk(),
    countFailedMail(core),
    core.db
      .selectNoFrom([
        openEnquiries.as('openEnquiries'),
        waitingReviews.as('waitingReviews'),
        damagedFiles.as('damagedFiles'),
        ...dueTasks(caller, today),
      ])
      .executeTakeFirstOrThrow(),
    countPaymentWork(core),
  ])
  return { ...diskWork(space), failedMail, ...waiting, ...payments }
}

/** For the dashboard: free megabytes, at least 1, when space is short. */
function diskWork({ state, freeBytes }: DiskSpace): { diskLow?: number; diskFull?: number } {
  const megabytes = Math.max(1, Math.floor(freeBytes / 1024 / 1024))
  if (state === 'full') return { diskFull: megabytes }
  return state === 'low' ? { diskLow: megabytes } : {}
}

export type Shop = ReturnType<typeof composeShop>

const displayCurrencyOf = (core: Core) => async (): Promise<string> =>
  (await readSettingsOrDefaults(core)).display_currency

/** Deletes rows that are no longer needed. */
async function purgeOldRows(core: Core): Promise<void> {
  const now = core.clock()
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 24 * 3_600_000)
  await purgeHits(core.db, daysAgo(1))
  await purgeAnswers(core.db, daysAgo(7))
  await purgeEvents(core, now, [...oneTimeEvents, ...oneTimeBookingEvents])
  await forgetOneTimeMail(core)
  await forgetVisits(core)
  await forgetUploads(core)
  await forgetPriceChanges(core)
  await forgetExpiredSignIns(core)
  await purgeWaiting(core)
  await purgeRecoveries(core)
  await purgeTasks(core)
  await forgetRuns(core)
  await purgeCanned(core.db, daysAgo(30))
}
