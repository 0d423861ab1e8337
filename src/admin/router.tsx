import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { kinds } from '../services/index.ts'
import { bookingKeys } from './bookings/filters.ts'
import { catalogueKeys } from './catalogue/search.ts'
import { parseSearch, pick, stringifySearch } from './search.ts'
import { AdminGate } from './shell/gate.tsx'
import { SectionCrashed, SectionNotFound } from './shell/section-states.tsx'
import { AdminShell } from './shell/shell.tsx'

const root = createRootRoute({
  component: () => (
    <AdminGate>
      {(user) => (
        <AdminShell user={user}>
          <Outlet />
        </AdminShell>
      )}
    </AdminGate>
  ),
  notFoundComponent: SectionNotFound,
})
const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: lazyRouteComponent(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
})
const dashboardAlias = createRoute({
  getParentRoute: () => root,
  path: '/admin/dashboard',
  component: lazyRouteComponent(() => import('./dashboard/dashboard.tsx'), 'Dashboard'),
})
const bookings = createRoute({
  getParentRoute: () => root,
  path: '/admin/bookings/{-$item}',
  validateSearch: (search) => pick(search, bookingKeys),
  component: lazyRouteComponent(() => import('./bookings/section.tsx'), 'BookingsSection'),
})
const customers = createRoute({
  getParentRoute: () => root,
  path: '/admin/customers/{-$item}',
  validateSearch: (search) => pick(search, ['q', 'tag', 'sort']),
  component: lazyRouteComponent(() => import('./customers/section.tsx'), 'CustomersSection'),
})
const tasks = createRoute({
  getParentRoute: () => root,
  path: '/admin/tasks',
  validateSearch: (search) => pick(search, ['who', 'due', 'state']),
  component: lazyRouteComponent(() => import('./tasks/tasks.tsx'), 'Tasks'),
})
const trending = createRoute({
  getParentRoute: () => root,
  path: '/admin/trending',
  component: lazyRouteComponent(() => import('./trending/trending.tsx'), 'Trending'),
})
const sliders = createRoute({
  getParentRoute: () => root,
  path: '/admin/sliders',
  validateSearch: (search) => pick(search, ['slider']),
  component: lazyRouteComponent(() => import('./sliders/sliders.tsx'), 'SlidersSection'),
})
const content = createRoute({
  getParentRoute: () => root,
  path: '/admin/content',
  validateSearch: (search) => pick(search, ['tab', 'setting']),
  component: lazyRouteComponent(() => import('./content/content.tsx'), 'Content'),
})
const bulkUpload = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulk-upload',
  validateSearch: (search) => pick(search, ['upload']),
  component: lazyRouteComponent(() => import('./bulk/bulk-upload.tsx'), 'BulkUpload'),
})
const pages = createRoute({
  getParentRoute: () => root,
  path: '/admin/pages',
  validateSearch: (search) => pick(search, ['page']),
  component: lazyRouteComponent(() => import('./pages/pages.tsx'), 'Pages'),
})
const promos = createRoute({
  getParentRoute: () => root,
  path: '/admin/promos',
  component: lazyRouteComponent(() => import('./promos/promos.tsx'), 'Promos'),
})
const enquiries = createRoute({
  getParentRoute: () => root,
  path: '/admin/messages',
  validateSearch: (search) => pick(search, ['q', 'status', 'topic', 'message', 'view']),
  component: lazyRouteComponent(() => import('./enquiries/enquiries.tsx'), 'Enquiries'),
})
const reviews = createRoute({
  getParentRoute: () => root,
  path: '/admin/reviews',
  validateSearch: (search) => pick(search, ['status']),
  component: lazyRouteComponent(() => import('./reviews/reviews.tsx'), 'Reviews'),
})
const payments = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments',
  validateSearch: (search) => pick(search, ['setting']),
  component: lazyRouteComponent(() => import('./payment-settings/payment-settings.tsx'), 'PaymentSettings'),
})
const paymentsReview = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments-review',
  component: lazyRouteComponent(() => import('./payments-review/payments-review.tsx'), 'PaymentsReview'),
})
const paymentReport = createRoute({
  getParentRoute: () => root,
  path: '/admin/payment-report',
  component: lazyRouteComponent(() => import('./payment-report/payment-report.tsx'), 'PaymentReport'),
})
const salesReport = createRoute({
  getParentRoute: () => root,
  path: '/admin/sales-report',
  validateSearch: (search) => pick(search, ['from', 'to', 'by', 'type']),
  component: lazyRouteComponent(() => import('./sales-report/sales-report.tsx'), 'SalesReportSection'),
})
const bankSettings = createRoute({
  getParentRoute: () => root,
  path: '/admin/bank-settings',
  validateSearch: (search) => pick(search, ['setting']),
  component: lazyRouteComponent(() => import('./bank-settings/bank-settings.tsx'), 'BankSettings'),
})
const emailSettings = createRoute({
  getParentRoute: () => root,
  path: '/admin/email-settings',
  validateSearch: (search) => pick(search, ['tab', 'setting']),
  component: lazyRouteComponent(() => import('./email-settings/email-settings.tsx'), 'EmailSettings'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/admin/settings',
  validateSearch: (search) => pick(search, ['setting']),
  component: lazyRouteComponent(() => import('./settings/settings.tsx'), 'Settings'),
})
const setup = createRoute({
  getParentRoute: () => root,
  path: '/admin/setup',
  validateSearch: (search) => pick(search, ['step']),
  component: lazyRouteComponent(() => import('./setup/setup.tsx'), 'SetupSection'),
})
/** A list and, below it, each item's editor ('new' for an unsaved one). */
const catalogue = kinds.map(({ adminSection }) =>
  createRoute({
    getParentRoute: () => root,
    path: `/admin/${adminSection}/{-$item}`,
    validateSearch: (search) => pick(search, catalogueKeys),
    component: lazyRouteComponent(() => import('./catalogue/catalogue.tsx'), 'Catalogue'),
  }),
)
const staff = createRoute({
  getParentRoute: () => root,
  path: '/admin/staff',
  component: lazyRouteComponent(() => import('./staff/staff.tsx'), 'Staff'),
})
const audit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: (search) => pick(search, ['who', 'action', 'subject', 'from', 'to']),
  component: lazyRouteComponent(() => import('./audit/audit.tsx'), 'AuditTrail'),
})
const personalData = createRoute({
  getParentRoute: () => root,
  path: '/admin/personal-data',
  validateSearch: (search) => pick(search, ['email']),
  component: lazyRouteComponent(() => import('./privacy/privacy.tsx'), 'Privacy'),
})
const sessions = createRoute({
  getParentRoute: () => root,
  path: '/admin/sessions',
  component: lazyRouteComponent(() => import('./sessions/sessions.tsx'), 'OwnSignIn'),
})
/** The manifest of a day was a section until departures had pages. */
const manifest = createRoute({
  getParentRoute: () => root,
  path: '/admin/manifest',
  validateSearch: (search) => pick(search, ['day']),
  beforeLoad: ({ search: { day } }) => {
    throw redirect({ to: '/admin/departures', search: (day ? { day } : {}) as never, replace: true })
  },
})
const departures = createRoute({
  getParentRoute: () => root,
  path: '/admin/departures',
  validateSearch: (search) => pick(search, ['day', 'type', 'q', 'view']),
  component: lazyRouteComponent(() => import('./departures/departures.tsx'), 'DeparturesSection'),
})
const placesReport = createRoute({
  getParentRoute: () => root,
  path: '/admin/places-report',
  validateSearch: (search) => pick(search, ['from', 'weeks', 'type', 'q', 'service']),
  component: lazyRouteComponent(() => import('./places-report/places-report.tsx'), 'PlacesReportSection'),
})
const departure = createRoute({
  getParentRoute: () => root,
  path: '/admin/departures/$service/$date/{-$time}',
  component: lazyRouteComponent(() => import('./departures/departure.tsx'), 'DeparturePageSection'),
})
const resources = createRoute({
  getParentRoute: () => root,
  path: '/admin/resources',
  validateSearch: (search) => pick(search, ['day']),
  component: lazyRouteComponent(() => import('./resources/resources.tsx'), 'Resources'),
})
const checkIn = createRoute({
  getParentRoute: () => root,
  path: '/admin/check-in',
  component: lazyRouteComponent(() => import('./check-in/pages.tsx'), 'CheckInSection'),
})
const departureCheckIn = createRoute({
  getParentRoute: () => root,
  path: '/admin/check-in/departure/$departure',
  component: lazyRouteComponent(() => import('./check-in/pages.tsx'), 'DepartureCheckIn'),
})
const voucherCheckIn = createRoute({
  getParentRoute: () => root,
  path: '/admin/check-in/voucher/$code',
  component: lazyRouteComponent(() => import('./check-in/pages.tsx'), 'VoucherCheckIn'),
})
const queue = createRoute({
  getParentRoute: () => root,
  path: '/admin/queue/$queue',
  component: lazyRouteComponent(() => import('./queues/queues.tsx'), 'Queues'),
})
const ofBookings = [bookings, customers, tasks]
const ofDepartures = [departures, departure, resources]
const ofPayments = [payments, paymentsReview, paymentReport, salesReport]
const unknown = createRoute({ getParentRoute: () => root, path: '/admin/$section', component: SectionNotFound })

/** /admin/{section}, each with its filters in the query (D138). */
export const createAdminRouter = () =>
  createRouter({
    routeTree: root.addChildren([
      dashboard,
      dashboardAlias,
      ...ofBookings,
      trending,
      sliders,
      content,
      bulkUpload,
      pages,
      promos,
      enquiries,
      reviews,
      bankSettings,
      emailSettings,
      settings,
      setup,
      ...catalogue,
      staff,
      audit,
      personalData,
      sessions,
      manifest,
      placesReport,
      checkIn,
      departureCheckIn,
      voucherCheckIn,
      queue,
      ...ofDepartures,
      ...ofPayments,
      unknown,
    ]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultNotFoundComponent: SectionNotFound,
    defaultErrorComponent: SectionCrashed,
  })
