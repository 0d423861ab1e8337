import type { CatalogueDeps } from '../catalogue/index.server.ts'

export type BookingDeps = CatalogueDeps
