import type { PaymentProvider, ProviderLine } from '../../../modules/payment/port.ts'

const payOnArrival = 'Pay on arrival'

/** Paid to our own people on the travel day; they record it (D80, C209). */
export const cashOnArrival: PaymentProvider = {
  describe: {
    name: 'cash_on_arrival',
    type: 'manual',
    label: 'Cash on Arrival',
    brands: [],
    fields: [],
    charge: { rule: 'booking' },
    currencies: null,
    opensForMinutes: null,
    isDueOnArrival: true,
  },
  mode: () => 'live',
  start: async (ctx) => ({
    outcome: 'requires_action',
    orderRef: null,
    action: {
      type: 'pay_on_arrival',
      kind: 'instructions',
      instructions: [payOnArrival, ctx.instructions.trim()].filter(Boolean).join('\n'),
    },
  }),
}

export const cashOnArrivalLine: ProviderLine<unknown> = { create: () => cashOnArrival }
