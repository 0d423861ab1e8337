import type { ColumnType } from 'kysely'
import type { Json } from '../../platform/db/tables.server.ts'
import type { BookingDeps } from '../booking/index.server.ts'
import type { CreditNoteContent } from './credit-note-rules.ts'
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
interface CreditNotesTable {
  id: string
  booking_id: string
  invoice_id: string
  refund_id: string
  series: string
  number: number
  /** In the booking's currency. */
  amount_minor: number
  content: Json<CreditNoteContent>
  issued_at: ColumnType<Date, Date, never>
}
declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    invoice_series: InvoiceSeriesTable
    invoices: InvoicesTable
    credit_notes: CreditNotesTable
  }
}

export type PrintoutDeps = BookingDeps & { pdfRenderer: PdfRenderer }
