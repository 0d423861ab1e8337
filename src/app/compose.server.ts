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
  type People,
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
  digestJobs,
  digestSchedule,
  forgetPriceChanges,
  forgetUploads,
  implementCatalogue,
} from '../modules/catalogue/index.server.ts'
import {
  countEnquiriesOf,
  countWishes,
  implementContent,
  listBookingLines,
  openEnquiries,
  purgeCanned,
  registerManifest,
  registerSitemap,
} from '../modules/content/index.server.ts'
import { type ConversionSink, forgetVisits, keepVisit } from '../modules/conversion/index.server.ts'
import { customerJobs, customerSchedule, implementCustomer, type OtherRooms } from '../modules/customer/index.server.ts'
import {
  damagedFiles,
  type FileStore,
  implementFiles,
  pictureJobs,
  pictureSchedule,
  purgeViews,
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
import { countFailedMail, implementMail, type Mailer, mailJobs, purgeMail } from '../modules/mail/index.server.ts'
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
  purgePaymentEvents,
  receiveWebhook,
  registerPaymentRoutes,
} from '../modules/payment/index.server.ts'
import {
  implementPrintouts,
  listPersonPrintouts,
  type PdfRenderer,
  registerPrintoutRoutes,
} from '../modules/printouts/index.server.ts'
import { implementPromo } from '../modules/promo/index.server.ts'
import { implementReview, invitationJobs, waitingReviews } from '../modules/review/index.server.ts'
import {
  implementSettings,
  readLanguages,
  readSettings,
  readSettingsOrDefaults,
  readToday,
  requireOpenShop,
} from '../modules/settings/index.server.ts'
import { countTasksAbout, dueTasks, implementTask, moveTasks, purgeTasks } from '../modules/task/index.server.ts'
import { purgeTrail } from '../platform/audit.server.ts'
import { type Cdn, cdnJobs } from '../platform/cdn.server.ts'
import type { Caller, Core } from '../platform/core.server.ts'
import type { DiskSpace, DiskWatch } from '../platform/disk-space.server.ts'
import { purgeAnswers } from '../platform/idempotency.server.ts'
import { purgeEvents, purgeFailedJobs } from '../platform/jobs/events.server.ts'
import type { Jobs, Schedule } from '../platform/jobs/worker.server.ts'
import { purgeHits } from '../platform/rate-limit.server.ts'
import type { RoutePlugin } from '../platform/route.server.ts'
import type { KindRegistry } from '../services/loaded.server.ts'
import type { ServerDeps } from '../web/create-server.server.ts'
import { auditTitles } from './audit-titles.server.ts'
import { describePerson, type EraseDeps, erasePerson } from './erase-person.server.ts'
import { registerExchange } from './exchange.server.ts'
import { exportPerson } from './person-export/export-person.server.ts'
import { itemPreviews } from './preview.server.ts'
import { eventJobs } from './reactions.server.ts'
import { readingsOf } from './readings.server.ts'
import { withSetupFacts } from './setup.server.ts'
import { trashJobs, trashSchedule } from './trash.server.ts'

const peopleOf = (deps: EraseDeps): People => ({
  describe: (email) => describePerson(deps, email),
  export: (caller, email) => exportPerson(deps, caller, email),
  erase: (caller, email) => erasePerson(deps, caller, email),
})

const customerRooms: OtherRooms = {
  ...{ countTasks: countTasksAbout, moveTasks },
  ...{ countMessages: countEnquiriesOf, countWishes, listPrintouts: listPersonPrintouts },
}

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
  /** Keeps public pages; null when there is none. */
  cdn: Cdn | null
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
    account: implementAccount({ ...deps, auditTitles }, peopleOf(deps)),
    booking: implementBooking(deps, {
      ...{ openWork, isDecidedByTransfer, findWaitingProofs, movePayments: movePayments(deps) },
      ...{ findDecidedByTransfer, findOtherFiles: findProofFiles, findMessages: listBookingLines },
      keepVisit: (trx, bookingId, context) => keepVisit(trx, deps, bookingId, context),
    }),
    catalogue: implementCatalogue(deps),
    ...{ content: implementContent(deps), customer: implementCustomer(deps, customerRooms) },
    files: implementFiles(deps),
    mail: implementMail({ ...deps, mailExamples: (wanted) => findMailExamples(core, wanted) }),
    paper: implementPrintouts(deps),
    payment: implementPayment(deps),
    ...{ inventory: implementInventory(deps), promo: implementPromo(deps) },
    ...{ review: implementReview(deps), settings: implementSettings(withSetupFacts(deps)), task: implementTask(deps) },
  }
  const routes: RoutePlugin[] = [
    (app) => registerAccountRoutes(app, deps),
    (app) => registerBookingRoutes(app, deps, (request) => request.caller),
    (app) => registerExchange(app, catalogueDeps),
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
    ...{ ...pictureJobs(filesDeps), ...cdnJobs(core, suppliers.cdn), ...digestJobs(catalogueDeps) },
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
    ...[...pictureSchedule, ...digestSchedule],
    { task: 'sweep-files', cron: '17 * * * *' },
    { task: 'forget-old-rows', cron: '41 * * * *' },
  ]
  const server: Omit<ServerDeps, 'pages'> = {
    ...{ core, disk, router, routes, languages: () => readLanguages(core) },
    callerOf: (headers, address) => callerOf(deps, headers, address),
    ...{ ...guardsOf(core), readings: readingsOf(core, jobs) },
  }
  const pages = {
    ...{ displayCurrency: displayCurrencyOf(core), paymentOrigins: browserOrigins(providers), isAdminPath },
    ...{ preview: itemPreviews(catalogueDeps), cdn: suppliers.cdn },
  }
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

const guardsOf = (core: Core): Pick<ServerDeps, 'hasSession' | 'requireOpen'> => ({
  hasSession: (headers) => sessionTokenOf(core, headers) !== null,
  requireOpen: (caller) => requireOpenShop(core, caller),
})

const displayCurrencyOf = (core: Core) => async (): Promise<string> =>
  (await readSettingsOrDefaults(core)).display_currency

/** Deletes rows whose time is over: docs/rules/retention.md. */
async function purgeOldRows(core: Core): Promise<void> {
  const now = core.clock()
  const settings = await readSettings(core)
  await purgeHits(core, now)
  await purgeAnswers(core, now)
  await purgeEvents(core, now, [...oneTimeEvents, ...oneTimeBookingEvents])
  await purgeFailedJobs(core, now)
  await purgeMail(core, settings.mail_retention_years)
  await purgeTrail(core, settings.audit_retention_years)
  await purgeViews(core, settings.file_view_retention_days)
  await purgePaymentEvents(core)
  await forgetVisits(core)
  await forgetUploads(core)
  await forgetPriceChanges(core)
  await forgetExpiredSignIns(core)
  await purgeWaiting(core)
  await purgeRecoveries(core)
  await purgeTasks(core)
  await forgetRuns(core)
  await purgeCanned(core)
}
