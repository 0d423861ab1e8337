import type { ColumnType } from 'kysely'
import type { Json } from '../../platform/db/tables.server.ts'
import type { BookingDeps } from '../booking/index.server.ts'
import type { PdfRenderer } from './pdf-renderer.server.ts'
import type { InvoiceContent } from './rules.ts'

interface InvoiceSeriesTable {
  series: string
  last_number: number
}
interface InvoicesTable {
  id: string
  booking_id: string
  series: string
  number: number
  content: Json<InvoiceContent>
  issued_at: ColumnType<Date, Date, never>
}
declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    invoice_series: InvoiceSeriesTable
    invoices: InvoicesTable
  }
}

export type PrintoutDeps = BookingDeps & { pdfRenderer: PdfRenderer }
