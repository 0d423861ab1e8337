import type { CatalogueDeps } from '../catalogue/index.server.ts'

/** What bookings need: the core and the kinds, as the catalogue does. */
export type BookingDeps = CatalogueDeps
