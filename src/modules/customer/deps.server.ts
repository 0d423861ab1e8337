import type { AccountDeps } from '../account/index.server.ts'
import type { BookingDeps } from '../booking/index.server.ts'

export type CustomerDeps = BookingDeps & Pick<AccountDeps, 'adminEmail'>
