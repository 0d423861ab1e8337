import type { z } from 'zod'
import type { dashboard, trends } from '../../modules/booking/contract.ts'

export type DashboardFigures = z.infer<typeof dashboard>
export type Trends = z.infer<typeof trends>
