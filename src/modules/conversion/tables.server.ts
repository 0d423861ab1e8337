import type { Core } from '../../platform/core.server.ts'
import type { ConversionSink } from './port.ts'

interface ConversionVisitsTable {
  booking_id: string
  browser_id: string | null
  click_id: string | null
  user_agent: string
  address: string
  checkout_told_at: Date | null
  created_at: Date
}
declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    conversion_visits: ConversionVisitsTable
  }
}

/** Without a sink nothing is stored or sent. */
export type ConversionDeps = Core & { readonly conversions: ConversionSink | null }
