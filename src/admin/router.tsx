import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { bookingKeys } from './bookings/filters.ts'
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
  path: '/admin/bookings',
  validateSearch: (search) => pick(search, bookingKeys),
  component: lazyRouteComponent(() => import('./bookings/bookings.tsx'), 'Bookings'),
})
const unknown = createRoute({ getParentRoute: () => root, path: '/admin/$section', component: SectionNotFound })

/** /admin/{section}, each with its filters in the address (D138). */
export const createAdminRouter = () =>
  createRouter({
    routeTree: root.addChildren([dashboard, dashboardAlias, bookings, unknown]),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultNotFoundComponent: SectionNotFound,
    defaultErrorComponent: SectionCrashed,
  })
