/**
 * Runs in a worker thread: laying out a page takes 50 to 400 ms of CPU time (Nastaliq is the slowest), which would
 * block other requests.
 */
import { drawInvoice, type InvoicePrintout } from './invoice.server.ts'
import { drawVoucher, type VoucherPrintout } from './voucher.server.ts'

export type PdfJob = ({ readonly type: 'invoice' } & InvoicePrintout) | ({ readonly type: 'voucher' } & VoucherPrintout)

export default (job: PdfJob): Promise<Uint8Array> => (job.type === 'invoice' ? drawInvoice(job) : drawVoucher(job))
