/**
 * The shop's routes. Those of services come from `kinds`: a new kind gets list, detail and booking page by being
 * listed. Pages load on demand.
 */
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { kinds } from '../../services/index.ts'
import type { ServiceKind } from '../../services/kind.ts'
import type { Shop } from '../client/context.tsx'
import { Frame } from '../frame/frame.tsx'
import { NotFoundPage } from '../not-found/page.tsx'
import { ErrorPage } from '../page-states/error-page.tsx'
import { FailedList, FailedService } from '../page-states/failed-page.tsx'
import { BookingPending, DetailPending, ListPending, PaymentPending, SinglePending } from '../page-states/pending.tsx'
import { ServiceFailed } from '../page-states/service-failed.tsx'
import { detailsReady } from '../pictures/late-details.ts'
import * as load from './loaders.ts'
import { localHref } from './local-href.ts'
import type { PageOutcome } from './page.ts'
import { hrefOf, type Search } from './search.ts'

const root = createRootRouteWithContext<Shop>()({
  loader: ({ context, location }) => load.frame(context, location.pathname),
  component: Frame,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
})

interface PageRoute {
  readonly part: string
  readonly component: ReturnType<typeof lazyRouteComponent>
  readonly pending?: () => React.ReactNode
  /** Replaces a page whose data cannot be loaded. */
  readonly failed?: (props: ErrorComponentProps) => React.ReactNode
  readonly isPrivate?: boolean
  /** A form from its first screen on, so its script starts at once. */
  readonly startsAtOnce?: boolean
  /** A few fields and nothing else, unless the address has a query. */
  readonly isShortForm?: boolean
  readonly kind?: ServiceKind
  readonly load?: (shop: Shop, at: load.Place) => Promise<PageOutcome> | PageOutcome
}

/** Handles a moved page: the server redirects, the browser navigates. */
function follow(shop: Shop, outcome: PageOutcome): PageOutcome {
  if (outcome.moved && !shop.isServer) throw redirect({ href: localHref(shop.prefix, outcome.moved), replace: true })
  return outcome
}

function page(path: string, { part, component, pending, failed, kind, load: loadPage, ...about }: PageRoute) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component,
    ...(pending && { pendingComponent: pending }),
    errorComponent: failed ?? ErrorPage,
    staticData: { part, ...about, ...(kind && { kindKey: kind.key }) },
    loaderDeps: ({ search }) => ({ search: search as Search }),
    loader: async ({ context, params, deps }) => {
      const [outcome = {}] = await Promise.all([loadPage?.(context, { params, search: deps.search }), detailsReady()])
      return follow(context, outcome)
    },
  })
}

const home = () =>
  page('/', {
    part: 'src/shop/home/page.tsx',
    component: lazyRouteComponent(() => import('../home/page.tsx'), 'HomePage'),
    load: load.home,
  })

const search = () =>
  page('/search', {
    part: 'src/shop/search/page.tsx',
    component: lazyRouteComponent(() => import('../search/page.tsx'), 'SearchPage'),
    load: load.search,
  })

const list = (path: string, kind: ServiceKind) =>
  page(path, {
    part: 'src/shop/service-list/page.tsx',
    component: lazyRouteComponent(() => import('../service-list/page.tsx'), 'ServiceListPage'),
    pending: ListPending,
    failed: FailedList,
    kind,
    load: (shop, at) => load.serviceList(shop, kind, at),
  })

const detail = (path: string, kind: ServiceKind) =>
  page(path, {
    part: 'src/shop/service-detail/page.tsx',
    component: lazyRouteComponent(() => import('../service-detail/page.tsx'), 'ServiceDetailPage'),
    pending: DetailPending,
    failed: FailedService,
    kind,
    load: (shop, at) => load.service(shop, kind, at),
  })

/** A kind with one active item: its page contains the form (C135). */
const single = (path: string, kind: ServiceKind) =>
  page(path, {
    part: 'src/shop/ok-to-board/page.tsx',
    component: lazyRouteComponent(() => import('../ok-to-board/page.tsx'), 'OkToBoardPage'),
    pending: SinglePending,
    failed: ServiceFailed,
    kind,
    load: (shop, at) => load.service(shop, kind, at),
  })

const bookingPage = (path: string, kind: ServiceKind) =>
  page(path, {
    part: 'src/shop/service-booking/page.tsx',
    component: lazyRouteComponent(() => import('../service-booking/page.tsx'), 'ServiceBookingPage'),
    pending: BookingPending,
    failed: FailedService,
    startsAtOnce: true,
    kind,
    load: (shop, at) => load.serviceBooking(shop, kind, at),
  })

function routesOf(kind: ServiceKind): AnyRoute[] {
  const paths = [kind.path, ...(kind.pathAliases ?? [])]
  if (kind.isSingle) return paths.map((path) => single(`/${path}`, kind))
  return paths.flatMap((path) => [
    list(`/${path}`, kind),
    detail(`/${path}/$idOrSlug`, kind),
    bookingPage(`/${path}/$idOrSlug/booking`, kind),
  ])
}

const generic = () =>
  page('/booking', {
    part: 'src/shop/generic-booking/page.tsx',
    component: lazyRouteComponent(() => import('../generic-booking/page.tsx'), 'GenericBookingPage'),
    startsAtOnce: true,
    load: load.genericBooking,
  })

const payment = () =>
  page('/booking-payment', {
    part: 'src/shop/booking-payment/page.tsx',
    component: lazyRouteComponent(() => import('../booking-payment/page.tsx'), 'BookingPaymentPage'),
    pending: PaymentPending,
    isPrivate: true,
    load: load.payment,
  })

const confirmation = (path: string) =>
  page(path, {
    part: 'src/shop/booking-confirmation/page.tsx',
    component: lazyRouteComponent(() => import('../booking-confirmation/page.tsx'), 'BookingConfirmationPage'),
    isPrivate: true,
    load: load.confirmation,
  })

const documents = () =>
  page('/booking-documents', {
    part: 'src/shop/booking-documents/page.tsx',
    component: lazyRouteComponent(() => import('../booking-documents/page.tsx'), 'BookingDocumentsPage'),
    isPrivate: true,
    load: load.paperwork,
  })

const review = () =>
  page('/booking-review', {
    part: 'src/shop/booking-review/page.tsx',
    component: lazyRouteComponent(() => import('../booking-review/page.tsx'), 'BookingReviewPage'),
    isPrivate: true,
    load: load.ownReview,
  })

const waitingList = () =>
  page('/waiting-list', {
    part: 'src/shop/waiting-list/page.tsx',
    component: lazyRouteComponent(() => import('../waiting-list/page.tsx'), 'WaitingListPage'),
    isPrivate: true,
  })

const tracker = (path: string) =>
  page(path, {
    part: 'src/shop/booking-tracker/page.tsx',
    component: lazyRouteComponent(() => import('../booking-tracker/page.tsx'), 'BookingTrackerPage'),
    isPrivate: true,
    isShortForm: true,
  })

/** Their addresses may carry tokens, so they are neither cached nor indexed; nor are the account pages. */
const signIn = (): AnyRoute[] => [
  page('/login', {
    part: 'src/shop/account/login-page.tsx',
    component: lazyRouteComponent(() => import('../account/login-page.tsx'), 'LoginPage'),
    isPrivate: true,
    isShortForm: true,
  }),
  page('/register', {
    part: 'src/shop/account/register-page.tsx',
    component: lazyRouteComponent(() => import('../account/register-page.tsx'), 'RegisterPage'),
    isPrivate: true,
    isShortForm: true,
  }),
  page('/auth', {
    part: 'src/shop/account/auth-page.tsx',
    component: lazyRouteComponent(() => import('../account/auth-page.tsx'), 'AuthPage'),
    isPrivate: true,
    isShortForm: true,
  }),
  page('/forgot-password', {
    part: 'src/shop/account/forgot-password-page.tsx',
    component: lazyRouteComponent(() => import('../account/forgot-password-page.tsx'), 'ForgotPasswordPage'),
    isPrivate: true,
    isShortForm: true,
  }),
]

const account = (): AnyRoute[] => [
  page('/verify-email', {
    part: 'src/shop/account/verify-email-page.tsx',
    component: lazyRouteComponent(() => import('../account/verify-email-page.tsx'), 'VerifyEmailPage'),
    isPrivate: true,
  }),
  page('/reset-password', {
    part: 'src/shop/account/reset-password-page.tsx',
    component: lazyRouteComponent(() => import('../account/reset-password-page.tsx'), 'ResetPasswordPage'),
    isPrivate: true,
  }),
  page('/profile', {
    part: 'src/shop/account/profile-page.tsx',
    component: lazyRouteComponent(() => import('../account/profile-page.tsx'), 'ProfilePage'),
    isPrivate: true,
  }),
  page('/booking-history', {
    part: 'src/shop/account/booking-history-page.tsx',
    component: lazyRouteComponent(() => import('../account/booking-history-page.tsx'), 'BookingHistoryPage'),
    isPrivate: true,
  }),
  page('/my-bookings', {
    part: '',
    component: NotFoundPage as never,
    isPrivate: true,
    load: (_shop, { search }) => ({ moved: hrefOf('/booking-history', search) }),
  }),
]

const wishList = () =>
  page('/wishlist', {
    part: 'src/shop/wish-list/page.tsx',
    component: lazyRouteComponent(() => import('../wish-list/page.tsx'), 'WishListPage'),
    isPrivate: true,
  })

/** Agency pages, each with a text by its slug. */
const information = (): AnyRoute[] => [
  page('/about', {
    part: 'src/shop/about/page.tsx',
    component: lazyRouteComponent(() => import('../about/page.tsx'), 'AboutPage'),
    load: (shop) => load.contentPage(shop, 'about'),
  }),
  page('/services', {
    part: 'src/shop/services-overview/page.tsx',
    component: lazyRouteComponent(() => import('../services-overview/page.tsx'), 'ServicesPage'),
    load: (shop) => load.contentPage(shop, 'services'),
  }),
  page('/contact', {
    part: 'src/shop/contact/page.tsx',
    component: lazyRouteComponent(() => import('../contact/page.tsx'), 'ContactPage'),
  }),
  ...['privacy', 'terms'].map((slug) =>
    page(`/${slug}`, {
      part: 'src/shop/content-page/page.tsx',
      component: lazyRouteComponent(() => import('../content-page/page.tsx'), 'ContentPage'),
      load: (shop) => load.contentPage(shop, slug),
    }),
  ),
  ...['hotels', 'flights', 'guides'].map((slug) =>
    page(`/${slug}`, {
      part: 'src/shop/enquiry/page.tsx',
      component: lazyRouteComponent(() => import('../enquiry/page.tsx'), 'EnquiryPage'),
      load: (shop) => load.contentPage(shop, slug),
    }),
  ),
]

const notFound = () => page('$', { part: '', component: NotFoundPage as never, load: () => ({ status: 404 }) })

export const createRouteTree = () =>
  root.addChildren([
    home(),
    search(),
    ...kinds.flatMap(routesOf),
    generic(),
    payment(),
    confirmation('/booking-confirmation'),
    confirmation('/booking-confirmation/$bookingId'),
    documents(),
    review(),
    waitingList(),
    wishList(),
    tracker('/booking-tracker'),
    tracker('/track-booking'),
    ...signIn(),
    ...account(),
    ...information(),
    notFound(),
  ])
