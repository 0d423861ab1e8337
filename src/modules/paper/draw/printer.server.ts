/**
 * Runs in a thread of its own: setting a page takes 50 to 400 ms of processor time (Nastaliq the most), which would
 * otherwise stand in the way of every other visitor.
 */
import { drawInvoice, type InvoicePaper } from './invoice.server.ts'
import { drawVoucher, type VoucherPaper } from './voucher.server.ts'

export type PrintJob = ({ readonly paper: 'invoice' } & InvoicePaper) | ({ readonly paper: 'voucher' } & VoucherPaper)

export default (job: PrintJob): Promise<Uint8Array> => (job.paper === 'invoice' ? drawInvoice(job) : drawVoucher(job))
