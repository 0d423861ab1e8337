import { currencies } from '../../../kernel/money.ts'
import { namesPayee, type PaymentProvider, type ProviderLine } from '../../../modules/payment/port.ts'
import { text } from './text.ts'

/** The customer transfers the money and uploads a proof; staff decide. There is no supplier to query. */
export const bankTransfer: PaymentProvider = {
  describe: {
    name: 'bank_transfer',
    type: 'manual',
    label: text('label'),
    brands: [],
    means: 'bank',
    fields: [],
    charge: { rule: 'booking' },
    currencies: null,
    opensForMinutes: null,
  },
  mode: () => 'live',
  currenciesOf: ({ bankAccount, instructions }) =>
    currencies.filter((currency) => namesPayee(bankAccount(currency), instructions)),
  start: async (ctx, { payable }) => {
    const details = ctx.bankAccount(payable.amount.currency)
    if (!namesPayee(details, ctx.instructions)) {
      return { outcome: 'failed', message: text('noDetails') }
    }
    const transferReference = payable.reference
    const action = {
      type: 'bank_transfer_details',
      kind: 'bank-details',
      details,
      transferReference,
      instructions: ctx.instructions,
    } as const
    // Transfers are matched by the booking reference, which retries share, so there is no order reference.
    return { outcome: 'requires_action', orderRef: null, action }
  },
}

export const bankTransferLine: ProviderLine<unknown> = { create: () => bankTransfer }
