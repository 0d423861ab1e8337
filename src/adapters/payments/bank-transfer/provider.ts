import type { PaymentProvider, ProviderLine } from '../../../modules/payment/port.ts'

/** The customer transfers, shows a proof, and people decide. Nobody can be asked, so nothing is fetched. */
export const bankTransfer: PaymentProvider = {
  describe: {
    name: 'bank_transfer',
    type: 'manual',
    label: 'Bank Transfer',
    brands: [],
    fields: [],
    charge: { rule: 'booking' },
    currencies: null,
    opensForMinutes: null,
  },
  mode: () => 'live',
  start: async (ctx, { payable }) => {
    const details = ctx.bankAccount(payable.amount.currency)
    const hasDetails = Object.values(details).some((value) => value !== '')
    if (!hasDetails && ctx.instructions.trim() === '') {
      return { outcome: 'failed', message: 'No bank details are stored yet. Please choose another method.' }
    }
    const transferReference = payable.reference
    const action = {
      type: 'bank_transfer_details',
      kind: 'bank-details',
      details,
      transferReference,
      instructions: ctx.instructions,
    } as const
    // No order reference of the bank's: the transfer is matched by ours, which a second attempt shares.
    return { outcome: 'requires_action', orderRef: null, action }
  },
}

export const bankTransferLine: ProviderLine<unknown> = { create: () => bankTransfer }
