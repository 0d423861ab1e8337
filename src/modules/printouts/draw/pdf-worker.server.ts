/**
 * Runs in a worker thread: laying out a page takes 50 to 400 ms of CPU time (Nastaliq is the slowest), which would
 * block other requests.
 */
import { type CreditNotePrintout, drawCreditNote } from './credit-note.server.ts'
import { drawInvoice, type InvoicePrintout } from './invoice.server.ts'
import { drawVoucher, type VoucherPrintout } from './voucher.server.ts'

export type PdfJob =
  | ({ readonly type: 'invoice' } & InvoicePrintout)
  | ({ readonly type: 'credit-note' } & CreditNotePrintout)
  | ({ readonly type: 'voucher' } & VoucherPrintout)

export default (job: PdfJob): Promise<Uint8Array> => {
  if (job.type === 'invoice') return drawInvoice(job)
  return job.type === 'credit-note' ? drawCreditNote(job) : drawVoucher(job)
}
